// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The time axis of all plots: rolling with the newest row, standing at a trigger with its history, or
// held; and the bar of controls for it.

import type { SignalRows } from '../../core/types';
import { button, segments, select, setOptions, type Choice } from '../../ui/controls';
import { h, isTyping, setAttribute, setText } from '../../ui/dom';
import { fixed, parseNumber } from '../../ui/format';
import { setIcon } from '../../ui/icons';
import { noteAt } from '../../ui/notes';
import type { Level } from './curves';
import { shownUnit } from './quantities';
import type { Trace } from './traces';
import { crossing, newestTime, type Span } from './windows';

type Mode = 'roll' | 'trigger' | 'single';

const SPANS = ['0.5', '2', '10', '60'] as const;
const SHORTEST = 0.05; // [s]
const LONGEST = 100;
const BACK = 30; // [s] that a trigger is looked for

export class TimeAxis {
    private mode: Mode = 'roll';
    length = 10; // [s]
    private held: Span | null = null;
    private zoomed: Span | null = null;
    private caught = Number.NaN; // time of the last trigger
    private armed = Number.NEGATIVE_INFINITY; // what crossed before does not count
    readonly hold = button('Hold', { icon: 'pause', title: 'Hold or play (Space)', press: () => this.toggleHold() });
    private readonly said = h('span', { class: 'plot-said' });
    private readonly signal = select('Trigger signal', [['', 'signal']], '', () => this.forget());
    private readonly edge = select(
        'Trigger edge',
        [
            ['up', 'above'],
            ['down', 'below'],
        ],
        'up',
        () => this.forget(),
    );
    private readonly level = h('input', {
        class: 'input level',
        type: 'text',
        value: '0',
        'aria-label': 'Trigger level',
        inputmode: 'decimal',
    });
    private readonly before = select(
        'History before the trigger',
        ['0', '20', '50', '80'].map((s) => [s, `${s} % before`] as const),
        '20',
        () => this.forget(),
    );
    /** What it waits for: a row of its own below the bar, while there is a trigger. */
    readonly trigger = h('span', { class: 'trigger', hidden: true });
    private readonly seconds = h('input', {
        class: 'input level',
        type: 'text',
        value: '10',
        'aria-label': 'Length of the window in seconds',
        inputmode: 'decimal',
    });
    private readonly spans: Choice<string>;
    private readonly modes: Choice<Mode>;
    readonly left: HTMLElement;
    readonly right: HTMLElement;

    constructor(
        private readonly rows: () => SignalRows,
        private readonly now: () => number,
        private readonly unitOf: (path: string) => string = () => '',
        private readonly nameOf: (path: string) => string = (path) => path,
    ) {
        this.trigger.append(this.signal, this.edge, this.level, this.before);
        this.level.addEventListener('input', () => this.forget());
        this.modes = segments<Mode>(
            'Time axis',
            [
                ['roll', 'Roll'],
                ['trigger', 'Trigger'],
                ['single', 'Single'],
            ],
            'roll',
            (m) => this.setMode(m),
        );
        this.spans = segments(
            'Length of the window',
            SPANS.map((s) => [s as string, `${s} s`] as const),
            '10',
            (s) => this.setLength(Number(s)),
        );
        this.seconds.addEventListener('keydown', (e) => e.key === 'Enter' && this.takeSeconds());
        this.seconds.addEventListener('blur', () => (this.seconds.value = String(this.length)));
        this.left = h('span', { class: 'plot-time' }, this.hold, this.modes.root, this.said);
        this.right = h('span', { class: 'plot-time' }, this.spans.root, this.seconds, h('em', {}, 's'));
    }

    private takeSeconds(): void {
        const seconds = parseNumber(this.seconds.value);
        if (seconds >= SHORTEST && seconds <= LONGEST) return this.setLength(seconds);
        noteAt(this.seconds, {
            code: 'range',
            text: `A window is between ${SHORTEST} and ${LONGEST} s long.`,
            fix: `It stays at ${this.length} s.`,
        });
        this.seconds.value = String(this.length);
    }

    setLength(seconds: number): void {
        this.length = seconds;
        this.zoomed = null;
        this.spans.set(String(seconds));
        this.seconds.value = String(seconds);
        // what is held stays in the same place of the window
        if (this.held !== null) {
            const { from, to } = this.held;
            const middle = from + 0.5 * (to - from);
            this.held = { from: middle - 0.5 * seconds, to: middle + 0.5 * seconds };
        }
    }

    private setMode(mode: Mode): void {
        this.mode = mode;
        this.held = null;
        this.zoomed = null;
        this.forget();
        this.trigger.hidden = mode === 'roll';
    }

    /** Arms the trigger anew. */
    private forget(): void {
        this.caught = Number.NaN;
        this.armed = newestTime(this.rows());
        if (this.mode === 'single') this.held = null;
    }

    setSignals(paths: readonly string[]): void {
        setOptions(this.signal, [['', 'signal'], ...paths.map((p) => [p, this.nameOf(p)] as const)]);
        if (this.signal.value === '' && paths.length > 0) this.signal.value = paths[0];
    }

    get isHeld(): boolean {
        return this.held !== null;
    }

    toggleHold(): void {
        if (isTyping(document.activeElement)) return;
        this.held = this.held === null ? this.span() : null;
        if (this.held === null) this.zoomed = null;
        if (this.held === null && this.mode === 'single') this.forget();
    }

    zoom(span: Span): void {
        if (this.held === null) this.held = this.span();
        this.zoomed = span;
    }

    zoomOut(): void {
        this.zoomed = null;
    }

    /** Holds with a time two fifths into the window. */
    showAt(time: number): void {
        this.zoomed = null;
        this.held = { from: time - 0.4 * this.length, to: time + 0.6 * this.length };
    }

    play(): void {
        this.held = null;
        this.zoomed = null;
    }

    span(): Span {
        if (this.zoomed !== null) return this.zoomed;
        if (this.held !== null) return this.held;
        const newest = newestTime(this.rows());
        const end = Number.isNaN(newest) ? this.now() : newest;
        if (this.mode === 'roll') return { from: end - this.length, to: end };
        return this.triggered(end);
    }

    private triggered(end: number): Span {
        const share = Number(this.before.value) / 100;
        const after = (1 - share) * this.length;
        const found = crossing(
            this.rows(),
            {
                path: this.signal.value,
                level: parseNumber(this.level.value) / shownUnit(this.unitOf(this.signal.value)).factor,
                rising: this.edge.value === 'up',
            },
            Math.max(end - Math.max(BACK, 2 * this.length), this.armed || 0),
            end - after,
        );
        if (!Number.isNaN(found)) this.caught = found;
        if (Number.isNaN(this.caught)) return { from: end - this.length, to: end };
        const span = { from: this.caught - share * this.length, to: this.caught + after };
        if (this.mode === 'single') this.held = span;
        return span;
    }

    /** The level of the trigger on a plot that has its signal. */
    levelFor(traces: readonly Trace[]): Level | null {
        if (this.mode === 'roll') return null;
        const trace = traces.find((t) => t.path === this.signal.value && !t.hidden);
        const value = parseNumber(this.level.value);
        return trace === undefined || Number.isNaN(value) ? null : { side: trace.side, value };
    }

    draw(): void {
        const held = this.held !== null;
        const waits = this.mode !== 'roll' && Number.isNaN(this.caught);
        const text = waits ? 'waiting' : `at ${fixed(this.caught, 3)} s`;
        setText(this.said, held ? 'held' : this.mode === 'roll' ? '' : text);
        setAttribute(this.hold, 'aria-pressed', String(held));
        const shape = this.hold.querySelector('svg');
        if (shape !== null) setIcon(shape, held ? 'run' : 'pause');
        const word = this.hold.querySelector('span');
        if (word !== null) setText(word, held ? 'Play' : 'Hold');
    }
}
