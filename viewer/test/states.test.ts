// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeText, type Facts, isAsked, stateWord, stopLine } from '../src/panels/statewords';

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
    elsewhere: '',
    failure: '',
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
        { program: 'failed' },
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

test('a program that failed is told with its step and its reason, never as ready', () => {
    const failed = stateWord({
        ...calm,
        program: 'failed',
        step: '3 of 61: straight to at_a1',
        failure: 'there is no point of that name',
    });
    assert.equal(failed.word, 'Failed');
    assert.equal(failed.tone, 'fault');
    assert.equal(failed.detail, 'step 3 of 61: straight to at_a1 (there is no point of that name)');
    assert.equal(stateWord({ ...calm, program: 'failed' }).detail, 'program');
    // what moves the arm afterwards is told first
    assert.equal(stateWord({ ...calm, program: 'failed', points: 'going' }).word, 'Running');
    assert.equal(stateWord({ ...calm, program: 'failed', mode: 'jog' }).word, 'Jogging');
});

// Seen: only the first sequence of the chosen arm was looked at; a failure of another one left it at Ready.
test('a program beside the one that is shown is told when it fails, with its name', () => {
    const facts = { ...calm, elsewhere: 'left: step 2 of 5', failure: 'the gripper holds nothing' };
    const failed = stateWord(facts);
    assert.equal(failed.word, 'Failed');
    assert.equal(failed.tone, 'fault');
    assert.equal(failed.detail, 'left: step 2 of 5 (the gripper holds nothing)');
    assert.equal(stateWord({ ...facts, program: 'done' }).word, 'Failed');
    // what runs is told first
    assert.equal(stateWord({ ...facts, program: 'running', step: '1 of 3' }).word, 'Running');
});

// Seen: a stop that was asked for and ended by a fault was called "Stopped", in the tone of rest.
test('a stop that was asked for is a fault when one made it more severe', () => {
    const asked = { code: 'SNW_ERR_STATE', rule: 'asked', text: 'stopped by operator (Esc)' };
    const drift = { code: 'SNW_ERR_STATE', rule: 'drift', text: 'the arm drifts' };
    assert.equal(isAsked({ why: asked, harder: null }), true);
    assert.equal(isAsked({ why: asked, harder: asked }), true, 'the drives were switched off');
    assert.equal(isAsked({ why: asked, harder: drift }), false);
    assert.equal(isAsked({ why: drift, harder: asked }), false);
    assert.equal(causeText({ why: asked, harder: asked }), 'stopped by operator (Esc)');
    assert.equal(causeText({ why: asked, harder: drift }), 'stopped by operator (Esc), then: the arm drifts');
});

test('the line of the stop button follows the arms, whoever stopped them', () => {
    assert.equal(stopLine('ready', [1, 1]), 'Esc');
    assert.equal(stopLine('ready', []), 'Esc');
    assert.equal(stopLine('sent', [2]), 'again: drives off');
    assert.equal(stopLine('ready', [3]), 'again: drives off');
    assert.equal(stopLine('ready', [0, 0]), 'Drives off');
    assert.equal(stopLine('sent', [4]), 'Drives off');
    assert.equal(stopLine('ready', [4, 1]), 'Esc');
    assert.equal(stopLine('failed', [0]), 'not confirmed');
});
