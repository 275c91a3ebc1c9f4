// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Recordings: start, stop, save in the formats that are chosen.

import { button, card } from '../../ui/controls';
import { h, replace, setAttribute, setText } from '../../ui/dom';
import { bytes, clock } from '../../ui/format';
import { attempt } from '../../ui/notes';
import type { Page } from '../page';
import { sharedCapturing } from '../tune/capturing';
import { chooseFormat, FORMATS, formatsChanged, isChosen, saveRecording } from '../tune/formats';

interface Recording {
    name: string;
    bytes: number;
    seconds: number;
    open: boolean;
}

/** The formats as switches; what is on is saved. */
function formatChips(): HTMLElement {
    const chips = FORMATS.map((f) => {
        const made = button(f.name, {
            class: 'small chip',
            label: `Save as ${f.name}`,
            press: () => chooseFormat(f.name, !isChosen(f.name)),
        });
        const show = (): void => setAttribute(made, 'aria-pressed', String(isChosen(f.name)));
        formatsChanged(show);
        show();
        return made;
    });
    return h('div', { class: 'chips', role: 'group', 'aria-label': 'Formats' }, ...chips);
}

export class RecordCard {
    private readonly toggle = button('Start', { class: 'small', icon: 'record', press: (b) => this.flip(b) });
    private readonly made = card('Recordings', { fill: true, tools: [this.toggle] });
    readonly root = this.made.root;
    private readonly list = h('ul', { class: 'record-list' });

    constructor(private readonly page: Page) {
        this.toggle.classList.add('push');
        this.made.body.append(formatChips(), this.list);
        page.changed(() => page.workspace === 'events' && void this.read());
        page.ticker.every(
            2,
            () => setText(this.toggle.querySelector('span') as Element, this.isOn ? 'Stop' : 'Start'),
            () => page.workspace === 'events',
        );
        let was = false;
        page.station.on('status', () => {
            if (was !== this.isOn && page.workspace === 'events') void this.read();
            was = this.isOn;
        });
    }

    private get isOn(): boolean {
        return this.page.station.frame.recording || this.page.station.status?.recording === true;
    }

    private flip(at: HTMLElement): void {
        const act = this.isOn ? 'stop' : 'start';
        void attempt(at, () => sharedCapturing(this.page).record(act)).then(() => this.read());
    }

    private async read(): Promise<void> {
        try {
            const answer = await this.page.station.request('records');
            const all = (answer['records'] as Recording[] | undefined) ?? [];
            replace(this.list, ...all.map((r) => this.row(r)));
            if (all.length === 0)
                replace(
                    this.list,
                    h('li', { class: 'empty' }, 'No recording yet. Start one here or at the bottom left.'),
                );
        } catch (error) {
            replace(
                this.list,
                h('li', { class: 'empty' }, error instanceof Error ? error.message : String(error)),
            );
        }
    }

    private row(record: Recording): HTMLElement {
        const save = button('Save', {
            class: 'small',
            label: `Save ${record.name}`,
            press: (b) => void attempt(b, () => saveRecording(record.name)),
        });
        return h(
            'li',
            { class: 'record' },
            h(
                'div',
                {},
                h('b', {}, record.name),
                h(
                    'span',
                    {},
                    `${clock(record.seconds)}, ${bytes(record.bytes)}${record.open ? ', open' : ''}`,
                ),
            ),
            save,
        );
    }
}
