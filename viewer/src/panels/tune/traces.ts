// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What a plot shows: signals on two axes, each with a colour of its own, some hidden. Pure.

export type Side = 'L' | 'R';

export interface Trace {
    path: string;
    unit: string;
    side: Side;
    color: string; // name of a token
    hidden: boolean; // stays in the legend, is not drawn
}

export type Kind = 'curves' | 'bars';

/** A plot as it is stored and edited. */
export interface PlotModel {
    title: string; // empty: made from the signals
    kind: Kind;
    shown: boolean;
    traces: Trace[];
}

const COLORS = ['--p1', '--p2', '--p3', '--p4', '--p5', '--p6'];

export function emptyPlot(): PlotModel {
    return { title: '', kind: 'curves', shown: true, traces: [] };
}

/** A colour that is not used yet, while there is one. */
export function freeColor(traces: readonly Trace[]): string {
    const used = new Set(traces.map((t) => t.color));
    return COLORS.find((c) => !used.has(c)) ?? COLORS[traces.length % COLORS.length];
}

/** Puts a signal on an axis, or takes it off there; the other axis is another matter. */
export function toggleTrace(traces: Trace[], path: string, unit: string, side: Side): void {
    const at = traces.findIndex((t) => t.path === path && t.side === side);
    if (at >= 0) traces.splice(at, 1);
    else traces.push({ path, unit, side, color: freeColor(traces), hidden: false });
}

const lastNames = (path: string): string => path.split('/').slice(-2).join(' ');

export function titleOf(plot: PlotModel, nameOf: (path: string) => string = lastNames): string {
    if (plot.title !== '') return plot.title;
    const names = plot.traces.map((t) => nameOf(t.path));
    if (names.length === 0) return 'Empty plot';
    return names.length <= 2
        ? names.join(', ')
        : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** Plots as the file of a cell has them; units and colours follow from the signals. */
export function plotsText(plots: readonly PlotModel[]): string {
    const side = (t: Trace): string => (t.side === 'R' ? 'right' : 'left');
    const traces = (p: PlotModel) => p.traces.map((t) => ({ signal: t.path, side: side(t), hidden: t.hidden }));
    return JSON.stringify({
        plots: plots.map((p) => ({ title: p.title, kind: p.kind, shown: p.shown, traces: traces(p) })),
    });
}

interface KeptPlot {
    title: unknown;
    kind: unknown;
    shown: unknown;
    traces: unknown;
}

/** Reads a list of such plots; anything else is left out. */
export function plotsOf(list: unknown): PlotModel[] {
    if (!Array.isArray(list)) return [];
    return list.flatMap((raw: unknown) => {
        if (typeof raw !== 'object' || raw === null) return [];
        const plot = raw as Partial<KeptPlot>;
        if (!Array.isArray(plot.traces)) return [];
        const made = emptyPlot();
        made.title = typeof plot.title === 'string' ? plot.title : '';
        made.kind = plot.kind === 'bars' ? 'bars' : 'curves';
        made.shown = plot.shown !== false;
        for (const t of plot.traces as { signal?: unknown; side?: unknown; hidden?: unknown }[]) {
            if (typeof t?.signal !== 'string' || (t.side !== 'left' && t.side !== 'right')) continue;
            toggleTrace(made.traces, t.signal, '', t.side === 'right' ? 'R' : 'L');
            const last = made.traces.at(-1);
            if (last !== undefined) last.hidden = t.hidden === true;
        }
        return [made];
    });
}
