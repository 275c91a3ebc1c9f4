// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Buttons and forms of commands follow from the tables of the cell, also for types of plug-ins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enderOf, farewellOf, isEnd, isHeld, isRepeated } from '../src/core/commands';
import { Refusal, type Command, type Field } from '../src/core/types';
import { argumentsOf } from '../src/panels/arguments';

function command(word: string, kind: Command['kind']): Command {
    return { word, kind, arguments: '', help: '', role: '', fields: [], answer: [] };
}

function field(name: string, type: string, more: Partial<Field> = {}): Field {
    const plain = { count: '', unit: '', low: null, high: null, default: '', words: null, help: '' };
    return { name, type, when: 'live', role: 'parameter', ...plain, ...more } as Field;
}

// a plug-in: its words are in no list of the page
const welder = [
    command('seam', 'move'),
    command('weave', 'stream'),
    command('wire speed', 'set'),
    command('douse', 'end'),
    command('how hot', 'ask'),
];

test('what moves something is held, whatever it is called', () => {
    assert.deepEqual(welder.map(isHeld), [true, true, false, false, false]);
    assert.deepEqual(welder.map(isRepeated), [false, true, false, false, false]);
    assert.deepEqual(welder.map(isEnd), [false, false, false, true, false]);
});

test('letting go says the END of the component', () => {
    assert.equal(enderOf(welder), 'douse');
    assert.equal(farewellOf(welder), 'douse');
    assert.equal(farewellOf([command('go', 'move'), command('stop', 'end')]), null);
    assert.equal(enderOf([command('set', 'set')]), null);
});

const form = [
    field('name', 'text'),
    field('part', 'real', { low: 0, high: 2 }),
    field('index', 'integer'),
    field('way', 'enum', { words: ['joint', 'line'] }),
    field('repeat', 'truth'),
    field('q', 'real', { count: 'up to 64', low: -10, high: 10 }),
    field('force', 'vector'),
    field('names', 'text', { count: 'up to 3' }),
];
const made = (written: Record<string, string>) => argumentsOf(form, (name) => written[name] ?? '');

test('what is written becomes the arguments of the command', () => {
    assert.deepEqual(made({}), {});
    assert.deepEqual(made({ name: ' home ', part: '0,5', index: '3', way: 'line', repeat: 'true' }), {
        name: 'home',
        part: 0.5,
        index: 3,
        way: 'line',
        repeat: true,
    });
    assert.deepEqual(made({ q: '0 -1.5 2', force: '1 2 3', names: 'a b' }), {
        q: [0, -1.5, 2],
        force: [1, 2, 3],
        names: ['a', 'b'],
    });
});

test('what is not what its field wants is refused with its name', () => {
    const wrong: [Record<string, string>, RegExp][] = [
        [{ part: 'fast' }, /part: this is not a number/],
        [{ part: '3' }, /part: this is out of range/],
        [{ index: '1.5' }, /index: this is not an integer/],
        [{ way: 'round' }, /way: this is not one of the choices/],
        [{ q: '1 x' }, /q: this is not a number/],
        [{ q: '1 11' }, /q: this is out of range/],
    ];
    for (const [written, words] of wrong) {
        assert.throws(
            () => made(written),
            (error) => error instanceof Refusal && words.test(error.why.text),
        );
    }
});
