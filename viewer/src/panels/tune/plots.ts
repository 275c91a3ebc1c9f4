// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// All plots on one time axis. They show the rows that come in, or those of a black box.

import type { SignalRows } from '../../core/types';
import { button } from '../../ui/controls';
import { h, replace, saveFile, setClass } from '../../ui/dom';
import { attempt } from '../../ui/notes';
import { signalOf, type Page } from '../page';
import { editPlot, showManager } from './manager';
import { Plot } from './plot';
import { TimeAxis } from './timeaxis';
import { signalName, signalUnit } from './quantities';
import { KeptPlots } from './kept';
import { emptyPlot, titleOf, toggleTrace, type PlotModel, type Side } from './traces';
import { csv, rowsIn } from './windows';

/** Rows of a recording that are shown in place of those that come in. */
export interface Shown {
    name: string;
    rows: SignalRows;
    plots: PlotModel[];
    time: number; // of note
    length: number; // of the window [s]
    marks: readonly number[];
}

export class PlotStack {
    readonly root: HTMLElement & { probe?: () => unknown } = h('div', { class: 'plot-stack' });
    private readonly list = h('div', { class: 'plot-list' });
    private plots: Plot[] = [];
    private chosen: Plot | null = null;
    private release: (() => void) | null = null;
    readonly axis: TimeAxis;
    private shown: Shown | null = null;
    private readonly file = new KeptPlots();
    private filling = false;
    private kept: PlotModel[] = []; // of the page, while a black box is shown
    private readonly listeners = new Set<() => void>();

    constructor(private readonly page: Page) {
        this.axis = new TimeAxis(
            () => this.rows,
            () => page.station.frame.time,
            (path) => this.unitOf(path) ?? '',
            (path) => this.nameOf(path),
        );
        this.root.dataset['notes'] = '';
        this.root.append(this.bar(), this.list);
        this.addPlot(emptyPlot());
        page.plots = {
            document: () => this.file.document(this.own),
            wrote: (document) => this.file.wrote(document),
        };
        const seen = (): boolean => page.workspace === 'tune' || page.workspace === 'events';
        page.ticker.every(60, () => this.draw(), seen);
        this.addKeys();
        page.station.on('catalogue', () => this.begin());
        let handled = 0;
        page.station.on('frame', () => (handled += 1));
        // for what looks from outside: state frames, loop time, rows
        this.root.probe = () => ({
            handled,
            time: page.station.frame.time,
            rows: page.station.rows.count,
            span: this.axis.span(),
        });
    }

    /** Shows the plots of the cell; of one that has none, what is commanded and measured of the first joint. */
    private begin(): void {
        const { catalogue } = this.page.station;
        const plots = catalogue === null ? null : this.file.begin(catalogue);
        if (plots !== null) {
            if (plots.length === 0) {
                plots.push(this.firstJoint());
                this.file.untouched(plots);
            }
            if (this.shown === null) this.put(plots);
            else this.kept = plots;
        }
        // names and units of joints are those of the cell
        for (const plot of this.plots) {
            for (const t of plot.model.traces) t.unit = this.unitOf(t.path) ?? t.unit;
            plot.rebuild();
        }
        this.watch();
    }

    private firstJoint(): PlotModel {
        const made = emptyPlot();
        const arm = this.page.station.catalogue?.arms[0];
        for (const what of arm === undefined ? [] : ['target', 'sensed']) {
            const path = `${arm?.name}/${what}/q[0]`;
            const unit = this.unitOf(path);
            if (unit !== null) toggleTrace(made.traces, path, unit, 'L');
        }
        return made;
    }

    titleOf(model: PlotModel): string {
        return titleOf(model, (path) => this.nameOf(path));
    }

    /** A signal by the name of its joint. */
    nameOf(path: string): string {
        return signalName(this.page.station.catalogue, path);
    }

    private addKeys(): void {
        const add = (name: string, act: () => void, keys?: string): void => {
            this.page.keys.add({ name, keys, group: 'Plots', act });
        };
        add('Hold or play plots', () => this.axis.toggleHold(), 'Space');
        add('Add a plot', () => this.addPlot(emptyPlot()));
        add('Manage plots', () => showManager(this));
        add('Export plots as CSV', () => this.export());
        add('Zoom plots out', () => this.axis.zoomOut());
    }

    private bar(): HTMLElement {
        const tool = (icon: 'zoom' | 'save' | 'plus' | 'more', title: string, press: () => void) =>
            button('', { class: 'icon-only', icon, title, press });
        return h(
            'div',
            { class: 'plot-bar' },
            this.axis.left,
            h('span', { class: 'grow' }),
            this.axis.right,
            tool('zoom', 'Zoom out', () => this.axis.zoomOut()),
            tool('save', 'Save as CSV', () => this.export()),
            tool('plus', 'Add a plot', () => this.addPlot(emptyPlot())),
            tool('more', 'Manage plots', () => showManager(this)),
            this.axis.trigger,
        );
    }

    get rows(): SignalRows {
        return this.shown?.rows ?? this.page.station.rows;
    }

    /** What is shown in place of what comes in; "" for nothing. */
    get source(): string {
        return this.shown?.name ?? '';
    }

    get models(): readonly PlotModel[] {
        return this.plots.map((p) => p.model);
    }

    /** Those of the page, also while a black box is shown. */
    private get own(): readonly PlotModel[] {
        return this.shown === null ? this.models : this.kept;
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    addPlot(model: PlotModel): Plot {
        const plot = new Plot(model, {
            remove: (p) => this.removePlot(p.model),
            edit: (p) => editPlot(this, p.model),
            changed: () => this.watch(),
            choose: (p) => this.choose(p),
            zoom: (span) => this.axis.zoom(span),
            level: (traces) => this.axis.levelFor(traces),
            marks: () => this.shown?.marks ?? [],
            nameOf: (path) => this.nameOf(path),
        });
        this.plots.push(plot);
        this.list.append(plot.root);
        this.choose(plot);
        plot.root.hidden = !model.shown;
        plot.rebuild();
        this.watch();
        return plot;
    }

    removePlot(model: PlotModel): void {
        const gone = this.plots.find((p) => p.model === model);
        if (gone === undefined) return;
        this.plots = this.plots.filter((p) => p !== gone);
        gone.shut();
        if (this.plots.length === 0) this.addPlot(emptyPlot());
        this.choose(this.plots.at(-1) as Plot);
        this.watch();
    }

    /** A model that was edited is drawn anew. */
    renew(model: PlotModel): void {
        const plot = this.plots.find((p) => p.model === model);
        if (plot === undefined) return;
        plot.root.hidden = !model.shown;
        plot.rebuild();
        this.watch();
    }

    private choose(plot: Plot): void {
        this.chosen = plot;
        for (const p of this.plots) setClass(p.root, 'on', p === plot && this.plots.length > 1);
    }

    /** A signal goes to the chosen plot; one that is plotted on that axis anywhere is taken out there. */
    plot(path: string, unit: string, side: Side): void {
        const has = (p: Plot): boolean => p.model.traces.some((t) => t.path === path && t.side === side);
        const home = this.plots.find(has) ?? this.chosen ?? this.addPlot(emptyPlot());
        home.toggle(path, signalUnit(this.page.station.catalogue, path, unit), side);
    }

    /** The colour of a signal on an axis; null when it is not plotted there. */
    plotted(path: string, side: Side): string | null {
        for (const { traces } of this.models) {
            const trace = traces.find((t) => t.path === path && t.side === side);
            if (trace !== undefined) return `var(${trace.color})`;
        }
        return null;
    }

    /** The unit of a signal; null when there is none of that name. */
    unitOf(path: string): string | null {
        const signal = signalOf(this.page, path);
        return signal === null ? null : signalUnit(this.page.station.catalogue, path, signal.unit);
    }

    paths(): string[] {
        return [...new Set(this.models.flatMap((m) => m.traces.map((t) => t.path)))];
    }

    private watch(): void {
        const paths = this.paths();
        const old = this.release;
        this.release = this.shown === null ? this.page.station.watch(paths) : null;
        old?.();
        this.axis.setSignals(paths);
        if (this.shown === null && !this.filling) this.file.look(this.models);
        for (const listener of this.listeners) listener();
    }

    private put(models: readonly PlotModel[]): void {
        this.filling = true; // half of them is nothing that anybody chose
        for (const plot of this.plots) plot.shut();
        this.plots = [];
        for (const model of models.length > 0 ? models : [emptyPlot()]) this.addPlot(model);
        this.filling = false;
        this.watch();
    }

    /** Shows a black box, held at its time; null goes back to what comes in. */
    show(box: Shown | null): void {
        if (this.shown === null && box !== null) this.kept = [...this.models];
        const back = this.shown !== null && box === null;
        this.shown = box;
        if (box !== null) {
            this.put(box.plots);
            this.axis.setLength(box.length);
            this.axis.showAt(box.time);
        } else if (back) {
            this.put(this.kept);
            this.axis.play();
        }
        setClass(this.root, 'is-box', box !== null);
    }

    showAt(time: number): void {
        this.axis.showAt(time);
    }

    private draw(): void {
        const span = this.axis.span();
        this.axis.draw();
        for (const p of this.plots) if (p.model.shown) p.draw(this.rows, span);
    }

    export(): void {
        void attempt(this.list, async () => {
            const paths = this.paths();
            if (paths.length === 0)
                throw new Error('No signal is plotted. Choose L or R beside a signal in the tree.');
            const name = this.source !== '' ? this.source : (this.page.station.catalogue?.cell ?? 'plot');
            const text = csv(this.rows, paths, rowsIn(this.rows, this.axis.span()));
            saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv' }));
        });
    }

    /** Takes all out; for tests and for a new beginning. */
    clear(): void {
        this.put([]);
        replace(this.list, ...this.plots.map((p) => p.root));
    }
}
