// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The strip at the bottom: recording, the last event, one minute of events and loop time, and time.

import { button } from '../ui/controls';
import { byId, h, replace, setAttribute, setClass, setText } from '../ui/dom';
import { clock, fixed, sentence } from '../ui/format';
import { attempt } from '../ui/notes';
import { menu } from '../ui/popups';
import { loopTime } from './band';
import { kindOf } from './eventkinds';
import { isSimulated, type Page } from './page';
import { Timeline } from './timeline';
import { sharedCapturing, type Capturing } from './tune/capturing';
import { chooseFormat, FORMATS, isChosen, saveRecording } from './tune/formats';

const PACES = [0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Starts and stops; its menu says what is recorded, and how it is saved. */
function recordButton(page: Page): HTMLElement {
    const capturing = sharedCapturing(page);
    const word = h('span');
    const since = h('em');
    const made = h(
        'button',
        { type: 'button', class: 'rec', title: 'Start or stop the recording' },
        h('i', { 'aria-hidden': 'true' }),
        word,
        since,
    );
    const isOn = (): boolean =>
        page.station.frame.recording || page.station.status?.recording === true;
    let began = 0;
    made.addEventListener('click', () => {
        void attempt(made, () => capturing.record(isOn() ? 'stop' : 'start'));
    });
    page.ticker.every(2, () => {
        const on = isOn();
        if (!on) began = 0;
        else if (began === 0) began = performance.now();
        setText(word, on ? 'Recording' : 'Not recording');
        setText(since, on ? clock((performance.now() - began) / 1000) : '');
        setClass(made, 'on', on);
        setAttribute(made, 'aria-pressed', String(on));
    });
    page.keys.add({ name: 'Start or stop the recording', group: 'Recording', act: () => made.click() });
    const more = button('', {
        class: 'icon-only quiet rec-menu',
        icon: 'up',
        title: 'Menu of the recording',
        press: (b) => recordMenu(page, capturing, b),
    });
    return h('span', { class: 'rec-place' }, made, more);
}

function recordMenu(page: Page, capturing: Capturing, at: HTMLElement): void {
    menu('Recording', at, [
        { text: 'What is recorded\u2026', detail: capturing.summary, act: () => capturing.open() },
        'line',
        { title: 'Save as' },
        ...FORMATS.map((f) => ({
            text: f.name,
            checked: isChosen(f.name),
            act: () => {
                chooseFormat(f.name, !isChosen(f.name));
                recordMenu(page, capturing, at);
            },
        })),
        'line',
        {
            text: 'Save the newest recording',
            act: () => void attempt(at, async () => saveRecording(await newestRecording(page))),
        },
        { text: 'All recordings', act: () => page.go('events') },
    ]);
}

async function newestRecording(page: Page): Promise<string> {
    const answer = await page.station.request('records');
    const names = ((answer['records'] as { name: string }[] | undefined) ?? []).map((r) => r.name);
    const last = names.sort().at(-1);
    if (last === undefined) throw new Error('There is no recording yet. Start one first.');
    return last;
}

function lastEvent(page: Page): HTMLElement {
    const time = h('em');
    const text = h('span');
    const made = h('button', { type: 'button', class: 'last', title: 'Show all events' }, time, ' ', text);
    made.addEventListener('click', () => page.go('events'));
    const show = (): void => {
        const event = page.station.events.at(-1);
        setText(time, event === undefined ? '' : `${fixed(event.t, 1)} s`);
        setText(text, event === undefined ? 'no events yet' : sentence(event.why.text));
        setClass(made, 'is-fault', event !== undefined && kindOf(event) === 'stop');
    };
    page.station.on('event', show);
    show();
    return made;
}

interface Vital {
    root: HTMLElement;
    set(text: string, limit?: boolean): void;
}

function vital(name: string): Vital {
    const value = h('dd', { class: 'live' });
    const root = h('div', {}, h('dt', {}, name), value);
    return {
        root,
        set(text, limit = false) {
            setText(value, text);
            setClass(root, 'is-limit', limit);
        },
    };
}

/** How far and how often simulated time has fallen behind the clock; empty when it never did. */
function slipped(page: Page): string {
    const slips = Number(page.station.status?.['slips']) || 0;
    const seconds = Number(page.station.status?.['slipped']) || 0;
    return slips === 0 ? '' : ` (${fixed(seconds, 1)} s behind, ${slips} ${slips === 1 ? 'slip' : 'slips'})`;
}

/** Real time rate; in simulated cells a menu of paces. */
function rateButton(page: Page): HTMLElement {
    const value = h('b', { class: 'live' });
    const made = h(
        'button',
        {
            type: 'button',
            class: 'rate',
            'aria-haspopup': 'menu',
            title: 'Time scale: loop time per clock time',
        },
        h('span', {}, 'real time'),
        ' ',
        value,
    );
    made.addEventListener('click', () => {
        const locked = isSimulated(page) ? undefined : 'Real drives run in real time only.';
        menu('Time scale', made, [
            { title: 'Loop time per clock time' },
            {
                text: 'Pause',
                icon: 'pause',
                checked: page.station.frame.paused,
                locked,
                act: () => void attempt(made, () => page.station.request('pace', { value: 0 })),
            },
            ...PACES.map((pace) => ({
                text: `\u00d7${pace}`,
                checked: !page.station.frame.paused && Math.abs(page.station.frame.rate - pace) < 0.05 * pace,
                locked,
                act: () => void attempt(made, () => page.station.request('pace', { value: pace })),
            })),
        ]);
    });
    page.ticker.every(2, () => {
        const { rate, received, paused } = page.station.frame;
        setText(value, received === 0 ? '\u2013' : paused ? 'paused' : `\u00d7${fixed(rate, 2)}${slipped(page)}`);
    });
    for (const pace of PACES) {
        page.keys.add({
            name: `Time scale ${pace}`,
            group: 'Time',
            act: () => void attempt(made, () => page.station.request('pace', { value: pace })),
        });
    }
    return made;
}

export function createStrip(page: Page): void {
    const timeline = new Timeline(page);
    const loop = vital('loop');
    const late = vital('late');
    const frames = vital('page');
    const time = vital('time');
    const look = vital('look');
    const vitals = h('dl', { class: 'vitals' }, ...[loop, late, frames, time, look].map((v) => v.root));
    const strip = byId('strip');
    strip.dataset['notes'] = '';
    replace(strip, recordButton(page), lastEvent(page), timeline.root, vitals, rateButton(page));
    page.ticker.every(2, () => {
        const { status, frame } = page.station;
        const period = Number(status?.['period']);
        const slow = loopTime(page);
        const rate = period > 0 ? `${fixed(1 / period, 0)} Hz` : '\u2013';
        loop.set(Number.isNaN(slow) ? rate : `${rate}, ${fixed(1e6 * slow, 0)} \u00b5s`);
        const overruns = status?.['overruns'];
        late.set(typeof overruns === 'number' ? String(overruns) : '\u2013', frame.late);
        frames.set(`${fixed(page.ticker.rate, 0)} Hz`);
        time.set(`${fixed(frame.time, 1)} s`);
        look.set(page.scene.look() === 'plain' ? 'plain picture' : 'full picture');
        timeline.draw();
    });
}
