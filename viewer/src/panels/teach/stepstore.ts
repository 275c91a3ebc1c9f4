// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a sequence at this page: read anew whenever the cell says that they changed. Each
// change is one command of the sequence, and is remembered with the commands that take it back.

import type { Call, Component, Field, Saying } from '../../core/types';
import { armOf, type Page } from '../page';
import { Reader } from '../signals';
import type { Step } from './stepmodel';

const MOST = 1024;
const UNDONE = 200; // changes that can be taken back

export class StepStore {
    steps: Step[] = [];
    texts: string[] = [];
    chosen = -1;
    /** Which fields each action uses. */
    readonly uses = new Map<string, string[]>();
    private name = '';
    private version = Number.NaN;
    private reading = false;
    private again = false;
    private readonly back: Saying[][] = [];
    private readonly listeners = new Set<() => void>();
    readonly reader: Reader;

    constructor(private readonly page: Page) {
        this.reader = new Reader(page, 'sequence', ['state', 'step', 'version', 'round_limit', 'auto_start'], () =>
            this.part,
        );
        const open = (): void => {
            if (page.workspace === 'teach') this.open();
            else this.reader.shut();
        };
        page.station.on('catalogue', () => {
            this.back.length = 0;
            this.uses.clear();
            open();
        });
        page.changed(open);
        page.ticker.every(
            5,
            () => {
                void this.reader.poll();
                this.look();
            },
            () => page.workspace === 'teach',
        );
    }

    /** The sequences of the chosen arm. */
    get all(): Component[] {
        const arm = armOf(this.page)?.name ?? '';
        return (this.page.station.catalogue?.components ?? []).filter(
            (c) => c.type === 'sequence' && c.arm === arm,
        );
    }

    get part(): Component | null {
        return this.all.find((c) => c.name === this.name) ?? this.all[0] ?? null;
    }

    /** The fields of a step, as the command that inserts one describes them. */
    get fields(): Field[] {
        const insert = this.part?.commands.find((c) => c.word === 'insert');
        return (insert?.fields ?? []).filter((f) => f.name !== 'index');
    }

    get actions(): string[] {
        return this.fields.find((f) => f.name === 'action')?.words ?? [];
    }

    get runs(): boolean {
        return ['running', 'paused'].includes(this.reader.word('state'));
    }

    get canUndo(): boolean {
        return this.back.length > 0;
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    chooseSequence(name: string): void {
        this.name = name;
        this.back.length = 0;
        this.chosen = -1;
        this.open();
    }

    choose(index: number): void {
        this.chosen = index;
        this.tell();
    }

    async say(what: Saying): Promise<string> {
        if (this.part === null)
            throw new Error('This cell has no sequence. Add a sequence component to the cell file.');
        return this.page.station.tell(this.part.name, what);
    }

    /** Does something, and remembers what takes it back. */
    private async change(
        what: Saying,
        back: Saying[],
        chosen = this.chosen,
        took?: () => void,
    ): Promise<void> {
        await this.say(what);
        this.page.unsaved.touch();
        took?.();
        this.chosen = chosen; // at once: the next step may be added before the list is read again
        this.back.push(back);
        if (this.back.length > UNDONE) this.back.shift();
        await this.read();
    }

    async insert(index: number, step: Step): Promise<void> {
        await this.change(insertion(index, step), [`remove ${index}`], index);
    }

    async replace(index: number, step: Step): Promise<void> {
        const old = this.steps[index];
        await this.change({ word: 'change', arguments: { ...step, index } }, [
            { word: 'change', arguments: { ...old, index } },
        ], this.chosen, () => (this.steps[index] = step)); // known before the list is read again
    }

    async remove(index: number): Promise<void> {
        await this.change(`remove ${index}`, [insertion(index, this.steps[index])]);
        this.choose(Math.min(index, this.steps.length - 1));
    }

    async order(from: number, to: number): Promise<void> {
        if (to < 0 || to >= this.steps.length || to === from) return;
        await this.change(`order ${from} ${to}`, [`order ${to} ${from}`]);
        this.choose(to);
    }

    async clear(): Promise<void> {
        await this.change('clear', this.steps.map((step, i) => insertion(i, step)));
        this.choose(-1);
    }

    async rounds(count: number): Promise<void> {
        await this.change(`rounds ${count}`, [`rounds ${this.reader.number('round_limit') || 0}`]);
    }

    async automatic(on: boolean): Promise<void> {
        await this.change(`automatic ${on}`, [`automatic ${!on}`]);
    }

    /** Takes the last change back; one that is refused can be tried again. */
    async undo(): Promise<void> {
        const back = this.back.at(-1);
        if (back === undefined) return;
        for (const what of back) await this.say(what);
        this.back.pop();
        this.page.unsaved.touch();
        await this.read();
        this.choose(Math.min(this.chosen, this.steps.length - 1));
    }

    private open(): void {
        this.reader.open();
        this.version = Number.NaN;
        void this.learnUses().then(() => this.read());
    }

    private async learnUses(): Promise<void> {
        if (this.uses.size > 0) return;
        try {
            for (const action of this.actions)
                this.uses.set(action, (await this.say(`fields ${action}`)).split(' ').filter((w) => w !== ''));
        } catch {
            this.uses.clear(); // all fields are shown then
        }
    }

    private look(): void {
        const version = this.reader.number('version');
        if (Number.isNaN(version) || version === this.version) return;
        this.version = version;
        void this.read();
    }

    async read(): Promise<void> {
        this.again = this.reading;
        if (this.reading) return;
        this.reading = true;
        try {
            const count = Math.min(MOST, Number(await this.say('steps')) || 0);
            const steps: Step[] = [];
            const texts: string[] = [];
            for (let i = 0; i < count; i++) {
                steps.push(
                    JSON.parse(await this.say({ word: 'show', arguments: { index: i } })) as Step,
                );
                texts.push(await this.say(`text ${i}`));
            }
            this.steps = steps;
            this.texts = texts;
        } catch {
            // the cell or its steps changed meanwhile; the next version reads again
            if (this.part === null) this.steps = this.texts = [];
        } finally {
            this.reading = false;
        }
        // a list that is older than the last change says nothing about what is chosen
        if (!this.again) this.chosen = Math.min(this.chosen, this.steps.length - 1);
        this.tell();
        if (this.again) await this.read();
    }

    private tell(): void {
        for (const listener of this.listeners) listener();
    }
}

function insertion(index: number, step: Step): Call {
    return { word: 'insert', arguments: { ...step, index } };
}
