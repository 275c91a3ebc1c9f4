// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// One plot: signals on two axes as curves or bars, values at the cursor in a fixed column at its
// right, where a click hides a signal.

import type { SignalRows } from '../../core/types';
import { button } from '../../ui/controls';
import { h, replace, setText } from '../../ui/dom';
import { short } from '../../ui/format';
import { menu } from '../../ui/popups';
import { BarChart } from './barchart';
import { Curves, type Level } from './curves';
import { shownUnit } from './quantities';
import { titleOf, toggleTrace, type Kind, type PlotModel, type Side, type Trace } from './traces';
import type { Span } from './windows';

export interface PlotUses {
    remove(plot: Plot): void;
    edit(plot: Plot): void;
    changed(): void;
    choose(plot: Plot): void;
    zoom(span: Span): void;
    level(traces: readonly Trace[]): Level | null;
    marks(): readonly number[];
    nameOf(path: string): string;
}

/** Elements of a plot can be asked what they show: tests look at that, not at pixels. */
type Probed = HTMLElement & { probe?: () => unknown };

export class Plot {
    private readonly place = h('div', { class: 'plot-place' });
    private readonly legend = h('div', { class: 'legend' });
    private readonly title = h('h2');
    readonly root: Probed;
    private drawing: Curves | BarChart | null = null;
    private values: HTMLElement[] = [];
    private at = h('span');
    private cursor: number | null = null;
    private drawn = 0;
    private readonly end = new AbortController();
    private readonly sizes = new ResizeObserver(() => this.resize());

    constructor(
        readonly model: PlotModel,
        private readonly uses: PlotUses,
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
        this.root.probe = () => ({ ...this.drawing?.probe(), kind: this.model.kind, drawn: this.drawn });
        this.root.addEventListener('pointerdown', () => uses.choose(this), true);
        this.root.addEventListener('focusin', () => uses.choose(this));
        this.sizes.observe(this.place);
        addEventListener('sinew-theme', () => this.rebuild(), { signal: this.end.signal });
    }

    private menu(at: HTMLElement): void {
        const kind = (text: string, value: Kind) => ({
            text,
            checked: this.model.kind === value,
            act: () => this.setKind(value),
        });
        menu('Plot', at, [
            kind('Curves over time', 'curves'),
            kind('Bars', 'bars'),
            'line',
            { text: 'Edit\u2026', act: () => this.uses.edit(this) },
            ...this.model.traces.map((t) => ({
                text: `Remove ${this.uses.nameOf(t.path)}`,
                detail: t.side === 'L' ? 'left' : 'right',
                act: () => this.toggle(t.path, t.unit, t.side),
            })),
            { text: 'Remove this plot', icon: 'close' as const, act: () => this.uses.remove(this) },
        ]);
    }

    setKind(kind: Kind): void {
        this.model.kind = kind;
        this.rebuild();
        this.uses.changed();
    }

    toggle(path: string, unit: string, side: Side): void {
        toggleTrace(this.model.traces, path, unit, side);
        this.rebuild();
        this.uses.changed();
    }

    private hide(trace: Trace): void {
        trace.hidden = !trace.hidden;
        this.rebuild();
        this.uses.changed();
    }

    rebuild(): void {
        const { traces, kind } = this.model;
        this.drawing?.shut();
        this.drawing = null;
        this.drawLegend();
        setText(this.title, titleOf(this.model, (path) => this.uses.nameOf(path)));
        const { width, height } = this.place.getBoundingClientRect();
        replace(
            this.place,
            traces.length === 0 &&
                h('p', { class: 'empty' }, 'No signal yet. Choose L or R beside a signal in the tree.'),
        );
        if (traces.length === 0 || width < 50 || height < 40) return;
        if (kind === 'bars') this.drawing = new BarChart(this.place, traces);
        else {
            this.drawing = new Curves(this.place, traces, {
                zoom: (span) => this.uses.zoom(span),
                pointed: (index) => {
                    this.cursor = index;
                    this.drawValues();
                },
                level: () => this.uses.level(traces),
                marks: () => this.uses.marks(),
            });
        }
    }

    private unitOf(side: Side): string {
        const units = this.model.traces.filter((t) => t.side === side).map((t) => shownUnit(t.unit).unit);
        return [...new Set(units)].join(', ');
    }

    private drawLegend(): void {
        const { traces } = this.model;
        this.values = traces.map(() => h('b', { 'aria-hidden': 'true' }));
        const units = [this.unitOf('L'), this.unitOf('R')].filter((u) => u !== '').join(' | ');
        replace(
            this.legend,
            traces.length > 0 && h('p', {}, this.at, h('span', {}, units)),
            ...traces.map((t, i) => this.legendRow(t, i)),
        );
    }

    private legendRow(trace: Trace, index: number): HTMLElement {
        const mark = h('i', { class: trace.side === 'R' ? 'dash' : '' });
        mark.style.setProperty('--c', `var(${trace.color})`);
        const row = h(
            'button',
            {
                type: 'button',
                title: `${trace.path}: ${trace.hidden ? 'show' : 'hide'}`,
                'aria-pressed': String(!trace.hidden),
            },
            mark,
            h('span', {}, this.uses.nameOf(trace.path)),
            this.values[index],
        );
        row.addEventListener('click', () => this.hide(trace));
        return row;
    }

    /** Draws a span of the rows. */
    draw(rows: SignalRows, span: Span): void {
        if (this.drawing === null) return;
        this.drawing.draw(rows, span);
        this.drawn += 1;
        this.drawValues();
    }

    private drawValues(): void {
        const { drawing } = this;
        if (drawing === null) return;
        const time = drawing.timeAt(this.cursor);
        setText(this.at, Number.isNaN(time) ? 'at cursor' : `at ${time.toFixed(3)} s`);
        this.values.forEach((cell, i) => setText(cell, short(drawing.value(i, this.cursor))));
    }

    /** It is taken out for good. */
    shut(): void {
        this.end.abort();
        this.sizes.disconnect();
        this.drawing?.shut();
        this.drawing = null;
        this.root.remove();
    }

    private resize(): void {
        if (this.drawing === null) this.rebuild();
        else this.drawing.resize();
    }
}
