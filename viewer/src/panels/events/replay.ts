// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Replay in the scene: the page keeps the poses of the last seconds; around a stop they are kept for
// good, and the scene can be given one of them in place of the newest. Everything else of the page,
// above all the state and the stop, stays with what comes in.

import { createFrame } from '../../core/frame';
import type { StateFrame, Station } from '../../core/types';

const FRAMES = 900; // 15 s at 60 Hz
const KEPT = 4; // stops

/** Poses of some time, oldest first. */
export interface Film {
    times: Float64Array;
    ticks: Float64Array;
    links: Float32Array[];
    commanded: Float32Array[];
}

export class Replay {
    /** The station as the scene sees it: the same, but for the poses while something is replayed. */
    readonly view: Station;
    private readonly shown: StateFrame = createFrame();
    private on = false;
    private count = 0;
    private readonly times = new Float64Array(FRAMES);
    private readonly ticks = new Float64Array(FRAMES);
    private links: Float32Array[] = [];
    private commanded: Float32Array[] = [];
    private readonly films = new Map<number, Film>(); // by the time of the stop

    constructor(private readonly station: Station) {
        const frame = (): StateFrame => (this.on ? this.shown : station.frame);
        this.view = Object.create(station, { frame: { get: frame } }) as Station;
        station.on('frame', (f) => this.keep(f));
        station.on('catalogue', () => this.forget());
    }

    private forget(): void {
        this.end();
        this.count = 0;
        this.films.clear();
    }

    private keep(frame: StateFrame): void {
        const at = this.count % FRAMES;
        if (this.links[at]?.length !== frame.links.length) {
            this.links[at] = new Float32Array(frame.links.length);
            this.commanded[at] = new Float32Array(frame.links.length);
        }
        this.links[at].set(frame.links);
        this.commanded[at].set(frame.commanded);
        this.times[at] = frame.time;
        this.ticks[at] = frame.tick;
        this.count += 1;
    }

    /** Copies what is kept from `before` seconds before a time on; called once it is over. */
    take(time: number, before: number, after: number): Film | null {
        const known = this.films.get(time);
        if (known !== undefined) return known;
        const rows: number[] = [];
        for (let k = Math.max(0, this.count - FRAMES); k < this.count; k++) {
            const t = this.times[k % FRAMES];
            if (t >= time - before && t <= time + after) rows.push(k % FRAMES);
        }
        // the stop itself must be among them
        if (rows.length < 2 || this.times[rows[0]] > time) return null;
        const film: Film = {
            times: Float64Array.from(rows, (r) => this.times[r]),
            ticks: Float64Array.from(rows, (r) => this.ticks[r]),
            links: rows.map((r) => this.links[r].slice()),
            commanded: rows.map((r) => this.commanded[r].slice()),
        };
        if (this.films.size >= KEPT) this.films.delete([...this.films.keys()][0]);
        this.films.set(time, film);
        return film;
    }

    get isOn(): boolean {
        return this.on;
    }

    /** Gives the scene the poses of a time; the time of the frame that was taken. */
    show(film: Film, time: number): number {
        let at = 0;
        while (at + 1 < film.times.length && film.times[at + 1] <= time) at += 1;
        const { frame } = this.station;
        Object.assign(this.shown, frame);
        this.shown.links = film.links[at];
        this.shown.commanded = film.commanded[at];
        this.shown.time = film.times[at];
        this.shown.tick = film.ticks[at];
        this.on = true;
        return film.times[at];
    }

    end(): void {
        this.on = false;
    }
}
