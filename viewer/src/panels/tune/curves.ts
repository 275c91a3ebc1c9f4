// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Curves over time on two axes. Both axes keep their room, so that the time of all plots is in line.

import uPlot from 'uplot';
import type { SignalRows } from '../../core/types';
import { plain } from '../../ui/format';
import { token } from '../../ui/theme';
import { axisTitle, shownUnit } from './quantities';
import type { Side, Trace } from './traces';
import { copyColumn, rangeOf, rowsIn, type Span } from './windows';

export interface Level {
    side: Side;
    value: number;
}

export interface CurveUses {
    zoom(span: Span): void;
    pointed(index: number | null): void;
    level(): Level | null; // of the trigger
    marks(): readonly number[]; // times that have a line
}

export class Curves {
    private readonly chart: uPlot;
    private readonly time: number[] = [];
    private readonly buffers: (number | null)[][];

    constructor(
        private readonly place: HTMLElement,
        private readonly traces: readonly Trace[],
        private readonly uses: CurveUses,
    ) {
        const { width, height } = place.getBoundingClientRect();
        this.buffers = traces.map(() => []);
        this.chart = new uPlot(this.options(width, height), [[], ...traces.map(() => [])], place);
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
            hooks: {
                setCursor: [(u) => this.uses.pointed(u.cursor.idx ?? null)],
                setSelect: [(u) => this.selected(u)],
                draw: [(u) => this.drawLines(u)],
            },
        };
    }

    private axes(): uPlot.Axis[] {
        const look = {
            stroke: token('--ink-2'),
            font: `500 11px ${token('--font')}`,
            ticks: { show: false },
        };
        const grid = { stroke: token('--line'), width: 1 };
        const has = (scale: string): boolean => this.traces.some((t) => t.side === scale && !t.hidden);
        const upright = (scale: Side, side: uPlot.Axis.Side): uPlot.Axis => ({
            ...look,
            scale,
            side,
            size: 48,
            gap: 4,
            label: axisTitle(this.traces.filter((t) => t.side === scale && !t.hidden).map((t) => t.unit)),
            labelSize: 16,
            labelGap: 0,
            labelFont: look.font,
            grid: { ...grid, show: side === 3 },
            values: (_u, ticks) => ticks.map((t) => (has(scale) ? plain(t, 5) : '')),
        });
        const time = {
            ...look,
            grid,
            size: 22,
            label: 'time [s]',
            labelSize: 14,
            labelGap: 0,
            labelFont: look.font,
            values: (_u: uPlot, ticks: number[]) => ticks.map((t) => plain(t)),
        };
        return [time, upright('L', 3), upright('R', 1)];
    }

    private series(trace: Trace): uPlot.Series {
        return {
            label: trace.path,
            scale: trace.side,
            stroke: token(trace.color),
            width: 1.5,
            show: !trace.hidden,
            points: { show: false },
            spanGaps: true, // groups of a recording have rates of their own
            ...(trace.side === 'R' ? { dash: [6, 3] } : {}),
        };
    }

    private selected(chart: uPlot): void {
        const { left, width } = chart.select;
        if (width < 4) return;
        const span = { from: chart.posToVal(left, 'x'), to: chart.posToVal(left + width, 'x') };
        chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        this.uses.zoom(span);
    }

    /** The level of the trigger as a line across, times of note as lines upright. */
    private drawLines(chart: uPlot): void {
        const { ctx, bbox } = chart;
        const line = (x0: number, y0: number, x1: number, y1: number, color: string): void => {
            ctx.strokeStyle = token(color);
            ctx.beginPath();
            ctx.moveTo(x0, y0);
            ctx.lineTo(x1, y1);
            ctx.stroke();
        };
        ctx.save();
        ctx.lineWidth = devicePixelRatio;
        ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
        const level = this.uses.level();
        if (level !== null) {
            const y = chart.valToPos(level.value, level.side, true);
            if (y > bbox.top && y < bbox.top + bbox.height)
                line(bbox.left, y, bbox.left + bbox.width, y, '--limit-fill');
        }
        for (const time of this.uses.marks()) {
            const x = chart.valToPos(time, 'x', true);
            if (x > bbox.left && x < bbox.left + bbox.width)
                line(x, bbox.top, x, bbox.top + bbox.height, '--fault-fill');
        }
        ctx.restore();
    }

    draw(rows: SignalRows, span: Span): void {
        const { chart } = this;
        const window = rowsIn(rows, span);
        copyColumn(rows, rows.time, window, this.time);
        this.traces.forEach((t, i) => {
            const column = t.hidden ? null : rows.column(t.path);
            if (column === null) this.buffers[i].length = 0;
            else copyColumn(rows, column, window, this.buffers[i], shownUnit(t.unit).factor);
        });
        chart.batch(() => {
            chart.setData([this.time, ...this.buffers] as uPlot.AlignedData, false);
            for (const side of ['L', 'R'] as const) {
                const mine = this.buffers.filter((_, i) => this.traces[i].side === side);
                if (mine.length > 0) chart.setScale(side, rangeOf(mine));
            }
            chart.setScale('x', { min: span.from, max: span.to });
        });
    }

    /** The value of a trace at the cursor, or the newest one in sight. */
    value(trace: number, at: number | null): number {
        const buffer = this.buffers[trace];
        return Number(buffer?.[at ?? buffer.length - 1] ?? Number.NaN);
    }

    timeAt(at: number | null): number {
        return this.time[at ?? this.time.length - 1] ?? Number.NaN;
    }

    /** What is drawn now, for what looks from outside. */
    probe(): { from: number; to: number; points: number[]; titles: string[] } {
        const { min, max } = this.chart.scales['x'];
        return {
            from: min ?? Number.NaN,
            to: max ?? Number.NaN,
            points: this.buffers.map((b) => b.length),
            titles: this.chart.axes.map((a) => String(a.label ?? '')),
        };
    }

    resize(): void {
        const { width, height } = this.place.getBoundingClientRect();
        if (width >= 50 && height >= 40) this.chart.setSize({ width, height });
    }

    shut(): void {
        this.chart.destroy();
    }
}
