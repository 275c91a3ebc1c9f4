// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Changes of a sequence that are asked for faster than the cell answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call, Component, Saying } from '../src/core/types';
import type { Page } from '../src/panels/page';
import type { Step } from '../src/panels/teach/stepmodel';
import { StepStore } from '../src/panels/teach/stepstore';
import { settle } from './fakes';

/** A cell that keeps steps as a real one does, and answers each command only when it is let. */
class LateCell {
    steps: Step[] = [];
    private readonly waiting: (() => void)[] = [];

    tell(what: Saying): Promise<string> {
        return new Promise((done, failed) => {
            this.waiting.push(() => {
                try {
                    done(typeof what === 'string' ? this.word(what) : this.call(what));
                } catch (error) {
                    failed(error as Error);
                }
            });
        });
    }

    /** Answers what waits, and what is asked because of it, until nothing is. */
    async answer(): Promise<void> {
        await settle();
        for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
            next();
            await settle();
        }
    }

    private word(text: string): string {
        const [word, first, second] = text.split(' ');
        if (word === 'steps') return String(this.steps.length);
        if (word === 'text') return JSON.stringify(this.steps[Number(first)]);
        if (word === 'remove') this.steps.splice(this.existing(Number(first)), 1);
        if (word === 'order') this.steps.splice(Number(second), 0, ...this.steps.splice(Number(first), 1));
        if (word === 'clear') this.steps = [];
        return '';
    }

    private call({ word, arguments: fields }: Call): string {
        const { index, ...step } = fields as Step & { index: number };
        if (word === 'show') return JSON.stringify(this.steps[this.existing(index)]);
        if (word === 'insert') this.steps.splice(index, 0, step);
        else this.steps[this.existing(index)] = step;
        return '';
    }

    private existing(index: number): number {
        if (this.steps[index] === undefined) throw new Error(`there is no step ${index}`);
        return index;
    }
}

function begin(steps: Step[]): { cell: LateCell; store: StepStore } {
    const cell = new LateCell();
    cell.steps = steps;
    const part = { name: 'program', type: 'sequence', arm: 'arm', commands: [] } as unknown as Component;
    const page = {
        station: {
            catalogue: { arms: [{ name: 'arm' }], components: [part] },
            on: () => () => undefined,
            tell: (_: string, what: Saying) => cell.tell(what),
        },
        arm: 0,
        ticker: { every: () => undefined },
        unsaved: { touch: () => undefined },
        changed: () => undefined,
    } as unknown as Page;
    return { cell, store: new StepStore(page) };
}

async function opened(steps: Step[]): Promise<ReturnType<typeof begin>> {
    const made = begin(steps);
    void made.store.read();
    await made.cell.answer();
    return made;
}

const wait = (value: number): Step => ({ action: 'wait', value });

test('two fields that are changed at once are both changed', async () => {
    const { cell, store } = await opened([{ action: 'line', speed: 1, accuracy: 1 }]);
    const both = Promise.all([store.edit(0, { speed: 2 }), store.edit(0, { accuracy: 3 })]);
    await cell.answer();
    await both;
    assert.deepEqual(cell.steps, [{ action: 'line', speed: 2, accuracy: 3 }]);
});

test('steps that are added faster than the cell answers stand in the order of the presses', async () => {
    const { cell, store } = await opened([]);
    const all = Promise.all([1, 2, 3].map((n) => store.add(wait(n))));
    await cell.answer();
    await all;
    assert.deepEqual(cell.steps, [wait(1), wait(2), wait(3)]);
    assert.equal(store.chosen, 2);
});

test('undo takes back what was asked for before it, one change each time', async () => {
    const before = [wait(1), wait(2), wait(3)];
    const { cell, store } = await opened([...before]);
    const all = Promise.all([store.remove(0), store.remove(0), store.undo(), store.undo()]);
    await cell.answer();
    await all;
    assert.deepEqual(cell.steps, before);
    assert.equal(store.canUndo, false);
});

test('a change that is refused ends for itself, and the next one is done', async () => {
    const { cell, store } = await opened([wait(1)]);
    const refused = store.edit(5, { value: 2 });
    const done = store.edit(0, { value: 4 });
    const told = assert.rejects(refused, /no step 5/);
    await cell.answer();
    await told;
    await done;
    assert.deepEqual(cell.steps, [wait(4)]);
    assert.deepEqual(store.steps, [wait(4)]);
});
