// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// All plots on one time axis: roll, trigger, single; hold, zoom, export.

import { button, segments, select, setOptions } from '../../ui/controls';
import { h, isTyping, replace, saveFile, setAttribute, setText } from '../../ui/dom';
import { fixed, parseNumber } from '../../ui/format';
import { setIcon } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import type { Page } from '../page';
import { Plot } from './plot';
import { crossing, csv, newestTime, rowsIn, type Span } from './windows';

type Mode = 'roll' | 'trigger' | 'single';

const SPANS = ['0.5', '2', '10', '60'] as const;

export class PlotStack {
    readonly root = h('div', { class: 'plot-stack' });
    private readonly list = h('div', { class: 'plot-list' });
    private plots: Plot[] = [];
    private chosen: Plot | null = null;
    private mode: Mode = 'roll';
    private length = 10; // [s]
    private held: Span | null = null;
    private zoomed: Span | null = null;
    private caught = Number.NaN; // time of the last trigger
    private release: (() => void) | null = null;
    private readonly hold = button('Hold', { icon: 'pause', key: 'Space', press: () => this.toggleHold() });
    private readonly signal = select(
        'Trigger signal',
        [['', 'signal']],
        '',
        () => (this.caught = Number.NaN),
    );
    private readonly edge = select(
        'Trigger edge',
        [
            ['up', 'above'],
            ['down', 'below'],
        ],
        'up',
        () => (this.caught = Number.NaN),
    );
    private readonly level = h('input', {
        class: 'input level',
        type: 'text',
        value: '0',
        'aria-label': 'Trigger level',
        inputmode: 'decimal',
    });
    private readonly trigger = h(
        'span',
        { class: 'trigger', hidden: true },
        this.signal,
        this.edge,
        this.level,
    );
    private readonly said = h('span', { class: 'plot-said' });
    private listeners = new Set<() => void>();

    constructor(private readonly page: Page) {
        this.root.dataset['notes'] = '';
        this.root.append(this.bar(), this.list);
        this.addPlot();
        this.restore();
        const seen = (): boolean => page.workspace === 'tune' || page.workspace === 'events';
        page.ticker.every(60, () => this.draw(), seen);
        page.keys.add({
            name: 'Hold or play plots',
            keys: 'Space',
            group: 'Plots',
            act: () => this.toggleHold(),
        });
        page.keys.add({ name: 'Add a plot', group: 'Plots', act: () => this.addPlot() });
        page.keys.add({ name: 'Export plots as CSV', group: 'Plots', act: () => this.export() });
        page.keys.add({ name: 'Zoom plots out', group: 'Plots', act: () => (this.zoomed = null) });
        page.station.on('catalogue', () => this.watch());
    }

    private bar(): HTMLElement {
        const mode = segments<Mode>(
            'Time axis',
            [
                ['roll', 'Roll'],
                ['trigger', 'Trigger'],
                ['single', 'Single'],
            ],
            'roll',
            (m) => this.setMode(m),
        );
        const span = segments(
            'Length of the window',
            SPANS.map((s) => [s, `${s} s`] as const),
            '10',
            (s) => {
                this.length = Number(s);
                this.zoomed = null;
            },
        );
        return h(
            'div',
            { class: 'plot-bar' },
            this.hold,
            mode.root,
            this.trigger,
            this.said,
            h('span', { class: 'grow' }),
            span.root,
            button('', {
                class: 'icon-only',
                icon: 'zoom',
                title: 'Zoom out',
                press: () => (this.zoomed = null),
            }),
            button('', {
                class: 'icon-only',
                icon: 'save',
                title: 'Save as CSV',
                press: () => this.export(),
            }),
            button('', {
                class: 'icon-only',
                icon: 'plus',
                title: 'Add a plot',
                press: () => this.addPlot(),
            }),
        );
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    private setMode(mode: Mode): void {
        this.mode = mode;
        this.held = null;
        this.zoomed = null;
        this.caught = Number.NaN;
        this.trigger.hidden = mode === 'roll';
    }

    addPlot(): Plot {
        const plot = new Plot({
            remove: (p) => this.removePlot(p),
            changed: () => this.watch(),
            choose: (p) => this.choose(p),
            zoom: (span) => this.zoom(span),
        });
        this.plots.push(plot);
        this.list.append(plot.root);
        this.choose(plot);
        plot.rebuild();
        return plot;
    }

    private removePlot(plot: Plot): void {
        this.plots = this.plots.filter((p) => p !== plot);
        plot.root.remove();
        if (this.plots.length === 0) this.addPlot();
        this.choose(this.plots.at(-1) as Plot);
        this.watch();
    }

    private choose(plot: Plot): void {
        this.chosen = plot;
        for (const p of this.plots) p.root.classList.toggle('on', p === plot && this.plots.length > 1);
    }

    /** A signal goes to the chosen plot; one that is plotted anywhere is taken out there. */
    plot(path: string, unit: string, side: 'L' | 'R'): void {
        const home =
            this.plots.find((p) => p.traces.some((t) => t.path === path)) ?? this.chosen ?? this.addPlot();
        home.toggle(path, unit, side);
    }

    plotted(path: string): { side: 'L' | 'R'; color: string } | null {
        for (const p of this.plots) {
            const trace = p.traces.find((t) => t.path === path);
            if (trace !== undefined) return { side: trace.side, color: `var(${trace.color})` };
        }
        return null;
    }

    private paths(): string[] {
        return [...new Set(this.plots.flatMap((p) => p.traces.map((t) => t.path)))];
    }

    private watch(): void {
        const paths = this.paths();
        const old = this.release;
        this.release = this.page.station.watch(paths);
        old?.();
        setOptions(this.signal, [['', 'signal'], ...paths.map((p) => [p, p] as const)]);
        if (this.signal.value === '' && paths.length > 0) this.signal.value = paths[0];
        this.store();
        for (const listener of this.listeners) listener();
    }

    private store(): void {
        try {
            sessionStorage.setItem('sinew-plots', JSON.stringify(this.plots.map((p) => p.traces)));
        } catch {
            // without storage plots begin anew
        }
    }

    private restore(): void {
        try {
            const stored = JSON.parse(sessionStorage.getItem('sinew-plots') ?? '[]') as {
                path: string;
                unit: string;
                side: 'L' | 'R';
            }[][];
            stored.forEach((traces, i) => {
                const plot = i === 0 ? this.plots[0] : this.addPlot();
                for (const t of traces) plot.toggle(t.path, t.unit, t.side);
            });
        } catch {
            // what was stored is not ours: begin anew
        }
    }

    private toggleHold(): void {
        if (isTyping(document.activeElement)) return;
        this.held = this.held === null ? this.span() : null;
        if (this.held === null) this.zoomed = null;
    }

    private zoom(span: Span): void {
        if (this.held === null) this.held = this.span();
        this.zoomed = span;
    }

    /** Holds with a time in the middle: the black box of an event. */
    showAt(time: number): void {
        this.zoomed = null;
        this.held = { from: time - 0.4 * this.length, to: time + 0.6 * this.length };
    }

    private span(): Span {
        if (this.zoomed !== null) return this.zoomed;
        if (this.held !== null) return this.held;
        const now = newestTime(this.page.station.rows);
        const end = Number.isNaN(now) ? this.page.station.frame.time : now;
        if (this.mode === 'roll') return { from: end - this.length, to: end };
        return this.triggered(end);
    }

    private triggered(end: number): Span {
        const level = parseNumber(this.level.value);
        const after = 0.8 * this.length;
        const found = crossing(
            this.page.station.rows,
            { path: this.signal.value, level, rising: this.edge.value === 'up' },
            end - 30,
            end - after,
        );
        if (!Number.isNaN(found)) this.caught = found;
        if (Number.isNaN(this.caught)) return { from: end - this.length, to: end };
        const span = { from: this.caught - 0.2 * this.length, to: this.caught + after };
        if (this.mode === 'single') this.held = span;
        return span;
    }

    private draw(): void {
        const span = this.span();
        const waits = this.mode !== 'roll' && Number.isNaN(this.caught);
        setText(
            this.said,
            this.held !== null
                ? 'held'
                : waits
                  ? 'waits for the trigger'
                  : this.mode === 'roll'
                    ? ''
                    : `at ${fixed(this.caught, 3)} s`,
        );
        setAttribute(this.hold, 'aria-pressed', String(this.held !== null));
        const shape = this.hold.querySelector('svg');
        if (shape !== null) setIcon(shape, this.held !== null ? 'run' : 'pause');
        const word = this.hold.querySelector('span');
        if (word !== null) setText(word, this.held !== null ? 'Play' : 'Hold');
        for (const p of this.plots) p.draw(this.page.station.rows, span);
    }

    private export(): void {
        void attempt(this.list, async () => {
            const paths = this.paths();
            if (paths.length === 0)
                throw new Error('No signal is plotted. Choose L or R beside a signal in the tree.');
            const { rows, catalogue } = this.page.station;
            saveFile(
                `${catalogue?.cell ?? 'plot'}.csv`,
                new Blob([csv(rows, paths, rowsIn(rows, this.span()))], { type: 'text/csv' }),
            );
        });
    }

    /** Takes all out; for tests and for a new beginning. */
    clear(): void {
        this.plots.slice().forEach((p) => this.removePlot(p));
        replace(this.list, ...this.plots.map((p) => p.root));
    }
}
