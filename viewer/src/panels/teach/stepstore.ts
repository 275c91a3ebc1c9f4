// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a sequence at this page: read anew whenever the cell says that they changed. Each
// change is one command of the sequence, and is remembered with the commands that take it back. They
// go one at a time: what takes a change back depends on the steps that the change before it left.

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
    private last: Promise<unknown> = Promise.resolve();
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

    /** Begins when what was asked for before it has ended, well or not. */
    private inTurn<T>(act: () => Promise<T>): Promise<T> {
        const done = this.last.then(act);
        this.last = done.catch(() => undefined);
        return done;
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

    insert(index: number, step: Step): Promise<void> {
        return this.inTurn(() => this.change(insertion(index, step), [`remove ${index}`], index));
    }

    /** A new step behind the one that is chosen when its turn comes, or at the end. */
    add(step: Step): Promise<void> {
        return this.inTurn(() => {
            const index = this.chosen < 0 ? this.steps.length : this.chosen + 1;
            return this.change(insertion(index, step), [`remove ${index}`], index);
        });
    }

    /** Changes fields of a step; the others stay as they are when its turn comes. */
    edit(index: number, fields: Step): Promise<void> {
        return this.inTurn(async () => {
            const old = this.steps[index];
            const step = { ...old, ...fields };
            const took = () => (this.steps[index] = step); // known before the list is read again
            await this.change(changing(index, step), [changing(index, old)], this.chosen, took);
        });
    }

    remove(index: number): Promise<void> {
        return this.inTurn(async () => {
            await this.change(`remove ${index}`, [insertion(index, this.steps[index])]);
            this.choose(Math.min(index, this.steps.length - 1));
        });
    }

    order(from: number, to: number): Promise<void> {
        return this.inTurn(async () => {
            if (to < 0 || to >= this.steps.length || to === from) return;
            await this.change(`order ${from} ${to}`, [`order ${to} ${from}`]);
            this.choose(to);
        });
    }

    clear(): Promise<void> {
        return this.inTurn(async () => {
            await this.change('clear', this.steps.map((step, i) => insertion(i, step)));
            this.choose(-1);
        });
    }

    rounds(count: number): Promise<void> {
        return this.inTurn(() =>
            this.change(`rounds ${count}`, [`rounds ${this.reader.number('round_limit') || 0}`]),
        );
    }

    automatic(on: boolean): Promise<void> {
        return this.inTurn(() => this.change(`automatic ${on}`, [`automatic ${!on}`]));
    }

    /** Takes the last change back; one that is refused can be tried again. */
    undo(): Promise<void> {
        return this.inTurn(async () => {
            const back = this.back.at(-1);
            if (back === undefined) return;
            for (const what of back) await this.say(what);
            this.back.pop();
            this.page.unsaved.touch();
            await this.read();
            this.choose(Math.min(this.chosen, this.steps.length - 1));
        });
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
            const { steps, texts } = await this.ask();
            // a list that is older than the last change says nothing
            if (!this.again) {
                this.steps = steps;
                this.texts = texts;
            }
        } catch {
            // the cell or its steps changed meanwhile; the next version reads again
            if (this.part === null) this.steps = this.texts = [];
        } finally {
            this.reading = false;
        }
        if (this.again) return this.read();
        this.chosen = Math.min(this.chosen, this.steps.length - 1);
        this.tell();
    }

    private async ask(): Promise<{ steps: Step[]; texts: string[] }> {
        const count = Math.min(MOST, Number(await this.say('steps')) || 0);
        const steps: Step[] = [];
        const texts: string[] = [];
        for (let i = 0; i < count; i++) {
            steps.push(JSON.parse(await this.say({ word: 'show', arguments: { index: i } })) as Step);
            texts.push(await this.say(`text ${i}`));
        }
        return { steps, texts };
    }

    private tell(): void {
        for (const listener of this.listeners) listener();
    }
}

function insertion(index: number, step: Step): Call {
    return { word: 'insert', arguments: { ...step, index } };
}

function changing(index: number, step: Step): Call {
    return { word: 'change', arguments: { ...step, index } };
}
