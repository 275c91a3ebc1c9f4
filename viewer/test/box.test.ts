// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Black boxes and tests: rows as the server writes them, what the loop did, how well a joint followed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arm, Catalogue, LoopEvent, SceneDescription, SignalRows, StateFrame } from '../src/core/types';
import { axisOf, boxOf, boxPlots, BoxRows, cyclesOf, standsAt } from '../src/panels/events/box';
import { filmOf, PairRows, pairPlots } from '../src/panels/events/film';
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

test('a line of late cycles has the box of one of them, a stop its own or none', () => {
    const late = (t: number): LoopEvent => {
        const made = event(t, 'A cycle is late', 'overrun');
        return { ...made, object: 'loop', why: { ...made.why, severity: 'warning' } };
    };
    const stop = event(9, 'A reading jumps', 'jump');
    const events = [late(1), late(1.5), stop, late(20), late(30)];
    const boxes = [
        { name: 'first', t: 1 },
        { name: 'stop', t: 9 },
    ];
    const names = (e: LoopEvent, now: number) => boxOf(e, events, boxes, now)?.[0].name ?? null;
    assert.equal(names(events[0], 40), 'first');
    assert.equal(names(stop, 40), 'stop');
    // the newest has none of its own: as soon as that is certain, the newest one that has is shown
    assert.equal(names(events[4], 31), null);
    assert.deepEqual(boxOf(events[4], events, boxes, 40), [boxes[0], events[1]]);
    // a stop never shows what was not its own, a late cycle never shows a stop
    const other = event(15, 'A reading jumps', 'jump');
    assert.equal(boxOf(other, [...events, other], boxes, 40), null);
    assert.equal(boxOf(events[4], events, [boxes[1]], 40), null);
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

test('poses of a recording follow from its joints and the poses of now', () => {
    // two links of 0.5 m in a plane, the second slides after a turn about z at its base
    const axes = [
        { name: 'j1', link: 1, unit: 'rad' },
        { name: 'j2', link: 2, unit: 'm' },
    ];
    const catalogue = { arms: [{ name: 'arm', axes }] } as unknown as Catalogue;
    // the slide goes along x of its link: z of its frame is turned there
    const alongX = [0, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const links = [
        { parent: -1 },
        { parent: 0, dh: [0, 0, 0, 0, 0, 0, 1] },
        { parent: 1, dh: alongX },
        { parent: -1 }, // a hand on the last link, 0.1 m further
    ];
    const members = [
        { first: 0, on: -1 },
        { first: 3, on: 2 },
    ];
    const scene = { links, members } as unknown as SceneDescription;
    const pose = (q: number, d: number): number[][] => {
        const turn = [0, 0, Math.sin(q / 2), Math.cos(q / 2)];
        const far = 0.5 + d;
        return [
            [1, 0, 0, 0, 0, 0, 1],
            [1, 0, 0.2, ...turn],
            [1 + far * Math.cos(q), far * Math.sin(q), 0.2, ...turn],
            [1 + (far + 0.1) * Math.cos(q), (far + 0.1) * Math.sin(q), 0.2, ...turn],
        ];
    };
    const frame = {
        links: Float32Array.from(pose(0.3, 0.1).flat()),
        arms: [{ q: Float64Array.from([0.3, 0.1]) }],
    } as unknown as StateFrame;
    const rows = new BoxRows(
        rowsOf({ 'arm/sensed/q[0]': (t) => t - 5, 'arm/sensed/q[1]': (t) => 0.2 * (t - 5) }, 500),
    );
    const film = filmOf(rows, catalogue, scene, frame);
    assert.ok(film !== null && film.times.length === 500);
    for (const row of [0, 123, 499]) {
        const t = rows.time[row] - 5;
        const wanted = pose(t, 0.2 * t).flat();
        film.links[row].forEach((n, k) => assert.ok(Math.abs(n - wanted[k]) < 1e-5, `row ${row}, ${k}: ${n} ${wanted[k]}`));
    }
    const others = { arms: [{ name: 'other', axes }] } as unknown as Catalogue;
    assert.equal(filmOf(rows, others, scene, frame), null, 'a recording of another arm has no film');
});

test('two recordings are in one table, both from their begin', () => {
    const a = new BoxRows(rowsOf({ 'arm/sensed/q[0]': (t) => t - 5 }, 400));
    const b = new BoxRows(rowsOf({ 'arm/sensed/q[0]': (t) => 2 * (t - 5) }, 900));
    const pair = new PairRows({ name: 'a', rows: a }, { name: 'b', rows: b }, [
        { name: 'arm', axes: [0] },
        { name: 'none', axes: [0] },
    ]);
    assert.deepEqual(pair.paths, ['a: arm/sensed/q[0]', 'b: arm/sensed/q[0]']);
    assert.equal(pair.count, 900);
    const [first, second] = pair.paths.map((p) => pair.column(p) as Float64Array);
    assert.ok(Math.abs(first[300] - 0.3) < 1e-9 && Math.abs(second[300] - 0.6) < 1e-9);
    assert.ok(Number.isNaN(first[500]) && Math.abs(second[899] - 2 * 0.899) < 1e-9);
    const axes = [{ name: 'j1', unit: 'rad' }];
    const plots = pairPlots(pair, ['a', 'b'], { arms: [{ name: 'arm', axes }] } as unknown as Catalogue);
    assert.equal(plots.length, 1);
    assert.equal(plots[0].traces.length, 2, 'both in one plot');
});
