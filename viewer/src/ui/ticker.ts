// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// One animation frame for all panels: marks move at the rate of the screen, bars at 20, figures at
// 15 times a second, slow things at 2. What is not in sight is not called.

export type Pace = 60 | 20 | 15 | 5 | 2;

interface Entry {
    pace: Pace;
    call: (now: number) => void;
    visible: () => boolean;
    last: number;
}

export class Ticker {
    private readonly entries = new Set<Entry>();
    private frames = 0;
    private since = performance.now();
    rate = 0; // frames of the page in a second

    start(): void {
        const step = (now: number): void => {
            requestAnimationFrame(step);
            this.count(now);
            for (const entry of this.entries) this.run(entry, now);
        };
        requestAnimationFrame(step);
    }

    /** Calls at most so often while it is visible; the function returned ends it. */
    every(pace: Pace, call: (now: number) => void, visible: () => boolean = () => true): () => void {
        const entry: Entry = { pace, call, visible, last: Number.NEGATIVE_INFINITY };
        this.entries.add(entry);
        return () => this.entries.delete(entry);
    }

    private run(entry: Entry, now: number): void {
        // a quarter of a step of slack, so that 15 of 60 does not become 12
        if (now - entry.last < 750 / entry.pace && entry.pace !== 60) return;
        if (!entry.visible()) return;
        entry.last = now;
        entry.call(now);
    }

    private count(now: number): void {
        this.frames += 1;
        if (now - this.since < 1000) return;
        this.rate = (1000 * this.frames) / (now - this.since);
        this.frames = 0;
        this.since = now;
    }
}
