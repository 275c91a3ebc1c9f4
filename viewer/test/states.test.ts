// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Facts, stateWord } from '../src/panels/statewords';

const calm: Facts = {
    contact: 'live',
    age: 0,
    loaded: true,
    empty: false,
    arms: [1],
    cause: '',
    asked: false,
    mode: 'idle',
    guiding: false,
    program: 'idle',
    step: '',
    points: 'idle',
    point: '',
    moving: false,
    held: false,
};

test('each state has a word and a shape of its own, without any colour', () => {
    const all: Partial<Facts>[] = [
        { contact: 'starting' },
        { contact: 'lost' },
        {},
        { program: 'running' },
        { program: 'paused' },
        { mode: 'jog' },
        { mode: 'drag' },
        { guiding: true },
        { arms: [2] },
        { arms: [3], cause: 'asked', asked: true },
        { arms: [4], cause: 'a joint moves too fast' },
    ];
    const words = all.map((more) => stateWord({ ...calm, ...more }));
    assert.equal(new Set(words.map(({ word }) => word)).size, all.length);
    assert.equal(new Set(words.map(({ icon }) => icon)).size, all.length);
    assert.equal(new Set(words.map(({ name }) => name)).size, all.length);
});
