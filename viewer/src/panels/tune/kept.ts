// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where plots are kept: in the file of the cell, when it is saved; until then, what was edited here
// survives a reload of this tab.

import type { Catalogue } from '../../core/types';
import { plotsOf, plotsText, type PlotModel } from './traces';

const stored = (cell: string): string => `sinew-plots ${cell}`;

export class KeptPlots {
    private cell = '';
    private saved = ''; // what the cell has, or what an untouched page shows; as a text
    private edited = false;

    /** What is to be shown now; null when what is shown stays. An empty list: the cell has no plots. */
    begin(catalogue: Catalogue): PlotModel[] | null {
        const given = plotsText(plotsOf(catalogue.plots));
        const same = catalogue.cell === this.cell;
        if (same && (this.edited || given === this.saved || catalogue.plots.length === 0)) return null;
        this.cell = catalogue.cell;
        this.saved = given;
        const own = this.read();
        this.edited = own !== null;
        return own ?? plotsOf(catalogue.plots);
    }

    /** What the page shows by itself has not been edited by anybody. */
    untouched(models: readonly PlotModel[]): void {
        this.saved = plotsText(models);
    }

    /** Something may have been edited. */
    look(models: readonly PlotModel[]): void {
        if (this.cell === '') return;
        const text = plotsText(models);
        this.edited = this.edited || text !== this.saved;
        if (!this.edited) return;
        try {
            sessionStorage.setItem(stored(this.cell), text);
        } catch {
            // without storage what was not saved is lost with the page
        }
    }

    /** For the file; empty while nothing was edited here: the cell keeps what it has. */
    document(models: readonly PlotModel[]): string {
        return this.edited ? plotsText(models) : '';
    }

    /** A text from document() is in the file now. */
    wrote(document: string): void {
        if (document === '') return;
        this.saved = document;
        this.edited = false;
        try {
            sessionStorage.removeItem(stored(this.cell));
        } catch {
            // nothing was stored
        }
    }

    private read(): PlotModel[] | null {
        try {
            const text = sessionStorage.getItem(stored(this.cell));
            const { plots } = JSON.parse(text ?? '{}') as { plots?: unknown };
            return plots === undefined ? null : plotsOf(plots);
        } catch {
            return null; // what was stored is not ours
        }
    }
}
