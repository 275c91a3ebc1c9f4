// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// One minute on a small canvas: events as ticks, the time of the loop as a low line of bars.

import { h } from '../ui/dom';
import { token } from '../ui/theme';
import { loopTime } from './band';
import { kindOf } from './eventkinds';
import type { Page } from './page';

const SPAN = 60; // [s]
const SAMPLES = 120;

export class Timeline {
    readonly root = h('canvas', {
        class: 'timeline',
        role: 'img',
        'aria-label': 'Events and loop time of the last minute',
    });
    private readonly loads = new Float32Array(SAMPLES);
    private at = 0;
    private wide = 0;
    private high = 0;

    constructor(private readonly page: Page) {
        new ResizeObserver(([entry]) => {
            this.wide = Math.round(entry.contentRect.width * devicePixelRatio);
            this.high = Math.round(entry.contentRect.height * devicePixelRatio);
            this.root.width = this.wide;
            this.root.height = this.high;
            this.paint(); // another size has wiped it
        }).observe(this.root);
    }

    /** Twice a second. */
    draw(): void {
        const period = Number(this.page.station.status?.['period']) || 1e-3;
        const load = loopTime(this.page) / period;
        this.loads[this.at % SAMPLES] = Number.isFinite(load) ? Math.min(1, load) : 0;
        this.at += 1;
        this.paint();
    }

    private paint(): void {
        const context = this.root.getContext('2d');
        if (context === null || this.wide === 0) return;
        context.clearRect(0, 0, this.wide, this.high);
        this.drawLoop(context);
        this.drawEvents(context, this.page.station.frame.time);
    }

    private drawLoop(context: CanvasRenderingContext2D): void {
        context.fillStyle = token('--edge');
        const step = this.wide / SAMPLES;
        for (let i = 0; i < Math.min(this.at, SAMPLES); i++) {
            const load = this.loads[(this.at - 1 - i) % SAMPLES];
            const tall = Math.max(1, 0.5 * Math.sqrt(load) * this.high);
            context.fillRect(this.wide - (i + 1) * step, this.high - tall, Math.max(1, step - 1), tall);
        }
    }

    private drawEvents(context: CanvasRenderingContext2D, now: number): void {
        const { events } = this.page.station;
        for (let i = events.length - 1; i >= 0; i--) {
            const age = now - events[i].t;
            if (age > SPAN) break;
            const stop = kindOf(events[i]) === 'stop';
            context.fillStyle = token(stop ? '--fault-fill' : '--ink-2');
            const wide = (stop ? 3 : 2) * devicePixelRatio;
            context.fillRect(
                this.wide * (1 - age / SPAN) - wide,
                stop ? 0 : 0.25 * this.high,
                wide,
                this.high,
            );
        }
    }
}
