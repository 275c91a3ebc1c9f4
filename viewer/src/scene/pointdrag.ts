// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Moves taught points by the pointer: any point by its middle, the chosen one also along and about its
// axes. Nothing of the arm moves: the cell is asked whether the tool can be brought there, and the
// point is taken when it is let go.

import type { PointEditor, Pose } from '../core/types';
import { type Part, PartDrag, type Ray } from './drag';
import { partAt } from './handle_parts';
import { distance, placeOf, type Vec } from './vec';

const NEAR = 11; // [px] about the middle of a point

export interface ShownPoint {
    name: string;
    pose: Pose;
    chosen: boolean;
}

export interface Grip {
    name: string;
    part: Part;
}

interface Session extends Grip {
    start: Pose;
    candidate: Pose;
    drag: PartDrag;
    against: string; // why the tool cannot be brought to the candidate; empty when it can
    asking: boolean;
    over: AbortController;
}

export class PointDragging {
    on = false;
    hover: Grip | null = null;
    session: Session | null = null;
    editor: PointEditor | null = null;

    constructor(
        private readonly points: () => readonly ShownPoint[],
        private readonly changed: () => void,
    ) {}

    /** The point that has the handle. */
    get handled(): ShownPoint | null {
        const { session } = this;
        const is = (p: ShownPoint): boolean => (session === null ? p.chosen : p.name === session.name);
        return this.points().find(is) ?? null;
    }

    /** What is under a pixel. */
    under(pixel: [number, number], size: number, toPixel: (at: Vec) => [number, number] | null): Grip | null {
        if (!this.on || this.editor === null) return null;
        const chosen = this.handled;
        const part = chosen === null ? null : partAt(pixel, chosen.pose, size, toPixel);
        if (chosen !== null && part !== null) return { name: chosen.name, part };
        for (const { name, pose } of this.points()) {
            const middle = toPixel(placeOf(pose));
            if (middle !== null && Math.hypot(pixel[0] - middle[0], pixel[1] - middle[1]) < NEAR)
                return { name, part: 'free' };
        }
        return null;
    }

    take(grip: Grip, event: PointerEvent, ray: Ray, facing: Vec): boolean {
        const point = this.points().find((p) => p.name === grip.name);
        if (point === undefined || this.editor === null || this.session !== null) return false;
        const over = new AbortController();
        this.session = {
            ...grip,
            start: point.pose,
            candidate: point.pose,
            drag: new PartDrag(grip.part, point.pose, ray, facing),
            against: '',
            asking: false,
            over,
        };
        if (!point.chosen) this.editor.choose(grip.name);
        const options = { signal: over.signal, capture: true };
        const mine = (e: PointerEvent): boolean => e.pointerId === event.pointerId;
        addEventListener('pointerup', (e) => mine(e) && this.release(true), options);
        addEventListener('pointercancel', (e) => mine(e) && this.release(false), options);
        addEventListener('keydown', (e) => e.key === 'Escape' && this.release(false), options);
        addEventListener('blur', (e) => e.target === window && this.release(false), options);
        this.changed();
        return true;
    }

    move(ray: Ray): void {
        const { session } = this;
        if (session === null) return;
        session.candidate = session.drag.at(ray) ?? session.candidate;
        void this.ask(session);
        this.changed();
    }

    /** One question at a time: the next is about where the pointer is then. */
    private async ask(session: Session): Promise<void> {
        if (session.asking || this.editor === null) return;
        session.asking = true;
        const pose = session.candidate;
        session.against = await this.editor.reach(session.name, pose);
        session.asking = false;
        if (this.session !== session) return;
        this.changed();
        if (session.candidate !== pose) await this.ask(session);
    }

    /** Lets go: the point is taken, or stays where it was. */
    release(take: boolean): void {
        const { session } = this;
        if (session === null) return;
        session.over.abort();
        this.session = null;
        this.changed();
        if (take && session.candidate !== session.start) this.editor?.drop(session.name, session.candidate);
    }

    /** What the drag is about in words: how far the point was moved, or what is against it. */
    describe(): string {
        const { session } = this;
        if (session === null) return '';
        const moved = `${(1000 * distance(placeOf(session.start), placeOf(session.candidate))).toFixed(0)} mm`;
        return session.against !== '' ? session.against : moved;
    }
}
