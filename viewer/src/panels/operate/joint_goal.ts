// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A joint is sent to a position: by its slider, which moves it while it is held, or by a number, which a
// held button then goes to. Neither lets it beyond its limits.

import { gripOf } from '../../core/grip';
import type { Axis } from '../../core/types';
import { button } from '../../ui/controls';
import { h, setText } from '../../ui/dom';
import { fixed, parseNumber, plain, shownAs } from '../../ui/format';
import { clearNote, noteAt } from '../../ui/notes';
import type { Condition } from '../condition';
import { beginMotion, lockMotion, motionButton, type Motion } from '../motion';
import { armFrame, armOf, type Page } from '../page';
import type { JogSpeed } from './jogspeed';
import { rangeOf } from './margins';

const JOG_SHARE = 0.25; // of the velocity of an axis that joints are jogged with at most

/** Words that send one joint to a position; the others stay where they are meant to be. */
export function reachText(at: ArrayLike<number>, joint: number, goal: number, part: number): string {
    const all = Array.from(at, (q, i) => (i === joint ? goal : q));
    return `reach ${part.toPrecision(4)} ${all.join(' ')}`;
}

/** The part of the jog velocity that a rate is. */
export function partOfJog(axis: Axis, rate: number): number {
    const most = JOG_SHARE * (axis.velocity ?? 4 * rate);
    return Math.max(1e-3, Math.min(1, rate / most));
}

/** Why a joint cannot be sent there; null when it can. */
export function refusalOf(axis: Axis, goal: number): { text: string; fix: string } | null {
    if (Number.isNaN(goal)) return { text: 'This is not a number.', fix: 'Enter a number.' };
    const shown = shownAs(axis.unit);
    const end = (value: number | null): string => `${plain(shown.factor * (value ?? 0), 5)} ${shown.unit}`;
    const fix = `${axis.name} goes from ${end(axis.lower)} to ${end(axis.upper)}.`;
    if (axis.lower !== null && goal < axis.lower)
        return { text: `${axis.name} would be below its lower limit.`, fix };
    if (axis.upper !== null && goal > axis.upper)
        return { text: `${axis.name} would be above its upper limit.`, fix };
    return null;
}

export class JointGoal {
    goal: number | null = null; // where it is to go [rad or m]
    private readonly words = h('span', {}, '');
    private readonly go = button('', { class: 'wide hold', icon: 'right' });
    private readonly drop = button('Drop', { class: 'small', press: () => this.set(null) });
    readonly root = h('div', { class: 'actions tight joint-goal', hidden: true }, this.go, this.drop);
    private readonly motion: Motion;
    private others: number[] = [];

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly speed: JogSpeed,
        private readonly axis: Axis,
        private readonly index: number,
    ) {
        this.go.append(this.words);
        this.motion = {
            type: 'task',
            began: () => this.begin(),
            text: () => this.text(),
        };
        motionButton(page, condition, this.go, this.motion);
    }

    private begin(): void {
        this.others = Array.from(armFrame(this.page)?.commanded ?? []);
    }

    private text(): string | null {
        const count = armOf(this.page)?.axes.length ?? 0;
        if (this.goal === null || this.others.length !== count) return null;
        const part = partOfJog(this.axis, this.speed.rateOf(this.axis));
        return reachText(this.others, this.index, this.goal, part);
    }

    set(goal: number | null): void {
        this.goal = goal;
        this.root.hidden = goal === null;
        const shown = shownAs(this.axis.unit);
        if (goal !== null)
            setText(this.words, `Hold: go to ${fixed(shown.factor * goal, shown.digits)} ${shown.unit}`);
    }

    lock(): void {
        if (this.goal !== null) lockMotion(this.page, this.condition, this.go, this.motion);
    }

    /** The slider: while it is held the joint goes to where the pointer is. */
    slide(range: HTMLElement): void {
        const place = (event: PointerEvent): number => {
            const box = range.getBoundingClientRect();
            const [low, high] = rangeOf(this.axis);
            const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
            return low + part * (high - low);
        };
        range.addEventListener('pointerdown', (event) => {
            if (event.button !== 0 || !event.isPrimary) return;
            event.preventDefault();
            range.focus({ preventScroll: true });
            this.set(null);
            this.goal = place(event);
            const end = beginMotion(this.page, this.condition, range, this.motion);
            if (end === null) {
                this.goal = null;
                return;
            }
            const follow = (e: PointerEvent): void => void (this.goal = place(e));
            range.addEventListener('pointermove', follow);
            gripOf(range, event, () => {
                range.removeEventListener('pointermove', follow);
                this.goal = null;
                end();
            });
        });
        range.addEventListener('keydown', (event) => this.step(event));
    }

    /** Arrows write a position a degree or a millimetre away; they move nothing. */
    private step(event: KeyboardEvent): void {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (step === undefined || event.shiftKey) return;
        event.preventDefault();
        const at = this.goal ?? armFrame(this.page)?.commanded[this.index] ?? 0;
        const goal = at + step / shownAs(this.axis.unit).factor;
        if (refusalOf(this.axis, goal) === null) this.set(goal);
    }

    /** A number that was written, as it is shown. */
    write(input: HTMLInputElement): void {
        clearNote(input);
        const goal = parseNumber(input.value) / shownAs(this.axis.unit).factor;
        const why = refusalOf(this.axis, goal);
        if (why !== null) {
            noteAt(input, { code: 'limit', ...why });
            return;
        }
        this.set(goal);
        input.blur();
    }
}
