// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What is recorded: boxes of three states by what is chosen below them, and patterns that say the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Signal } from '../src/core/types';
import { Capture, type Mark } from '../src/panels/tune/capture';
import { emptyPlot, plotsOf, plotsText, titleOf, toggleTrace } from '../src/panels/tune/traces';
import { barRange } from '../src/panels/tune/barchart';
import { seeded } from './random';

const AXES = 3;

/** An arm of three links: two types of links with two elements each, two types of its own. */
function signals(): Signal[] {
    const paths: string[] = [];
    for (let i = 0; i < AXES; i++) {
        for (const name of ['sensed/q', 'sensed/v', 'target/q', 'target/v']) paths.push(`arm/${name}[${i}]`);
    }
    paths.push('arm/guard/state', 'arm/guard/cause', 'arm/sensed/emergency');
    // longer than the arm has axes: a list of its own
    for (let i = 0; i < 5; i++) paths.push(`arm/guard/causes[${i}]`);
    paths.push('program/state', 'program/step');
    return paths.map((path) => ({ path, unit: '', type: 'real', words: null }));
}

const made = (): Capture => new Capture(signals(), (object) => (object === 'arm' ? AXES : 0));

// spec: actin-model:A1-VW-33
test('all twelve cells of the table of boxes', () => {
    const cells: [string, Mark, (c: Capture) => void, (c: Capture) => Mark][] = [
        // box of an object
        ['object', 'none', (c) => c.setObject('program', true), (c) => c.objectMark('arm')],
        ['object', 'some', (c) => c.setType('arm', 'link', 'sensed', true, 1), (c) => c.objectMark('arm')],
        ['object', 'some', (c) => c.setType('arm', 'own', 'guard', true), (c) => c.objectMark('arm')],
        ['object', 'all', (c) => c.setObject('arm', true), (c) => c.objectMark('arm')],
        // box of a link
        ['link', 'none', (c) => c.setLink('arm', 0, true), (c) => c.linkMark('arm', 1)],
        ['link', 'some', (c) => c.setType('arm', 'link', 'target', true, 1), (c) => c.linkMark('arm', 1)],
        ['link', 'all', (c) => c.setLink('arm', 1, true), (c) => c.linkMark('arm', 1)],
        // box of a type while the object is highlighted: its own types
        ['type, object', 'none', (c) => c.setLink('arm', 0, true), (c) => c.typeMark('arm', 'own', 'guard')],
        [
            'type, object',
            'some',
            (c) => {
                c.setType('arm', 'own', 'guard', true);
                c.set((p) => p.path === 'arm/guard/causes[2]', false);
            },
            (c) => c.typeMark('arm', 'own', 'guard'),
        ],
        [
            'type, object',
            'all',
            (c) => c.setType('arm', 'own', 'guard', true),
            (c) => c.typeMark('arm', 'own', 'guard'),
        ],
        // the same, types of links: on no link, on some, on all
        [
            'type, object',
            'none',
            (c) => c.setType('arm', 'link', 'target', true, -1),
            (c) => c.typeMark('arm', 'link', 'sensed', -1),
        ],
        [
            'type, object',
            'some',
            (c) => c.setType('arm', 'link', 'sensed', true, 2),
            (c) => c.typeMark('arm', 'link', 'sensed', -1),
        ],
        [
            'type, object',
            'all',
            (c) => c.setType('arm', 'link', 'sensed', true, -1),
            (c) => c.typeMark('arm', 'link', 'sensed', -1),
        ],
        // box of a type while a link is highlighted
        [
            'type, link',
            'none',
            (c) => c.setType('arm', 'link', 'sensed', true, 0),
            (c) => c.typeMark('arm', 'link', 'sensed', 1),
        ],
        [
            'type, link',
            'some',
            (c) => {
                c.setType('arm', 'link', 'sensed', true, 1);
                c.set((p) => p.path === 'arm/sensed/v[1]', false);
            },
            (c) => c.typeMark('arm', 'link', 'sensed', 1),
        ],
        [
            'type, link',
            'all',
            (c) => c.setType('arm', 'link', 'sensed', true, 1),
            (c) => c.typeMark('arm', 'link', 'sensed', 1),
        ],
    ];
    const seen = new Set<string>();
    for (const [box, mark, choose, look] of cells) {
        const capture = made();
        choose(capture);
        assert.equal(look(capture), mark, `${box} ${mark}`);
        seen.add(`${box} ${mark}`);
    }
    assert.equal(seen.size, 12);
});

// spec: actin-model:A1-VW-33
test('checking an object checks its links and their types, and back', () => {
    const capture = made();
    capture.setObject('arm', true);
    for (let i = 0; i < AXES; i++) assert.equal(capture.linkMark('arm', i), 'all');
    assert.equal(capture.count, 4 * AXES + 8);
    capture.setLink('arm', 2, false);
    assert.equal(capture.objectMark('arm'), 'some');
    assert.equal(capture.typeMark('arm', 'link', 'sensed', -1), 'some');
    capture.setObject('arm', false);
    assert.equal(capture.count, 0);
    assert.equal(capture.below('arm/sensed'), 'none');
});

test('what is told about the tool is of its arm, and is asked for where it stands', () => {
    const more = ['task/actual[0]', 'task/actual[1]', 'task/drift', 'task/law', 'task/report/rank'];
    const all = [...signals(), ...more.map((path): Signal => ({ path, unit: '', type: 'real', words: null }))];
    const capture = new Capture(all, (o) => (o === 'arm' ? AXES : 0), (c) => (c === 'task' ? 'arm' : ''));
    assert.deepEqual(capture.types('arm', 'effector'), ['actual', 'drift']);
    assert.deepEqual(capture.types('task', 'own'), ['', 'report']);
    capture.setType('arm', 'effector', 'actual', true);
    assert.deepEqual(capture.patterns(), ['task/actual[*]']);
    assert.equal(capture.typeMark('arm', 'effector', 'actual'), 'all');
    assert.equal(capture.effectorMark('arm'), 'some');
    assert.equal(capture.objectMark('arm'), 'some');
    assert.equal(capture.objectMark('task'), 'none');
    capture.setObject('arm', true);
    assert.deepEqual(capture.patterns(), ['arm/**', 'task/actual[*]', 'task/drift']);
    capture.setPart('arm', 'link', false, 1);
    assert.equal(capture.linkMark('arm', 1), 'none');
    assert.equal(capture.linkMark('arm', 2), 'all');
    capture.setEffectors('arm', false);
    assert.equal(capture.effectorMark('arm'), 'none');
});

test('a list longer than the arm is the arm\u2019s own', () => {
    const capture = made();
    assert.deepEqual(capture.linksOf('arm'), [0, 1, 2]);
    assert.deepEqual(capture.types('arm', 'link'), ['sensed', 'target']);
    assert.ok(capture.places.filter((p) => p.path.includes('causes')).every((p) => p.link === -1));
});

/** What a pattern of the cell matches: "*" inside a step, "**" anything. */
function matches(pattern: string, path: string): boolean {
    const text = pattern
        .replaceAll(/[.[\]^$()+?{}|\\]/g, '\\$&')
        .replaceAll('**', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '.*');
    return new RegExp(`^${text}$`).test(path);
}

test('patterns match what is chosen and nothing else, for any choice', () => {
    const next = seeded(33);
    for (let k = 0; k < 400; k++) {
        const capture = made();
        const share = next();
        capture.set(() => next() < share, true);
        if (next() < 0.3) capture.setObject('arm', true);
        if (next() < 0.3) capture.setType('arm', 'link', 'target', true, -1);
        const patterns = capture.patterns();
        for (const { path } of capture.places)
            assert.equal(
                patterns.some((p) => matches(p, path)),
                capture.has(path),
                `${path} of ${patterns.join(' ')}`,
            );
    }
    const all = made();
    all.set(() => true, true);
    assert.deepEqual(all.patterns(), ['arm/**', 'program/**']);
});

test('a signal may be on both axes, and each is taken off alone', () => {
    const plot = emptyPlot();
    toggleTrace(plot.traces, 'arm/sensed/q[0]', 'rad', 'L');
    toggleTrace(plot.traces, 'arm/sensed/q[0]', 'rad', 'R');
    assert.deepEqual(
        plot.traces.map((t) => t.side),
        ['L', 'R'],
    );
    assert.notEqual(plot.traces[0].color, plot.traces[1].color);
    plot.traces[1].hidden = true;
    // units follow from the signals
    const bare = { ...plot, traces: plot.traces.map((t) => ({ ...t, unit: '' })) };
    assert.deepEqual(plotsOf(JSON.parse(plotsText([plot])).plots), [bare]);
    toggleTrace(plot.traces, 'arm/sensed/q[0]', 'rad', 'L');
    assert.deepEqual(
        plot.traces.map((t) => t.side),
        ['R'],
    );
    assert.equal(titleOf(plot), 'sensed q[0]');
    assert.deepEqual(plotsOf([3, { traces: 1 }, null]), []);
    assert.deepEqual(plotsOf([{ ...plot, traces: [{ signal: 'a', side: 'middle' }, null] }])[0].traces, []);
});

test('the range of bars has zero and all values in it', () => {
    const next = seeded(37);
    for (let k = 0; k < 500; k++) {
        const values = Array.from({ length: 4 }, () => (next() - 0.5) * 10 ** Math.floor(8 * next() - 4));
        const { min, max } = barRange(values);
        assert.ok(min <= 0 && max >= 0 && max > min);
        for (const v of values) assert.ok(v >= min - 1e-12 && v <= max + 1e-12, `${v} in ${min} to ${max}`);
    }
    assert.ok(barRange([Number.NaN]).max > 0);
});
