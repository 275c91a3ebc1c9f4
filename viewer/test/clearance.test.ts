// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How near bodies are: the block of a state frame, which pairs are drawn and where, what the band shows,
// and the volumes of the rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Box3, BackSide, Color, FrontSide, LineDashedMaterial, LineSegments, Mesh, ShaderMaterial, Vector3 } from 'three';
import { createFrame, decodeFrame } from '../src/core/frame';
import { RowRing } from '../src/core/rows';
import { type SharedScene, sceneTable } from '../src/core/scene_table';
import type { CollisionScene, NearPairs, RuleVolume } from '../src/core/types';
import { bodiesOf, briefName, nearestShown, pairOf } from '../src/panels/clearance';
import { distanceText, nearPairs } from '../src/scene/nearest';
import type { Palette } from '../src/scene/palette';
import { RuleVolumes } from '../src/scene/volumes';
import { makeFrame, type Made } from './make_frame';
import { seeded } from './random';

const rules: CollisionScene = {
    component: 'clearance',
    rules: true,
    keep: 0.005,
    slow: Math.fround(0.05),
    bodies: [{ name: 'arm/hand', link: 7 }, { name: 'table/top', link: 9 }, { name: 'operator', volume: 0 }],
    volumes: [],
};

const at = (distance: number): number[] => [1, 2, 3, 4, 5, 6, distance];

const full: Made = {
    links: [[1, 2, 3, 0, 0, 0, 1]],
    signals: 1,
    rows: [[10, 0.5]],
    enforced: 0b10,
    pairs: [
        { bodies: [0, 65535], numbers: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, -0.7] },
        { bodies: [513, 2], numbers: [8, 7, 6, 5, 4, 3, 2] },
    ],
};

const read = (made: Made, frame = createFrame()): NearPairs => {
    assert.ok(decodeFrame(makeFrame(made), frame, new RowRing(4), 1));
    return frame.pairs;
};

/** As the block of a frame has them. */
const pairsOf = (...list: [number, number, number][]): NearPairs =>
    read({ enforced: 0b101, pairs: list.map(([a, b, distance]) => ({ bodies: [a, b], numbers: at(distance) })) });

test('every field of a pair is where the protocol says', () => {
    const pairs = read(full);
    assert.deepEqual([pairs.count, pairs.enforced], [2, 2]);
    assert.deepEqual([...pairs.bodies.slice(0, 4)], [0, 65535, 513, 2]);
    const numbers = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, -0.7, 8, 7, 6, 5, 4, 3, 2];
    assert.deepEqual([...pairs.numbers.slice(0, 14)], numbers.map(Math.fround));
});

test('a frame without pairs has none, also after one that had some, and the arrays stay', () => {
    const frame = createFrame();
    const { bodies, numbers } = read(full, frame);
    const { pairs, enforced, ...without } = full;
    assert.equal(read({ ...full, pairs: [] }, frame).count, 0);
    assert.equal(read(full, frame).count, 2);
    assert.deepEqual([read(without, frame).count, frame.pairs.enforced], [0, 0]);
    assert.ok(frame.pairs.bodies === bodies && frame.pairs.numbers === numbers, 'no garbage');
});

test('a frame whose pairs are cut anywhere is refused and changes nothing', () => {
    const whole = makeFrame(full);
    const before = makeFrame({ ...full, pairs: undefined }).byteLength;
    for (let size = before + 1; size < whole.byteLength; size++) {
        const frame = createFrame();
        assert.equal(decodeFrame(whole.slice(0, size), frame, new RowRing(4), 1), false, `${size} bytes`);
        assert.deepEqual([frame.received, frame.pairs.count, frame.links.length], [0, 0, 0]);
    }
});

test('a count that the frame does not hold, or more than there are bits for, is refused', () => {
    const whole = makeFrame(full);
    const place = makeFrame({ ...full, pairs: undefined }).byteLength;
    const decodes = (count: number, bytes = whole): boolean => {
        const copy = bytes.slice(0);
        new DataView(copy).setUint32(place, count, true);
        return decodeFrame(copy, createFrame(), new RowRing(4), 1);
    };
    // 2^27 pairs of 32 bytes are 2^32: a length that is computed in 32 bits would come out as nothing
    const hostile = [0, 1, 3, 31, 33, 2 ** 16 + 2, 2 ** 27, 2 ** 27 + 2, 2 ** 31, 2 ** 32 - 1];
    for (const count of hostile) assert.equal(decodes(count), false, `${count} pairs`);
    assert.ok(decodes(2));
    const many = (count: number): ArrayBuffer =>
        makeFrame({ ...full, pairs: Array.from({ length: count }, () => ({ bodies: [0, 1], numbers: at(1) })) });
    assert.ok(decodes(32, many(32)));
    assert.equal(decodes(33, many(33)), false);
});

test('any bytes behind the rows are read as they stand, or refused', () => {
    const random = seeded(19);
    const head = new Uint8Array(makeFrame({ ...full, pairs: undefined }));
    let read = 0;
    for (let k = 0; k < 3000; k++) {
        const tail = Uint8Array.from({ length: Math.floor(120 * random()) }, () => 256 * random());
        // a small count is rare by chance
        if (k % 2 === 0) tail.set([k % 5, 0, 0, 0].slice(0, tail.length));
        const bytes = new Uint8Array(head.length + tail.length);
        bytes.set(head);
        bytes.set(tail, head.length);
        const frame = createFrame();
        if (!decodeFrame(bytes.buffer, frame, new RowRing(4), 1)) continue;
        read++;
        assert.equal(tail.length, frame.pairs.count === 0 && tail.length === 0 ? 0 : 8 + 32 * frame.pairs.count);
    }
    assert.ok(read > 10, `${read} were whole`);
});

test('pairs below slow are drawn, the nearest first; enforced are those whose bit is set', () => {
    const near = nearPairs(pairsOf([0, 1, 0.04], [2, 0, Math.fround(0.05)], [1, 2, -0.01]), rules);
    assert.deepEqual(near.map(({ bodies }) => bodies.join()), ['table/top,operator', 'arm/hand,table/top']);
    assert.deepEqual(near.map(({ enforced }) => enforced), [true, true]);
    assert.deepEqual([near[0].a, near[0].b], [[1, 2, 3], [4, 5, 6]]);
    assert.equal(nearPairs(pairsOf([0, 1, 0.06], [0, 2, 0.01]), rules)[0].enforced, false);
});

test('a zone is there to be entered, so no distance to it is drawn', () => {
    const kinds = (kind: 'box' | 'zone' | 'space'): number =>
        nearPairs(pairsOf([0, 2, -0.1], [0, 1, 0.01]), { ...rules, volumes: [{ kind, name: 'bin', low: [0, 0, 0], high: [1, 1, 1] }] }).length;
    assert.deepEqual([kinds('box'), kinds('zone'), kinds('space')], [2, 1, 2]);
});

test('pairs of no body and of no number are not drawn', () => {
    assert.equal(nearPairs(pairsOf([0, 3, 0.01], [65535, 1, 0.01], [0, 1, Number.NaN]), rules).length, 0);
    for (let k = 0; k < 6; k++) {
        const numbers = at(0.01);
        numbers[k] = Infinity;
        assert.equal(nearPairs(read({ pairs: [{ bodies: [0, 1], numbers }] }), rules).length, 0, `number ${k}`);
    }
});

test('a distance is written in millimetres with a true minus, and never as minus zero', () => {
    assert.deepEqual([0.0123, -0.0456, -0.00001, 2].map(distanceText), ['12.3 mm', '\u221245.6 mm', '0.0 mm', '2000.0 mm']);
});

const nearest = { distance: 0.0421, keep: 0.01, slow: 0.05, a: 0, b: 2 };

test('the bar of the band goes from slow to keep', () => {
    const part = (distance: number, keep = 0.01): number | undefined =>
        nearestShown({ ...nearest, distance, keep }, rules)?.part;
    assert.deepEqual([part(1), part(0.05), part(0.01), part(0.001), part(-0.2)], [0, 0, 1, 1, 1]);
    assert.ok(Math.abs((part(0.03) ?? 0) - 0.5) < 1e-12);
    // a pair may have to keep more than the distance below which others are near
    assert.deepEqual([part(0.07, 0.06), part(0.05, 0.06), part(0.05, 0.05)], [0, 1, 1]);
});

test('the band shows the nearest enforced pair by both names, and nothing where nothing is enforced', () => {
    const shown = nearestShown(nearest, rules);
    assert.deepEqual([shown?.value, shown?.unit, shown?.names, shown?.near], ['42.1', 'mm', 'arm/hand \u2013 operator', true]);
    assert.equal(nearestShown({ ...nearest, distance: 0.0501 }, rules)?.near, false);
    assert.equal(nearestShown({ ...nearest, distance: 0.055, keep: 0.06 }, rules)?.near, true);
    for (const a of [-1, 3, Number.NaN, 0.5]) assert.equal(nearestShown({ ...nearest, a }, rules), null);
    assert.equal(nearestShown(nearest, { ...rules, rules: false }), null);
    assert.equal(nearestShown(nearest, undefined), null);
});

test('a link alone is named where that is enough, else with its member', () => {
    const bodies = ['left/hand', 'right/hand', 'table/top', 'operator', 'top'].map((name) => ({ name }));
    const brief = bodies.map(({ name }) => briefName(name, { ...rules, bodies }));
    assert.deepEqual(brief, ['left/hand', 'right/hand', 'table/top', 'operator', 'top']);
    assert.equal(nearestShown(nearest, rules)?.brief, 'hand \u2013 operator');
});

test('both bodies of a stop are those that its reason names', () => {
    const bodies = ['arm/link1', 'arm/link10', 'table/top', 'bin', 'top'].map((name, link) => ({ name, link }));
    const named = (subject: string, text: string, rule = 'clearance'): string =>
        bodiesOf({ code: '', rule, subject, text }, { ...rules, bodies }).map(({ name }) => name).join();
    assert.equal(named('arm/link1', 'it would come too near to table/top'), 'arm/link1,table/top');
    assert.equal(named('arm/link10', 'arm/link10 would come too near to arm/link1'), 'arm/link10,arm/link1');
    assert.equal(named('arm/link1', 'it would come too near to arm/link10.'), 'arm/link1,arm/link10');
    assert.equal(named('arm/link10', 'it would enter the zone bin, which another arm uses'), 'arm/link10,bin');
    assert.equal(named('arm/link1', 'there was no time to prove that it keeps clear'), 'arm/link1');
    assert.equal(named('arm', 'its bodies cannot be placed'), '');
    assert.equal(named('arm/link1', 'it would come too near to table/top', 'jump'), '');
    assert.deepEqual(bodiesOf({ code: '', rule: 'clearance', text: 'bin' }, undefined), []);
});

test('where no pair is within the range of the component it says clear, but not before it is known', () => {
    const none = { ...nearest, distance: Number.NaN, a: -1, b: -1 };
    assert.deepEqual(nearestShown(none, rules), { value: 'clear', unit: '', names: '', brief: '', part: 0, near: false });
    assert.equal(nearestShown({ ...none, slow: Number.NaN }, rules), null);
});

test('the answer for one body is a pair, or is refused', () => {
    const answer = { a: 'arm/hand', b: 'operator', distance: 0.5, policy: 'keep', point_a: [1, 2, 3], point_b: [4, 5, 6] };
    const { a, b, enforced, bodies } = pairOf(answer);
    assert.deepEqual([a, b, enforced, bodies], [[1, 2, 3], [4, 5, 6], true, ['arm/hand', 'operator']]);
    assert.equal(pairOf({ ...answer, policy: 'watch' }).enforced, false);
    for (const bad of [{}, { ...answer, point_a: [1, 2] }, { ...answer, point_b: [1, 2, null] }, { ...answer, distance: '1' }, { ...answer, b: 3 }]) {
        assert.throws(() => pairOf(bad));
    }
});

test('the rules come with the scene', () => {
    const shared: SharedScene = { bodies: [{ links: [], frames: [] }], members: [], collision: rules };
    assert.equal(sceneTable(shared).collision, rules);
});

const GREY = new Color('#b4bdc7');
const RED = new Color('#ff7a6e');
const palette = new Proxy({}, { get: (_, name) => (name === 'fault' ? RED : GREY) }) as unknown as Palette;

test('a volume is drawn from its lowest corner to its highest; of a space only the far walls', () => {
    const list: RuleVolume[] = [
        { kind: 'box', name: 'operator', low: [-1, 0.6, 0], high: [1, 1.6, 2] },
        { kind: 'zone', name: 'bin', low: [0.4, -0.2, 0], high: [0.9, 0.2, 0.5] },
        { kind: 'space', name: 'arm', member: 'arm', low: [-2, -2, -1], high: [2, 2, 3] },
    ];
    const volumes = new RuleVolumes(palette);
    volumes.build(list);
    const walls = volumes.root.children.filter((o): o is Mesh => o instanceof Mesh);
    const edges = volumes.root.children.filter((o): o is LineSegments => o instanceof LineSegments);
    assert.deepEqual([walls.length, edges.length], [3, 3]);
    volumes.root.updateMatrixWorld(true);
    list.forEach(({ kind, low, high }, k) => {
        for (const object of [walls[k], edges[k]]) {
            const box = new Box3().setFromObject(object);
            assert.ok(box.min.distanceTo(new Vector3(...low)) < 1e-6 && box.max.distanceTo(new Vector3(...high)) < 1e-6);
        }
        const hatch = walls[k].material as ShaderMaterial;
        assert.equal(hatch.side, kind === 'space' ? BackSide : FrontSide);
        assert.ok(hatch.transparent && !hatch.depthWrite, 'it hides nothing');
        assert.equal(edges[k].material instanceof LineDashedMaterial, kind === 'zone');
    });
    const pitches = new Set(walls.map(({ material }) => (material as ShaderMaterial).uniforms['pitch'].value as number));
    assert.equal(pitches.size, 3, 'each kind is hatched in its own way');
    volumes.mark(1, 'fault');
    const colors = (): unknown[] => walls.map(({ material }) => (material as ShaderMaterial).uniforms['color'].value);
    assert.deepEqual(colors(), [GREY, RED, GREY]);
    volumes.mark(null, null);
    assert.deepEqual(colors(), [GREY, GREY, GREY]);
    volumes.build([]);
    assert.equal(volumes.root.children.length, 0);
});
