// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The condition of the cell: its state word, and the one reason, if there is one, why nothing may be
// moved from here. All panels ask here, so that they all say the same.

import type { Why } from '../core/types';
import { distance } from '../ui/frames';
import { heldBack } from './operate/holds';
import { armOf, partOf, poseOf, toolPlace, type Page } from './page';
import { Reader } from './signals';
import { causeText, isAsked, stateWord, type StateWord } from './statewords';

export interface Causes {
    arm: string;
    why: Why;
    axis: number; // -1 for none
    harder: Why | null; // by which the stop became more severe
}

/** The speed of the tool from its poses in two frames. */
function speedometer(page: Page): () => number {
    let before: ReturnType<typeof poseOf> | null = null;
    let time = 0;
    let speed = Number.NaN;
    return () => {
        const arm = armOf(page);
        if (arm === null || page.station.frame.received === 0) return Number.NaN;
        const now = page.station.frame.time;
        const pose = poseOf(page, toolPlace(page, arm));
        if (before !== null && now > time) {
            const measured = distance(pose, before) / (now - time);
            speed = Number.isNaN(speed) ? measured : speed + 0.5 * (measured - speed);
        }
        before = pose;
        time = now;
        return speed;
    };
}

/** Modes in which the report of the task stage is of this moment. */
const BY_HAND = new Set(['jog', 'drag', 'pull', 'turn']);

export class Condition {
    readonly task: Reader;
    readonly sequence: Reader;
    readonly points: Reader;
    readonly motion: Reader;
    readonly guiding: Reader;
    private rested = performance.now(); // when the arms were last at rest, or in somebody's hand
    state: StateWord;
    /** The texts of all steps; the program card knows them. */
    stepTexts: readonly string[] = [];
    pointName = '';
    /** Why programs failed, from their events. */
    private readonly failures = new Map<string, string>();
    /** Programs of the cell beside the one that is shown: of this arm and of others. */
    private others: Reader[] = [];
    speed = Number.NaN; // of the tool [m/s]
    private readonly meter: () => number;

    constructor(private readonly page: Page) {
        const part = (type: string, names: string[]): Reader =>
            new Reader(page, type, names, () => partOf(page, type));
        this.task = part('task', ['mode', 'report/factor', 'report/missed', 'report/rank', 'drift']);
        this.sequence = part('sequence', ['state', 'step', 'count', 'rounds', 'version']);
        this.points = part('points', ['count', 'version', 'state', 'at', 'rounds']);
        this.motion = part('motion', ['moving', 'paused', 'waiting', 'override']);
        this.guiding = part('guiding', ['on']);
        this.meter = speedometer(page);
        this.state = this.read();
        const open = (): void => {
            this.others.forEach((r) => r.shut());
            this.others = this.otherPrograms();
            this.readers.forEach((r) => r.open());
        };
        page.station.on('catalogue', open);
        page.changed(open);
        page.station.on('event', ({ object, why }) => {
            if (why.rule === 'program') this.failures.set(object, why.text);
        });
        page.ticker.every(5, () => this.readers.forEach((r) => void r.poll()));
    }

    private get readers(): Reader[] {
        return [this.task, this.sequence, this.points, this.motion, this.guiding, ...this.others];
    }

    private otherPrograms(): Reader[] {
        const shown = [partOf(this.page, 'sequence'), partOf(this.page, 'points')];
        const all = this.page.station.catalogue?.components ?? [];
        return all
            .filter((c) => (c.type === 'sequence' || c.type === 'points') && !shown.includes(c))
            .map((c) => new Reader(this.page, c.type, ['state', 'step', 'count'], () => c));
    }

    /** A program beside the one that is shown has failed: its name, where, and why. */
    private failedElsewhere(): { place: string; failure: string } {
        const found = [this.points, ...(this.others ?? [])].find((r) => r?.word('state') === 'failed');
        const name = found?.present?.name ?? '';
        if (found === undefined || name === '') return { place: '', failure: '' };
        const [step, count] = [found.number('step'), found.number('count')];
        const isSequence = found.present?.type === 'sequence' && step >= 0 && count > 0;
        const place = isSequence ? `step ${step + 1} of ${count}` : 'not completed';
        return { place: `${name}: ${place}`, failure: this.failures.get(name) ?? '' };
    }

    get age(): number {
        const { received } = this.page.station.frame;
        return received === 0 ? 0 : (performance.now() - received) / 1000;
    }

    /** Reads it anew; once per frame is enough. */
    read(): StateWord {
        const { station } = this.page;
        this.speed = this.meter();
        const cause = this.cause();
        // number and text are of one moment and of one list: the head says what the list marks
        const step = this.sequence?.number('step');
        const count = this.sequence?.number('count');
        const stepText = this.stepTexts?.[step] ?? '';
        const program = this.sequence?.word('state') ?? '';
        const elsewhere = this.failedElsewhere();
        const failure = this.failures?.get(this.sequence?.present?.name ?? '') ?? '';
        this.state = stateWord({
            contact: station.contact,
            age: this.age,
            loaded: station.catalogue !== null,
            empty: station.catalogue?.cell === '',
            arms: station.frame.arms.map((a) => a.state),
            cause: cause === null ? '' : causeText(cause),
            asked: cause !== null && isAsked(cause),
            mode: this.task?.word('mode') ?? '',
            guiding: this.guiding?.truth('on') ?? false,
            program,
            step:
                step >= 0 && count > 0
                    ? `${step + 1} of ${count}${stepText === '' ? '' : `: ${stepText}`}`
                    : '',
            elsewhere: elsewhere.place,
            failure: program === 'failed' ? failure : elsewhere.failure,
            points: this.points?.word('state') ?? '',
            point: this.pointName,
            moving: this.isMoving(),
            held: this.motion?.truth('paused') === true,
        });
        return this.state;
    }

    /** Part of the wanted motion of the tool that is done; NaN while the task stage does not move it. */
    follows(): number {
        const rank = this.task.number('report/rank');
        if (!BY_HAND.has(this.task.word('mode')) || !(rank > 0)) return Number.NaN;
        const missed = this.task.number('report/missed');
        return 1 - heldBack(this.task.number('report/factor'), this.speed + missed, this.speed) / 100;
    }

    private isMoving(): boolean {
        if (this.motion?.truth('moving') === true || this.motion?.number('waiting') > 0) return true;
        // parts of a cell that no panel knows move it too; a stop that runs out is none of them
        const now = performance.now();
        const turns = this.page.station.frame.arms.some(({ v }) => v.some((rate) => Math.abs(rate) > 0.02));
        if (!(turns || this.speed > 0.01) || BY_HAND.has(this.task?.word('mode') ?? '')) this.rested = now;
        return now - this.rested > 700;
    }

    /** What stopped an arm, with its sentence, from the status; null for nothing. */
    cause(): Causes | null {
        for (const arm of this.page.station.status?.arms ?? []) {
            const axis = typeof arm['axis'] === 'number' ? arm['axis'] : -1;
            const why = whyOfArm(arm['cause']);
            const stopped = !['enabled', 'disabled'].includes(String(arm.state).toLowerCase());
            if (why !== null && stopped) return { arm: arm.name, why, axis, harder: whyOfArm(arm.harder) };
        }
        return null;
    }

    /** Why the chosen arm may not be moved from here, with the way out; null when it may. */
    locked(): string | null {
        const { station } = this.page;
        if (station.contact === 'lost' || station.contact === 'refused') return 'Moving needs the server.';
        if (station.contact === 'starting' || station.catalogue === null)
            return 'The cell is still being read.';
        const arm = armOf(this.page);
        if (arm === null) return 'This cell has no arm.';
        if (station.hello?.role === 'observer')
            return 'You may only look. Open the page with the address of an operator.';
        const state = station.frame.arms[this.page.arm]?.state ?? 0;
        if (state >= 3)
            return `Acknowledge the ${this.state.name === 'fault' ? 'fault' : 'stop'} first.`;
        if (state === 2) return 'The arm is stopping.';
        if (!station.holds) return this.leaseSentence();
        if (state === 0) return 'The drives are off. Enable them first.';
        return null;
    }

    private leaseSentence(): string {
        const lease = this.page.station.status?.lease;
        if (lease === undefined || lease.free) return 'The arm is free. Take it at the top right.';
        return `${lease.owner} holds the arm. Ask or take.`;
    }
}

/** Causes come as a reason or, from older cells, as a word. */
function whyOfArm(cause: unknown): Why | null {
    if (typeof cause === 'string') {
        if (cause === '' || cause === 'ok' || cause === 'none') return null;
        return { code: cause, text: cause.replaceAll('_', ' ') };
    }
    if (typeof cause !== 'object' || cause === null) return null;
    const why = cause as Why;
    return typeof why.text === 'string' && why.text !== '' ? why : null;
}
