// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// In which formats recordings are saved: one choice for the whole page, kept in the browser.

import { takeToken } from '../../core/token';
import { saveFile } from '../../ui/dom';

export const FORMATS = [
    { name: 'MCAP', end: '.mcap', ask: '' },
    { name: 'CSV', end: '.csv', ask: '.csv' },
    { name: 'XML', end: '.xml', ask: '.xml' },
    { name: 'MATLAB', end: '.m', ask: '.m' },
    { name: 'Mathematica', end: '.wl', ask: '.wl' },
] as const;

export type FormatName = (typeof FORMATS)[number]['name'];

const STORED = 'sinew-formats';
const listeners = new Set<() => void>();
const chosen = new Set<FormatName>(read());

function read(): FormatName[] {
    try {
        const stored = localStorage.getItem(STORED);
        if (stored === null) return ['MCAP'];
        return FORMATS.map((f) => f.name).filter((name) => stored.split(' ').includes(name));
    } catch {
        return ['MCAP'];
    }
}

export function isChosen(name: FormatName): boolean {
    return chosen.has(name);
}

export function chooseFormat(name: FormatName, on: boolean): void {
    if (on) chosen.add(name);
    else chosen.delete(name);
    try {
        localStorage.setItem(STORED, [...chosen].join(' '));
    } catch {
        // without storage the choice lasts as long as the page
    }
    for (const listener of listeners) listener();
}

export function formatsChanged(listener: () => void): void {
    listeners.add(listener);
}

const BUSY = 503; // the server reads one recording at a time
const TRIES = 20; // half a second each

/** Bytes of a recording, as the server makes them for the end of its name; waits while it reads another one. */
export async function fetchRecording(name: string, ask: string): Promise<Blob> {
    const get = (): Promise<Response> =>
        fetch(`/record/${encodeURIComponent(name)}${ask}`, { headers: { Authorization: `Bearer ${takeToken()}` } });
    let answer = await get();
    for (let k = 0; k < TRIES && answer.status === BUSY; k++) {
        await new Promise((done) => setTimeout(done, 500));
        answer = await get();
    }
    if (!answer.ok)
        throw new Error(`The server did not return ${name}${ask}: ${answer.status} ${await answer.text()}`);
    return answer.blob();
}

/** Saves a recording in all formats that are chosen. Without any nothing is written, which is said. */
export async function saveRecording(name: string): Promise<void> {
    const wanted = FORMATS.filter((f) => chosen.has(f.name));
    if (wanted.length === 0) throw new Error('No format is chosen: nothing is saved. Choose one first.');
    for (const format of wanted) saveFile(`${name}${format.end}`, await fetchRecording(name, format.ask));
}
