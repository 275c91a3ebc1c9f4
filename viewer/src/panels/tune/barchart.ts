// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The newest values as bars, each axis with a scale of its own. Zero is always in sight, and a bar
// reaches from it to its value.

import type { SignalRows } from '../../core/types';
import { h, replace, setText, setVars } from '../../ui/dom';
import { plain, short } from '../../ui/format';
import { shownUnit } from './quantities';
import type { Side, Trace } from './traces';
import { firstAt, type Span } from './windows';

interface Bar {
    root: HTMLElement;
    text: HTMLElement;
}

/** The range of some values with zero in it; grows by whole steps, so that it does not flicker. */
export function barRange(values: readonly number[]): { min: number; max: number } {
    const good = values.filter((v) => Number.isFinite(v));
    const size = Math.max(1e-9, ...good.map((v) => Math.abs(v)));
    const step = 10 ** Math.floor(Math.log10(size));
    const up = (v: number): number => Math.ceil(v / step - 1e-9) * step;
    return {
        min: -up(Math.max(0, ...good.map((v) => -v))),
        max: Math.max(up(Math.max(0, ...good)), good.some((v) => v < 0) ? 0 : step),
    };
}

export class BarChart {
    private readonly ends: Record<Side, [HTMLElement, HTMLElement]>;
    private readonly bars: (Bar | null)[];
    private values: number[];
    private time = Number.NaN;

    constructor(
        place: HTMLElement,
        private readonly traces: readonly Trace[],
    ) {
        this.values = traces.map(() => Number.NaN);
        this.bars = traces.map((t) => {
            if (t.hidden) return null;
            const text = h('b');
            const fill = h('i', { class: t.side === 'R' ? 'dash' : '', 'data-path': t.path });
            fill.style.setProperty('--c', `var(${t.color})`);
            return { root: h('div', { class: 'bar-column', title: t.path }, fill, text), text };
        });
        const end = (): HTMLElement => h('span');
        this.ends = { L: [end(), end()], R: [end(), end()] };
        const scale = (side: Side): HTMLElement => h('div', { class: 'bar-scale' }, ...this.ends[side]);
        const list = this.bars.flatMap((b) => (b === null ? [] : [b.root]));
        replace(
            place,
            h(
                'div',
                { class: 'bar-chart' },
                scale('L'),
                h('div', { class: 'bar-field' }, ...list),
                scale('R'),
            ),
        );
    }

    draw(rows: SignalRows, span: Span): void {
        const row = Math.min(rows.count, firstAt(rows, span.to) + 1) - 1;
        this.time = row < 0 ? Number.NaN : rows.time[row % rows.capacity];
        this.values = this.traces.map((t) => {
            const column = rows.column(t.path);
            return column === null || row < 0 ? Number.NaN : column[row % rows.capacity];
        });
        for (const side of ['L', 'R'] as const) this.drawSide(side);
    }

    private drawSide(side: Side): void {
        const mine = this.traces.flatMap((t, i) => (t.side === side && !t.hidden ? [this.value(i)] : []));
        const [top, bottom] = this.ends[side];
        const { min, max } = barRange(mine);
        setText(top, mine.length === 0 ? '' : plain(max, 3));
        setText(bottom, mine.length === 0 ? '' : plain(min, 3));
        this.traces.forEach((t, i) => {
            const bar = this.bars[i];
            if (t.side !== side || bar === null) return;
            const value = Number.isFinite(this.values[i]) ? this.value(i) : 0;
            const percent = (v: number): string => `${((100 * (v - min)) / (max - min)).toFixed(4)}%`;
            const size = `${((100 * Math.abs(value)) / (max - min)).toFixed(4)}%`;
            setVars(bar.root, { '--from': percent(Math.min(0, value)), '--size': size });
            setText(bar.text, short(this.value(i), 4));
        });
    }

    /** As it is shown. */
    value(trace: number): number {
        return this.values[trace] * shownUnit(this.traces[trace].unit).factor;
    }

    timeAt(): number {
        return this.time;
    }

    probe(): { time: number; values: number[] } {
        return { time: this.time, values: [...this.values] };
    }

    resize(): void {
        // sizes are shares: the browser does it
    }

    shut(): void {
        // what is in its place is taken out by who put it there
    }
}
