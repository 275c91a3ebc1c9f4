// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What would be lost: points and steps that are in the running cell but not in its file, and a program
// that runs. Whoever opens another cell or leaves the page is asked first.

import { button } from '../ui/controls';
import { h } from '../ui/dom';
import { dialog } from '../ui/popups';
import { statesOf } from './files';
import type { Page } from './page';

/** Knows whether this page has taught something that is not saved. */
export class Unsaved {
    is = false;
    private taught = false; // from this page: only then is leaving it asked about
    private readonly listeners = new Set<() => void>();

    constructor(private readonly page: Pick<Page, 'station'>) {
        page.station.on('catalogue', () => void this.look());
        addEventListener('beforeunload', (event) => {
            if (this.is && this.taught) event.preventDefault();
        });
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    /** Something was taught here. */
    touch(): void {
        this.taught = true;
        void this.look();
    }

    async look(): Promise<void> {
        const { unsaved } = await statesOf(this.page);
        if (!unsaved) this.taught = false;
        this.is = unsaved;
        for (const listener of this.listeners) listener();
    }
}

const MOVING = new Set(['running', 'cycling', 'going']);

/** The component that runs a program now; '' for none. */
async function programOf(page: Page): Promise<string> {
    const parts = (page.station.catalogue?.components ?? []).filter((c) => ['sequence', 'points'].includes(c.type));
    for (const part of parts) {
        try {
            const answer = await page.station.request('get', { path: `${part.name}/state` });
            if (MOVING.has(String(answer['value']))) return part.name;
        } catch {
            // one that tells no state does not run
        }
    }
    return '';
}

const REST = 1e-3; // [rad/s or m/s]
const LOOKS = 100; // at arms that stop, each after LOOK_MS
const LOOK_MS = 100;

/** Ends a program, and waits until no arm moves: a cell whose arm moves is not left. */
async function endProgram(page: Page, program: string): Promise<void> {
    const { station } = page;
    if (program === '') return;
    if (!station.holds) await station.lease('acquire');
    await station.tell(program, 'stop');
    const moves = (): boolean => station.frame.arms.some(({ v }) => v.some((rate) => Math.abs(rate) > REST));
    for (let k = 0; k < 3 || (k < LOOKS && moves()); k++) await new Promise((done) => setTimeout(done, LOOK_MS));
}

interface Reasons {
    unsaved: boolean;
    program: string;
}

/** The question, as sentences. */
export function questionOf({ unsaved, program }: Reasons): string {
    const lost = unsaved ? 'Points or steps of this cell are not saved.' : '';
    const ends = program === '' ? '' : `The program ${program} is running; it ends when another cell is opened.`;
    return [lost, ends].filter((s) => s !== '').join(' ');
}

/** Does something that ends the present cell, after a question where something would be lost. */
export async function leaveCell(page: Page, save: (then: () => void) => void, go: () => void): Promise<void> {
    if ((page.station.catalogue?.cell ?? '') === '') return go();
    const [{ unsaved }, program] = await Promise.all([statesOf(page), programOf(page)]);
    if (!unsaved && program === '') return go();
    // what cannot be ended is told by the cell, which then refuses to be left
    const leave = (): void => void endProgram(page, program).catch(() => undefined).then(go);
    const root = dialog('Open another cell?', [h('p', {}, questionOf({ unsaved, program }))], 'narrow leave');
    const act = (text: string, what: () => void, look = ''): HTMLElement =>
        button(text, {
            class: look,
            press: () => {
                root.close();
                what();
            },
        });
    const stay = act('Stay here', () => undefined);
    root.append(
        h(
            'div',
            { class: 'actions' },
            unsaved && act('Save and open', () => save(leave), 'primary'),
            act(unsaved ? 'Open without saving' : 'Open', leave),
            stay,
        ),
    );
    stay.focus();
}
