// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Recordings: start, stop, save in the formats that are chosen, replay in the scene, compare two in one plot.

import { button, card, lock } from '../../ui/controls';
import { h, replace, setAttribute, setText } from '../../ui/dom';
import { bytes, clock } from '../../ui/format';
import { keepRows } from '../../ui/keptrows';
import { attempt } from '../../ui/notes';
import type { Page } from '../page';
import { sharedCapturing } from '../tune/capturing';
import { chooseFormat, fetchRecording, FORMATS, formatsChanged, isChosen, saveRecording } from '../tune/formats';
import type { PlotStack } from '../tune/plots';
import { BoxRows } from './box';
import type { BoxCard } from './boxcard';
import { PairRows, pairPlots } from './film';

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

    private readonly compared: string[] = []; // names, at most two

    constructor(
        private readonly page: Page,
        private readonly box: BoxCard,
        private readonly plots: PlotStack,
    ) {
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
            const keys = all.map((r) => JSON.stringify(r));
            keepRows(this.list, keys, (i) => this.row(all[i]));
            this.markCompared();
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
        const replay = button('Replay', {
            class: 'small',
            label: `Replay ${record.name}`,
            title: 'Show it in the scene and in the plots',
            press: (b) => void attempt(b, () => this.box.openRecording(record.name)),
        });
        const compare = button('Compare', {
            class: 'small chip',
            label: `Compare ${record.name}`,
            title: 'Press it at two recordings to see both in one plot',
            press: (b) => void attempt(b, () => this.compare(record.name)),
        });
        const still = record.open ? 'It is still being recorded.' : null;
        lock(replay, still);
        lock(compare, still);
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
            h('div', { class: 'record-acts' }, replay, compare, save),
        );
    }

    private markCompared(): void {
        for (const made of this.list.querySelectorAll<HTMLElement>('.chip'))
            setAttribute(made, 'aria-pressed', String(this.compared.some((n) => made.ariaLabel === `Compare ${n}`)));
    }

    /** Chooses a recording to be compared, or lets it go; with two of them both are shown. */
    private async compare(name: string): Promise<void> {
        const at = this.compared.indexOf(name);
        if (at >= 0) this.compared.splice(at, 1);
        else this.compared.push(name);
        if (this.compared.length > 2) this.compared.shift();
        this.markCompared();
        const [first, second] = this.compared;
        const { catalogue } = this.page.station;
        this.box.leave();
        if (second === undefined || catalogue === null) return;
        const load = async (one: string) => ({
            name: one,
            rows: new BoxRows(await (await fetchRecording(one, '.rows')).arrayBuffer()),
        });
        const [a, b] = [await load(first), await load(second)];
        const rows = new PairRows(a, b, catalogue.arms);
        const plots = pairPlots(rows, [first, second], catalogue);
        if (plots.length === 0)
            throw new Error('These recordings have no positions of the joints of this cell.');
        const length = Math.max(1, Math.min(60, rows.time[rows.count - 1]));
        this.plots.show({ name: `${first} and ${second}`, rows, plots, time: 0.4 * length, length, marks: [] });
    }
}
