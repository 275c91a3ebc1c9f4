// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The black box of the chosen stop, or a recording: fetched, shown in the plots, saved, and replayed in the
// scene by a slider of time.

import type { Arm, LoopEvent } from '../../core/types';
import { button, card, lock, slider, type Slider } from '../../ui/controls';
import { h, replace, setText } from '../../ui/dom';
import { fixed } from '../../ui/format';
import { attempt } from '../../ui/notes';
import { armOf, type Page } from '../page';
import { fetchRecording, saveRecording } from '../tune/formats';
import type { PlotStack } from '../tune/plots';
import { axisOf, boxOf, boxPlots, BoxRows, standsAt, type Box } from './box';
import { filmOf } from './film';
import type { Film } from './replay';

const BEFORE = 10; // [s], as the cell keeps them
const AFTER = 1;
const WINDOW = 1; // [s] of the plots
const TRIES = 12; // half a second each, until the cell has written it
const PLAY = 0.25; // loop time per wall time, of a black box; recordings go as fast as they were
const MOST_SHOWN = 60; // [s] of a recording in the plots

export class BoxCard {
    private readonly made = card('Black box');
    readonly root = this.made.root;
    private event: LoopEvent | null = null;
    private name = '';
    rows: BoxRows | null = null;
    arm: Arm | null = null;
    private film: Film | null = null;
    private at = Number.NaN; // time that is replayed
    private zero = 0; // time that the replay is told from
    private isBox = true; // and not a recording
    private isOther = false; // it is of another event of that kind
    private playing = 0; // wall time of the last step, 0 for not
    private readonly said = h('p', { class: 'note' });
    private readonly place = h('p', { class: 'note live' });
    private readonly bar: Slider = slider('Time of the replay', 0, (part) => this.slide(part));
    private readonly save = button('Save', { class: 'small wide', icon: 'save', press: (b) => this.keep(b) });
    private readonly play = button('Replay', { class: 'small wide', icon: 'run', press: () => this.flip() });
    private readonly back = button('Back to now', { class: 'small', press: () => this.leave() });

    constructor(
        private readonly page: Page,
        private readonly plots: PlotStack,
        private readonly told: () => void,
    ) {
        this.made.body.append(
            this.said,
            h('div', { class: 'actions' }, this.save, this.play, this.back),
            this.bar.root,
            this.place,
        );
        let was = page.workspace;
        page.changed(() => {
            if (page.workspace === was) return;
            was = page.workspace;
            if (was === 'events') this.showPlots();
            else this.leave();
        });
        page.ticker.every(
            60,
            (now) => this.step(now),
            () => this.playing > 0,
        );
        this.draw();
    }

    /** Shows a recording from its begin on, in scene and plots. */
    async openRecording(name: string): Promise<void> {
        this.leave();
        this.event = null;
        this.name = '';
        const rows = new BoxRows(await (await fetchRecording(name, '.rows')).arrayBuffer());
        const film = this.filmOf(rows);
        if (film === null)
            throw new Error(`${name} has no positions of the joints of this cell. Record arm/sensed/q as well.`);
        this.arm = armOf(this.page);
        this.name = name;
        this.rows = rows;
        this.film = film;
        this.zero = film.times[0];
        this.isBox = false;
        this.isOther = false;
        setText(this.made.head.querySelector('h2') as Element, 'Recording');
        this.draw();
        this.showPlots();
        this.flip();
    }

    private filmOf(rows: BoxRows): Film | null {
        const { catalogue, scene, frame } = this.page.station;
        return catalogue === null || scene === null ? null : filmOf(rows, catalogue, scene, frame);
    }

    /** Opens the box of a stop, as soon as the cell has written it; null shows none. */
    async open(event: LoopEvent | null): Promise<void> {
        this.leave();
        this.event = event;
        this.name = '';
        this.rows = null;
        this.film = null;
        this.isBox = true;
        this.isOther = false;
        setText(this.made.head.querySelector('h2') as Element, 'Black box');
        this.draw();
        if (event === null) return;
        try {
            for (let k = 0; k < TRIES && this.event === event; k++) {
                const found = await this.find(event);
                if (this.event !== event) return;
                if (found !== null) return await this.take(event, ...found);
                setText(this.said, 'It is being written\u2026');
                await new Promise((done) => setTimeout(done, 500));
            }
            if (this.event === event) setText(this.said, 'No black box was recorded for this event.');
        } catch (error) {
            setText(this.said, error instanceof Error ? error.message : String(error));
        }
    }

    private async find(event: LoopEvent): Promise<[Box, LoopEvent] | null> {
        const { station } = this.page;
        const answer = await station.request('records');
        const boxes = (answer['boxes'] as Box[] | undefined) ?? [];
        return boxOf(event, station.events, boxes, station.frame.time);
    }

    /** `of` is the event of the box: that which was chosen, or another one of its kind. */
    private async take(chosen: LoopEvent, found: Box, of: LoopEvent): Promise<void> {
        const bytes = await (await fetchRecording(found.name, '.rows')).arrayBuffer();
        if (this.event !== chosen) return;
        const arms = this.page.station.catalogue?.arms ?? [];
        this.event = of;
        this.arm = arms.find((a) => axisOf(a, of.why) >= 0) ?? armOf(this.page);
        this.name = found.name;
        this.rows = new BoxRows(bytes);
        this.zero = of.t;
        // poses that the page has seen, or those that the joints of the box have
        this.film = this.page.replay.take(of.t, BEFORE, AFTER) ?? this.filmOf(this.rows);
        this.isOther = of !== chosen;
        this.draw();
        this.showPlots();
        this.told();
    }

    private showPlots(): void {
        const { event, rows, arm } = this;
        if (rows === null || arm === null || this.page.workspace !== 'events') return;
        if (event === null) {
            const length = Math.min(MOST_SHOWN, Math.max(WINDOW, rows.time[rows.count - 1] - rows.time[0]));
            const time = rows.time[0] + 0.4 * length;
            // a recording may have fewer signals than a black box
            const plots = boxPlots(rows, arm, 0).filter((plot) => plot.traces.length > 0);
            this.plots.show({ name: this.name, rows, plots, time, length, marks: [] });
            return;
        }
        const stands = standsAt(rows, arm, event.t);
        this.plots.show({
            name: this.name,
            rows,
            plots: boxPlots(rows, arm, axisOf(arm, event.why)),
            time: event.t,
            length: WINDOW,
            marks: [event.t, ...(Number.isNaN(stands) ? [] : [stands])],
        });
    }

    private keep(at: HTMLElement): void {
        void attempt(at, () => saveRecording(this.name));
    }

    // --- replay

    private draw(): void {
        const { rows, film } = this;
        const none = 'No black box was recorded for this event.';
        lock(this.save, rows === null ? none : null);
        const missed = 'It has no positions of the joints.';
        lock(this.play, rows === null ? none : film === null ? missed : null);
        this.bar.root.disabled = film === null;
        this.back.hidden = rows === null;
        const seconds = rows === null || rows.count === 0 ? 0 : rows.time[rows.count - 1] - rows.time[0];
        const other = this.isOther ? `. It was kept for the one at ${fixed(this.zero, 3)} s.` : '';
        const text = `${this.name}: ${rows?.count ?? 0} cycles, ${fixed(seconds, 1)} s${other}`;
        setText(this.said, rows !== null ? text : this.event === null ? 'Choose a stop.' : '');
        setText(this.place, film === null && rows !== null ? missed : '');
        setText(this.play.querySelector('span') as Element, this.playing > 0 ? 'Pause' : 'Replay');
    }

    private part(): number {
        const { film } = this;
        if (film === null) return 0;
        const [from, to] = [film.times[0], film.times[film.times.length - 1]];
        return to > from ? (this.at - from) / (to - from) : 0;
    }

    private showAt(time: number): void {
        const { film } = this;
        if (film === null) return;
        this.at = time;
        const taken = this.page.replay.show(film, time);
        this.bar.set(this.part());
        const ms = Math.round(1000 * (taken - this.zero));
        const sign = ms < 0 ? '\u2212' : '+';
        const when = this.isBox ? `${sign}${Math.abs(ms)} ms` : `${fixed(ms / 1000, 2)} s`;
        setText(this.place, `Replay: ${when}. The arm itself is elsewhere.`);
        document.body.classList.add('is-replay');
    }

    private slide(part: number): void {
        const { film } = this;
        if (film === null) return;
        this.playing = 0;
        this.showAt(film.times[0] + part * (film.times[film.times.length - 1] - film.times[0]));
        this.draw();
        this.showAt(this.at);
    }

    private flip(): void {
        const { film } = this;
        if (film === null) return;
        const end = film.times[film.times.length - 1];
        if (this.playing > 0) this.playing = 0;
        else {
            this.playing = performance.now();
            if (!(this.at < end)) this.showAt(Math.max(film.times[0], this.zero - 1));
        }
        this.draw();
        this.showAt(this.at);
    }

    private step(now: number): void {
        const { film } = this;
        if (film === null) return;
        const pace = this.isBox ? PLAY : 1;
        this.showAt(this.at + (pace * Math.max(0, now - this.playing)) / 1000);
        this.playing = now;
        if (this.at < film.times[film.times.length - 1]) return;
        this.playing = 0;
        this.draw();
    }

    /** Back to what comes in, in scene and plots. */
    leave(): void {
        this.playing = 0;
        this.at = Number.NaN;
        this.page.replay.end();
        this.plots.show(null);
        document.body.classList.remove('is-replay');
        this.bar.set(0);
        this.draw();
    }

    /** True while its plots are shown. */
    get isShown(): boolean {
        return this.name !== '' && this.plots.source === this.name;
    }

    /** Shows the plots of the box again. */
    again(): void {
        this.showPlots();
        replace(this.place);
    }
}
