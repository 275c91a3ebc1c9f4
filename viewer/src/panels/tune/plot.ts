// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// One plot: any signals on two axes, values at the cursor in a fixed column at its right.

import uPlot from 'uplot';
import type { SignalRows } from '../../core/types';
import { button } from '../../ui/controls';
import { h, replace, setText } from '../../ui/dom';
import { plain, short } from '../../ui/format';
import { menu } from '../../ui/popups';
import { token } from '../../ui/theme';
import { copyColumn, rangeOf, rowsIn, type Span } from './windows';

export interface Trace {
    path: string;
    unit: string;
    side: 'L' | 'R';
    color: string; // name of a token
}

const COLORS = ['--p1', '--p2', '--p3', '--p4', '--p5', '--p6'];

export class Plot {
    readonly traces: Trace[] = [];
    private readonly place = h('div', { class: 'plot-place' });
    private readonly legend = h('div', { class: 'legend' });
    private readonly title = h('h2');
    readonly root: HTMLElement;
    private chart: uPlot | null = null;
    private bars = false;
    private buffers: (number | null)[][] = [];
    private readonly time: number[] = [];
    private values: HTMLElement[] = [];
    private cursor: number | null = null;

    constructor(
        private readonly uses: {
            remove(plot: Plot): void;
            changed(): void;
            choose(plot: Plot): void;
            zoom(span: Span): void;
        },
    ) {
        const more = button('', {
            class: 'icon-only quiet',
            icon: 'more',
            title: 'Menu of this plot',
            press: (b) => this.menu(b),
        });
        this.root = h(
            'section',
            { class: 'plot', 'aria-label': 'Plot' },
            h('div', { class: 'plot-main' }, this.title, this.place),
            h('div', { class: 'plot-side' }, more, this.legend),
        );
        this.root.addEventListener('pointerdown', () => uses.choose(this), true);
        this.root.addEventListener('focusin', () => uses.choose(this));
        new ResizeObserver(() => this.resize()).observe(this.place);
        addEventListener('sinew-theme', () => this.rebuild());
    }

    private menu(at: HTMLElement): void {
        menu('Plot', at, [
            {
                text: 'Bars',
                checked: this.bars,
                act: () => {
                    this.bars = !this.bars;
                    this.rebuild();
                },
            },
            'line',
            ...this.traces.map((t) => ({
                text: `Take out ${t.path}`,
                act: () => this.toggle(t.path, t.unit, t.side),
            })),
            { text: 'Remove this plot', icon: 'close' as const, act: () => this.uses.remove(this) },
        ]);
    }

    /** Adds a signal, moves it to the other axis, or takes it out. */
    toggle(path: string, unit: string, side: 'L' | 'R'): void {
        const at = this.traces.findIndex((t) => t.path === path);
        if (at >= 0 && this.traces[at].side === side) this.traces.splice(at, 1);
        else if (at >= 0) this.traces[at].side = side;
        else {
            const used = new Set(this.traces.map((t) => t.color));
            const color = COLORS.find((c) => !used.has(c)) ?? COLORS[this.traces.length % COLORS.length];
            this.traces.push({ path, unit, side, color });
        }
        this.rebuild();
        this.uses.changed();
    }

    private unitOf(side: 'L' | 'R'): string {
        return [...new Set(this.traces.filter((t) => t.side === side).map((t) => t.unit))].join(', ');
    }

    rebuild(): void {
        this.chart?.destroy();
        this.chart = null;
        this.buffers = this.traces.map(() => []);
        this.drawLegend();
        setText(this.title, this.traces.length === 0 ? 'Empty plot' : titleOf(this.traces));
        const { width, height } = this.place.getBoundingClientRect();
        if (this.traces.length === 0 || width < 50 || height < 40) {
            replace(
                this.place,
                this.traces.length === 0 &&
                    h('p', { class: 'empty' }, 'No signal yet. Choose L or R beside a signal in the tree.'),
            );
            return;
        }
        replace(this.place);
        this.chart = new uPlot(this.options(width, height), [[], ...this.traces.map(() => [])], this.place);
    }

    private options(width: number, height: number): uPlot.Options {
        return {
            width,
            height,
            legend: { show: false },
            cursor: {
                drag: { x: true, y: false, setScale: false },
                sync: { key: 'station' },
                points: { size: 5 },
            },
            scales: { x: { time: false, auto: false }, L: { auto: false }, R: { auto: false } },
            axes: this.axes(),
            series: [{}, ...this.traces.map((t) => this.series(t))],
            hooks: { setCursor: [(u) => this.pointed(u)], setSelect: [(u) => this.selected(u)] },
        };
    }

    private axes(): uPlot.Axis[] {
        const look = {
            stroke: token('--ink-2'),
            font: `500 11px ${token('--font')}`,
            ticks: { show: false },
        };
        const grid = { stroke: token('--line'), width: 1 };
        const has = (scale: string): boolean => this.traces.some((t) => t.side === scale);
        // both sides keep their room, so that the time axes of all plots are in line
        const upright = (scale: 'L' | 'R', side: uPlot.Axis.Side): uPlot.Axis => ({
            ...look,
            scale,
            side,
            size: 52,
            gap: 4,
            grid: { ...grid, show: side === 3 },
            values: (_u, ticks) => ticks.map((t) => (has(scale) ? plain(t) : '')),
        });
        const time = {
            ...look,
            grid,
            size: 24,
            values: (_u: uPlot, ticks: number[]) => ticks.map((t) => plain(t)),
        };
        return [time, upright('L', 3), upright('R', 1)];
    }

    private series(trace: Trace): uPlot.Series {
        const stroke = token(trace.color);
        return {
            label: trace.path,
            scale: trace.side,
            stroke,
            width: 1.5,
            points: { show: false },
            ...(trace.side === 'R' ? { dash: [6, 3] } : {}),
            ...(this.bars && uPlot.paths.bars !== undefined
                ? { paths: uPlot.paths.bars(), fill: stroke }
                : {}),
        };
    }

    private pointed(chart: uPlot): void {
        this.cursor = chart.cursor.idx ?? null;
        this.drawValues();
    }

    private selected(chart: uPlot): void {
        const { left, width } = chart.select;
        if (width < 4) return;
        const span = { from: chart.posToVal(left, 'x'), to: chart.posToVal(left + width, 'x') };
        chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        this.uses.zoom(span);
    }

    private drawLegend(): void {
        this.values = this.traces.map(() => h('b'));
        const units = [this.unitOf('L'), this.unitOf('R')].filter((u) => u !== '').join(' | ');
        replace(
            this.legend,
            this.traces.length > 0 && h('p', {}, h('span', {}, 'at cursor'), h('span', {}, units)),
            ...this.traces.map((t, i) => {
                const mark = h('i', { class: t.side === 'R' ? 'dash' : '' });
                mark.style.setProperty('--c', `var(${t.color})`);
                return h(
                    'div',
                    { title: t.path },
                    mark,
                    h('span', {}, t.path.split('/').at(-1) ?? t.path),
                    this.values[i],
                );
            }),
        );
    }

    /** Draws a span of the rows. */
    draw(rows: SignalRows, span: Span): void {
        const { chart } = this;
        if (chart === null) return;
        const window = rowsIn(rows, span);
        copyColumn(rows, rows.time, window, this.time);
        this.traces.forEach((t, i) => {
            const column = rows.column(t.path);
            if (column === null) this.buffers[i].length = 0;
            else copyColumn(rows, column, window, this.buffers[i]);
        });
        chart.batch(() => {
            chart.setData([this.time, ...this.buffers] as uPlot.AlignedData, false);
            for (const side of ['L', 'R'] as const) {
                const mine = this.buffers.filter((_, i) => this.traces[i].side === side);
                if (mine.length > 0) chart.setScale(side, rangeOf(mine));
            }
            chart.setScale('x', { min: span.from, max: span.to });
        });
        this.drawValues();
    }

    private drawValues(): void {
        const data = this.chart?.data;
        if (data === undefined) return;
        const at = this.cursor ?? data[0].length - 1;
        this.values.forEach((cell, i) => setText(cell, short(Number(data[i + 1]?.[at] ?? Number.NaN))));
    }

    private resize(): void {
        const { width, height } = this.place.getBoundingClientRect();
        if (this.chart === null) this.rebuild();
        else if (width >= 50 && height >= 40) this.chart.setSize({ width, height });
    }
}

function titleOf(traces: readonly Trace[]): string {
    const names = traces.map((t) => t.path.split('/').slice(-2).join(' '));
    return names.length <= 2
        ? names.join(', ')
        : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
