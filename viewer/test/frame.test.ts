// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFrame, decodeFrame } from '../src/core/frame';
import { RowRing } from '../src/core/rows';
import { makeFrame, type Made } from './make_frame';

const pose = (x: number): number[] => [x, 2, 3, 0, 0, 0.6, 0.8];

const full: Made = {
    flags: 7,
    tick: (5n << 32n) + 7n,
    time: 12_345_678_901_234n,
    sequence: 99,
    rate: 0.5,
    links: [pose(1), pose(4)],
    commanded: [pose(1.5), pose(4.5)],
    arms: [
        {
            state: 1,
            follows: 1,
            taken: 0,
            cause: 0,
            axes: [
                [0.1, 0.2, 0.3, 0.4],
                [1, 2, 3, 4],
                [9, 8, 7, 6],
            ],
        },
        { state: 4, follows: 0, taken: 1, cause: -17, axes: [[-1, -2, -3, -4]] },
    ],
    signals: 2,
    rows: [
        [10, 1, NaN],
        [10.5, 2, 3],
    ],
};

test('every field of a frame is where the protocol says', () => {
    const frame = createFrame();
    const rows = new RowRing(8);
    rows.assign(['a', 'b']);
    assert.equal(decodeFrame(makeFrame(full), frame, rows, 77), true);
    assert.equal(frame.tick, 5 * 2 ** 32 + 7);
    assert.ok(Math.abs(frame.time - 12345.678901234) < 1e-9);
    assert.deepEqual(
        [frame.sequence, frame.rate, frame.late, frame.recording, frame.paused, frame.received],
        [99, 0.5, true, true, true, 77],
    );
    assert.deepEqual([...frame.links], [...pose(1), ...pose(4)].map(Math.fround));
    assert.deepEqual([...frame.commanded], [...pose(1.5), ...pose(4.5)].map(Math.fround));
    assert.deepEqual([...frame.arms[0].q], [0.1, 1, 9]);
    assert.deepEqual([...frame.arms[0].v], [0.2, 2, 8]);
    assert.deepEqual([...frame.arms[0].effort], [0.3, 3, 7]);
    assert.deepEqual([...frame.arms[0].commanded], [0.4, 4, 6]);
    const { state, follows, taken, cause } = frame.arms[1];
    assert.deepEqual([state, follows, taken, cause], [4, false, true, -17]);
    assert.deepEqual([...rows.time.slice(0, 2)], [10, 10.5]);
    assert.deepEqual([...rows.column('a')!.slice(0, 2)], [1, 2]);
    assert.deepEqual([...rows.column('b')!.slice(0, 2)], [NaN, 3]);
});

test('a time before zero keeps its sign', () => {
    const frame = createFrame();
    decodeFrame(makeFrame({ time: -1_500_000_000n }), frame, new RowRing(1), 1);
    assert.equal(frame.time, -1.5);
});

test('the same arrays are written again', () => {
    const frame = createFrame();
    const rows = new RowRing(8);
    decodeFrame(makeFrame(full), frame, rows, 1);
    const { links, commanded, arms } = frame;
    const q = arms[0].q;
    decodeFrame(makeFrame({ ...full, links: [pose(8), pose(9)] }), frame, rows, 2);
    assert.ok(frame.links === links && frame.commanded === commanded && frame.arms[0].q === q);
    assert.equal(frame.links[0], 8);
});

test('a frame that is cut anywhere is refused and changes nothing', () => {
    const whole = makeFrame(full);
    const rows = new RowRing(8);
    for (let size = 0; size < whole.byteLength; size++) {
        const frame = createFrame();
        assert.equal(decodeFrame(whole.slice(0, size), frame, rows, 1), false, `${size} bytes`);
        assert.deepEqual([frame.received, frame.links.length, rows.count], [0, 0, 0]);
    }
});

test('what is not a state frame is refused', () => {
    for (const [offset, value] of [
        [0, 0x54],
        [4, 2],
    ]) {
        const bytes = new Uint8Array(makeFrame(full));
        bytes[offset] = value;
        assert.equal(decodeFrame(bytes.buffer, createFrame(), new RowRing(1), 1), false);
    }
});

test('rows go round, and signals that stay keep what they have', () => {
    const rows = new RowRing(4);
    const frame = createFrame();
    rows.assign(['a', 'b']);
    for (let k = 0; k < 6; k++) {
        decodeFrame(makeFrame({ signals: 2, rows: [[k, 10 + k, 20 + k]] }), frame, rows, 1);
    }
    assert.equal(rows.count, 6);
    assert.deepEqual([...rows.time], [4, 5, 2, 3]);
    assert.equal(rows.newest('b'), 25);
    const b = rows.column('b');
    rows.assign(['b', 'c']);
    assert.ok(rows.column('b') === b && rows.column('a') === null);
    assert.ok(Number.isNaN(rows.newest('c')));
    decodeFrame(makeFrame({ signals: 2, rows: [[6, 1, 2]] }), frame, rows, 1);
    assert.deepEqual([rows.newest('b'), rows.newest('c')], [1, 2]);
});
