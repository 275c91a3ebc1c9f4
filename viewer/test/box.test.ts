// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Black boxes and tests: rows as the server writes them, what the loop did, how well a joint followed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arm, LoopEvent, SignalRows } from '../src/core/types';
import { axisOf, boxPlots, BoxRows, cyclesOf, standsAt } from '../src/panels/events/box';
import { fitted } from '../src/panels/edges';
import { respond } from '../src/panels/tune/response';

/** The bytes of NAME.rows, written from their description. */
function rowsOf(columns: Record<string, (t: number) => number>, count: number): ArrayBuffer {
    const names = Object.keys(columns);
    let head = JSON.stringify({ columns: names.map((path) => ({ path, unit: '' })) });
    head += ' '.repeat((8 - (head.length % 8)) % 8);
    const bytes = new ArrayBuffer(8 + head.length + count * (names.length + 2) * 8);
    const view = new DataView(bytes);
    view.setBigUint64(0, BigInt(head.length), true);
    new Uint8Array(bytes, 8, head.length).set(new TextEncoder().encode(head));
    let at = 8 + head.length;
    for (let k = 0; k < count; k++) {
        const t = 5 + k * 1e-3;
        for (const value of [5000 + k, t, ...names.map((name) => columns[name](t))]) {
            view.setFloat64(at, value, true);
            at += 8;
        }
    }
    return bytes;
}

const axis = (name: string) => ({
    name,
    link: 0,
    kind: 'revolute',
    lower: null,
    upper: null,
    velocity: null,
    acceleration: null,
    effort: null,
    unit: 'rad',
});
const arm: Arm = { name: 'arm', member: 0, tool: '', axes: [axis('j1'), axis('j2')], simulated: true };

const event = (t: number, text: string, rule: string): LoopEvent => ({
    t,
    sequence: Math.round(1000 * t),
    object: 'arm',
    why: { code: 'x', severity: 'error', text, rule, subject: 'j2' },
});

test('a black box gives its rows, its cycles and its plots', () => {
    const box = new BoxRows(
        rowsOf(
            {
                'arm/guard/state': (t) => (t < 5.5 ? 1 : t < 5.62 ? 2 : 4),
                'arm/estimate/v[0]': (t) => (t < 5.6 ? 0.3 : 0),
                'arm/estimate/v[1]': (t) => (t < 5.55 ? -0.2 : 1e-5),
                'arm/target/q[1]': (t) => t,
                'arm/sensed/q[1]': (t) => t - 0.01,
            },
            1000,
        ),
    );
    assert.equal(box.count, 1000);
    assert.equal(box.column('arm/target/q[1]')?.[250], 5.25);
    assert.equal(box.column('arm/none'), null);
    assert.equal(box.tickAt(5.5), 5500);
    assert.ok(Math.abs(standsAt(box, arm, 5.5) - 5.6) < 1e-9);
    const cycles = cyclesOf(box, arm, 5.5, [event(5.5, 'a reading jumps', 'jump'), event(1, 'old', 'jump')]);
    const told = cycles.map((c) => `${c.tick} ${c.text}`);
    assert.ok(told.includes('5500 a reading jumps') && told.includes('5500 arm begins to stop'));
    assert.ok(told.includes('5600 arm no longer moves') && told.includes('5620 arm stands, fault'));
    assert.ok(!told.some((text) => text.includes('old')));
    assert.equal(axisOf(arm, event(0, '', '').why), 1);
    const plots = boxPlots(box, arm, 1);
    assert.deepEqual(
        plots[0].traces.map((t) => t.path),
        ['arm/target/q[1]', 'arm/sensed/q[1]'],
    );
    assert.equal(plots[2].traces.length, 2);
});

/** Rows of functions of time, 1 kHz from 0 on. */
function captured(columns: Record<string, (t: number) => number>, count: number): SignalRows {
    const time = Float64Array.from({ length: count }, (_, k) => k * 1e-3);
    const made = new Map(Object.entries(columns).map(([path, f]) => [path, time.map((t) => f(t))]));
    return { paths: [...made.keys()], capacity: count, count, time, column: (p) => made.get(p) ?? null };
}

const PATHS = { wanted: 'w', measured: 'm', effort: 'e' };

test('a step of a second-order system has the numbers of its closed form', () => {
    for (const damping of [0.2, 0.4, 0.6]) {
        const w0 = 30;
        const wd = w0 * Math.sqrt(1 - damping ** 2);
        const step = (t: number): number =>
            t < 0.1
                ? 0
                : 1 -
                  Math.exp(-damping * w0 * (t - 0.1)) *
                      (Math.cos(wd * (t - 0.1)) + (damping * w0 * Math.sin(wd * (t - 0.1))) / wd);
        const rows = captured(
            { w: (t) => 3 + (t < 0.1 ? 0 : 0.5), m: (t) => 3 + 0.5 * step(t), e: (t) => (t < 0.5 ? -8 : 2) },
            2500,
        );
        const found = respond(rows, PATHS, { from: 0, to: 2.4 });
        assert.ok(found !== null);
        const overshoot = Math.exp((-Math.PI * damping) / Math.sqrt(1 - damping ** 2));
        assert.ok(Math.abs(found.overshoot - overshoot) < 1e-3, `${found.overshoot} ${overshoot}`);
        assert.ok(Math.abs(found.height - 0.5) < 1e-12);
        assert.ok(Math.abs(found.peakError - 0.5) < 1e-3);
        assert.equal(found.peakEffort, 8);
        // the envelope bounds when it settles
        const bound = -Math.log(0.02 * Math.sqrt(1 - damping ** 2)) / (damping * w0);
        assert.ok(found.settled <= bound + 2e-3 && found.settled > 0.5 * bound);
        // 10 to 90 %, found anew by steps of a microsecond
        let [low, high] = [Number.NaN, Number.NaN];
        for (let t = 0.1; t < 0.4 && Number.isNaN(high); t += 1e-6) {
            if (Number.isNaN(low) && step(t) >= 0.1) low = t;
            if (step(t) >= 0.9) high = t;
        }
        assert.ok(Math.abs(found.rise - (high - low)) < 5e-5);
    }
});

test('a sine has errors but no rise', () => {
    const rows = captured(
        { w: (t) => Math.sin(2 * Math.PI * t), m: (t) => Math.sin(2 * Math.PI * t) + 0.1, e: () => 1 },
        2001,
    );
    const found = respond(rows, PATHS, { from: 0, to: 2 });
    assert.ok(found !== null && Number.isNaN(found.rise) && Number.isNaN(found.overshoot));
    assert.ok(Math.abs(found.rmsError - 0.1) < 1e-9 && Math.abs(found.peakError - 0.1) < 1e-9);
    assert.equal(respond(rows, { ...PATHS, wanted: 'none' }, { from: 0, to: 2 }), null);
});

test('a panel is between its bounds or shut', () => {
    assert.deepEqual(fitted(50), { width: 0, shut: true });
    assert.deepEqual(fitted(150), { width: 200, shut: false });
    assert.deepEqual(fitted(9999), { width: 640, shut: false });
    assert.deepEqual(fitted(Number.NaN), { width: 0, shut: true });
});
