// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Recordings: start, stop, download as MCAP or as a table.

import { takeToken } from '../../core/token';
import { button, card } from '../../ui/controls';
import { h, replace, saveFile, setText } from '../../ui/dom';
import { bytes, clock } from '../../ui/format';
import { attempt } from '../../ui/notes';
import type { Page } from '../page';

interface Recording {
    name: string;
    bytes: number;
    seconds: number;
    open: boolean;
}

async function download(name: string, csv: boolean): Promise<void> {
    const answer = await fetch(`/record/${encodeURIComponent(name)}${csv ? '?csv' : ''}`, {
        headers: { Authorization: `Bearer ${takeToken()}` },
    });
    if (!answer.ok)
        throw new Error(`The server does not give ${name}: ${answer.status} ${await answer.text()}`);
    saveFile(csv ? `${name.replace(/\.mcap$/, '')}.csv` : name, await answer.blob());
}

export class RecordCard {
    private readonly toggle = button('Start', { class: 'small', icon: 'record', press: (b) => this.flip(b) });
    private readonly made = card('Recordings', { fill: true, tools: [this.toggle] });
    readonly root = this.made.root;
    private readonly list = h('ul', { class: 'record-list' });

    constructor(private readonly page: Page) {
        this.toggle.classList.add('push');
        this.made.body.append(this.list);
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
        void attempt(at, () =>
            this.page.station.request('record', { act: this.isOn ? 'stop' : 'start' }),
        ).then(() => this.read());
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
        const save = (text: string, csv: boolean): HTMLElement =>
            button(text, {
                class: 'small',
                label: `Download ${record.name} as ${text}`,
                press: (b) => void attempt(b, () => download(record.name, csv)),
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
            save('MCAP', false),
            save('CSV', true),
        );
    }
}
