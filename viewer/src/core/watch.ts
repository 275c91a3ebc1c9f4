// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Which signals the page wants: panels and plots add and take back paths, counted; the server is
// told the union, once per step however many changed.

import type { Clock } from './clock';
import type { Ask } from './lease';
import { MOST_SIGNALS, type RowRing } from './rows';
import { Refusal } from './types';

const GATHER = 30; // [ms] in which changes become one request

export class Watch {
    private readonly counts = new Map<string, number>();
    private readonly refused = new Set<string>();
    private pending = false;
    private busy = false;

    constructor(
        private readonly ask: Ask,
        private readonly rows: RowRing,
        private readonly clock: Clock,
    ) {}

    add(paths: readonly string[]): () => void {
        for (const path of paths) this.counts.set(path, (this.counts.get(path) ?? 0) + 1);
        this.plan();
        let taken = false;
        return () => {
            if (taken) return;
            taken = true;
            for (const path of paths) {
                const left = (this.counts.get(path) ?? 1) - 1;
                if (left > 0) this.counts.set(path, left);
                else this.counts.delete(path);
            }
            this.plan();
        };
    }

    /** Another connection or cell knows nothing of what was asked before. */
    renew(): void {
        this.refused.clear();
        this.rows.assign([]);
        this.plan();
    }

    private wanted(): string[] {
        return [...this.counts.keys()].filter((path) => !this.refused.has(path)).slice(0, MOST_SIGNALS);
    }

    private plan(): void {
        if (this.pending) return;
        this.pending = true;
        this.clock.after(GATHER, () => {
            this.pending = false;
            void this.send();
        });
    }

    private async send(): Promise<void> {
        if (this.busy) return this.plan();
        const signals = this.wanted();
        if (signals.join('\n') === this.rows.paths.join('\n')) return;
        this.busy = true;
        try {
            await this.ask('subscribe', { signals });
            // frames that follow the answer have the new list
            this.rows.assign(signals);
        } catch (error) {
            this.drop(error, signals);
        } finally {
            this.busy = false;
        }
    }

    /** One path that the cell does not know must not take the others with it. */
    private drop(error: unknown, signals: readonly string[]): void {
        const subject = error instanceof Refusal ? error.why.subject : undefined;
        const named =
            signals.find((path) => path === subject) ??
            signals.find((path) => error instanceof Refusal && error.why.text.includes(path));
        if (named === undefined) return;
        this.refused.add(named);
        this.plan();
    }
}
