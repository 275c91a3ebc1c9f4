// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Moves the arm by the pointer: the handle on the tool, the guide frame under a held Shift, the ring on
// the elbow. The candidate follows the pointer at once; what the arm does is what the controller
// reports. Letting go, in any of the ways of core/grip.ts, ends the motion where it is.

import { gripOf } from '../core/grip';
import { Paced, type HandRate } from '../core/paced';
import type { Arm, Component, Pose, Station, Why } from '../core/types';
import { type Part, PartDrag, poseText, type Ray, throughPlane } from './drag';
import { type Elbow, elbowOf, elbowTurn } from './elbow';
import { toolPose } from './tool';
import { add, conjugate, distance, placeOf, rotate, sub, turnOf, type Vec } from './vec';

export type HandleMode = 'off' | 'tool' | 'elbow' | 'point'; // points do not move the arm: pointdrag.ts

const MOST_DRIFT = 1e-4; // [m] of a tool that is said to be held
const ENABLED = 1; // state of an arm that takes commands

export interface DragNews {
    active: boolean;
    drift: number;
    text: string;
}

interface Session {
    kind: 'tool' | 'elbow';
    part: Part | null;
    candidate: Pose; // for the elbow only its place counts
    local: Vec; // the point that is pulled, in axes of its link
    link: number;
    paced: Paced; // what is sent: the candidate, but no faster than the speed that is set
    follow: (ray: Ray) => Pose | null;
    release: () => void;
}

export class Dragging {
    mode: HandleMode = 'tool';
    hover: Part | 'elbow' | null = null;
    session: Session | null = null;
    /** How fast the hand may move the arm; no bound of this page before somebody sets one. */
    rate: () => HandRate = () => ({ linear: Infinity, angular: Infinity });
    private armName = '';
    private pinned: Pose | null = null; // where the tool was measured when the elbow was taken
    private ending = ''; // why the last drag was ended here
    private unwatch: (() => void) | null = null;
    private readonly told = new Set<(news: DragNews) => void>();

    constructor(
        private readonly station: Station,
        private readonly changed: () => void,
    ) {
        station.on('contact', (contact) => contact === 'lost' && this.session?.release());
    }

    listen(listener: (news: DragNews) => void): void {
        this.told.add(listener);
    }

    setMode(mode: HandleMode, arm?: string): void {
        this.session?.release();
        this.mode = mode;
        if (arm !== undefined) this.armName = arm;
        this.hover = null;
        this.watch();
        this.changed();
    }

    /** Signals that the elbow needs; again after each catalogue. */
    watch(): void {
        this.unwatch?.();
        this.unwatch = null;
        const task = this.task();
        if (task === null || this.mode !== 'elbow') return;
        this.unwatch = this.station.watch(['turn_low', 'turn_high'].map((s) => `${task.name}/${s}`));
    }

    arm(): { arm: Arm; index: number } | null {
        const arms = this.station.catalogue?.arms ?? [];
        const moved = (arm: Arm): boolean => this.station.find('task', arm.name) !== null;
        const index =
            this.armName !== '' ? arms.findIndex((arm) => arm.name === this.armName) : arms.findIndex(moved);
        return index < 0 ? null : { arm: arms[index], index };
    }

    private task(): Component | null {
        const found = this.arm();
        return found === null ? null : this.station.find('task', found.arm.name);
    }

    /** The arm can be moved by hand now: ours, in contact, enabled, with a controller that can. */
    get ready(): boolean {
        const { station } = this;
        const found = this.arm();
        if (found === null || !station.holds || station.contact !== 'live') return false;
        return this.task() !== null && station.frame.arms[found.index]?.state === ENABLED;
    }

    /** Where the controller has the tool; null before anything is known. */
    accepted(): Pose | null {
        const found = this.arm();
        const { scene, frame } = this.station;
        return found === null || scene === null ? null : toolPose(scene, found.arm, frame.commanded);
    }

    elbow(): Elbow | null {
        const found = this.arm();
        const { frame, scene } = this.station;
        return found === null || frame.links.length === 0 ? null : elbowOf(found.arm, frame.links, scene);
    }

    /** The free turn of the elbow where the controller knows it. */
    range(): [number, number] | null {
        const task = this.task();
        if (task === null) return null;
        const [low, high] = ['turn_low', 'turn_high'].map((s) => this.station.value(`${task.name}/${s}`));
        return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
    }

    /** Where the tool is measured; null before anything is known. */
    measured(): Pose | null {
        const found = this.arm();
        const { scene, frame } = this.station;
        return found === null || scene === null ? null : toolPose(scene, found.arm, frame.links);
    }

    /** How far the measured tool is from where it was when the elbow was taken [m]. */
    drift(): number {
        const now = this.session?.kind === 'elbow' && this.pinned !== null ? this.measured() : null;
        return now === null || this.pinned === null ? 0 : distance(placeOf(now), placeOf(this.pinned));
    }

    /** Takes a part of the handle. */
    takeTool(element: Element, event: PointerEvent, part: Part, ray: Ray, facing: Vec): boolean {
        const start = this.accepted();
        if (start === null) return false;
        const drag = new PartDrag(part, start, ray, facing);
        return this.begin(
            { kind: 'tool', part, candidate: start, follow: (r) => drag.at(r) },
            element,
            event,
        );
    }

    /** Takes the guide frame under a held Shift; it is moved by `guide`. */
    takeGuide(element: Element, event: PointerEvent | null): boolean {
        const start = this.accepted();
        return (
            start !== null &&
            this.begin({ kind: 'tool', part: 'free', candidate: start, follow: () => null }, element, event)
        );
    }

    /** Takes the elbow, or a point of any link where the pointer is on it. */
    takeElbow(
        element: Element,
        event: PointerEvent,
        at: { link: number; point: Vec } | null,
        facing: Vec,
    ): boolean {
        const elbow = this.elbow();
        const link = at?.link ?? elbow?.link;
        const point = at?.point ?? elbow?.at;
        if (link === undefined || point === undefined) return false;
        const { links } = this.station.frame;
        const local = rotate(conjugate(turnOf(links, 7 * link)), sub(point, placeOf(links, 7 * link)));
        const candidate: Pose = [point[0], point[1], point[2], 0, 0, 0, 1];
        const follow = (ray: Ray): Pose | null => {
            const to = throughPlane(ray, point, facing);
            return to === null ? null : [to[0], to[1], to[2], 0, 0, 0, 1];
        };
        return this.begin({ kind: 'elbow', part: null, candidate, follow, link, local }, element, event);
    }

    private begin(
        given: Partial<Omit<Session, 'paced'>> & Pick<Session, 'kind' | 'part' | 'candidate' | 'follow'>,
        element: Element,
        event: PointerEvent | null,
    ): boolean {
        const task = this.task();
        if (!this.ready || task === null || this.session !== null) return false;
        const paced = new Paced(given.candidate, () => this.rate());
        const session: Session = { local: [0, 0, 0], link: -1, ...given, paced, release: () => undefined };
        this.session = session;
        this.pinned = session.kind === 'elbow' ? this.measured() : null;
        this.ending = '';
        const hold = this.station.hold(task.name, () => this.words(session));
        const letGo = event === null ? null : gripOf(element, event, () => hold.release());
        session.release = () => hold.release();
        void hold.ended.then((why) => {
            this.session = null;
            letGo?.();
            this.tell(why);
            this.changed();
        });
        this.tell(null);
        this.changed();
        return true;
    }

    private words(session: Session): string | null {
        const target = session.paced.toward(session.candidate);
        if (session.kind === 'tool') return `drag ${poseText(target)}`;
        const name = this.station.scene?.links[session.link]?.name;
        if (name === undefined) return null;
        return `pull ${name} ${poseText([...placeOf(target), ...session.local])}`;
    }

    /** The pointer is elsewhere. */
    move(ray: Ray): void {
        const next = this.session?.follow(ray) ?? null;
        if (this.session !== null && next !== null) this.session.candidate = next;
        this.changed();
    }

    /** Moves the guide frame by what the mouse did. */
    guide(change: (pose: Pose) => Pose | null): void {
        if (this.session === null) return;
        this.session.candidate = change(this.session.candidate) ?? this.session.candidate;
        this.changed();
    }

    /** Once per frame: a tool that does not stay ends the drag of the elbow, with its reason. */
    check(): void {
        const { session } = this;
        if (session === null) return;
        const drift = this.drift();
        if (session.kind === 'elbow' && drift > MOST_DRIFT) {
            const moved = (drift * 1000).toFixed(2);
            this.ending = `The tool moved ${moved} mm: the elbow was released.`;
            session.release();
        } else {
            this.tell(null);
        }
    }

    /** What the drag is about in words: how far the candidate is from what was accepted. */
    describe(): string {
        const { session } = this;
        if (session === null) return '';
        if (session.kind === 'elbow') {
            const elbow = this.elbow();
            const turn = elbow === null ? 0 : (elbowTurn(elbow, placeOf(session.candidate)) * 180) / Math.PI;
            return `elbow ${turn < 0 ? '\u2212' : '+'}${Math.abs(turn).toFixed(0)}\u00b0`;
        }
        const accepted = this.accepted();
        const gap = accepted === null ? 0 : distance(placeOf(accepted), placeOf(session.candidate));
        return gap < 0.0005 ? '' : `${(gap * 1000).toFixed(0)} mm ahead`;
    }

    /** Where the pulled point is now, in the world. */
    grasped(session: Session): Vec {
        const { links } = this.station.frame;
        return add(placeOf(links, 7 * session.link), rotate(turnOf(links, 7 * session.link), session.local));
    }

    private tell(why: Why | null): void {
        const text = why?.text ?? (this.session === null ? this.ending : this.describe());
        this.news({ active: this.session !== null, drift: this.drift(), text });
    }

    private news(news: DragNews): void {
        for (const listener of this.told) listener(news);
    }
}
