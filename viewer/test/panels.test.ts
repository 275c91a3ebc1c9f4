// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The parts of the panels that need no page: words, numbers, shares, trees, windows of time, points.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Axis, Catalogue, Field, Link, LoopEvent, Pose, SceneDescription, SignalRows } from '../src/core/types';
import { eventOfCause, folded, hasBox, kindOf, laterCauses, wholeCause } from '../src/panels/eventkinds';
import { controlOf, endsOf, fieldOf, partOfRange, ranged, refusal, valueOfPart } from '../src/panels/fields';
import { keyGroups } from '../src/panels/help';
import { bodyOf, heldBack, holdBars, percents } from '../src/panels/operate/holds';
import { JogSpeed } from '../src/panels/operate/jogspeed';
import { marginOf, outwardLocked, rangeText } from '../src/panels/operate/margins';
import { stateWord, type Facts } from '../src/panels/statewords';
import { asName, freeName, fromFile, parsePoint, toFile } from '../src/panels/teach/pointmodel';
import { freshStep, written } from '../src/panels/teach/stepmodel';
import { axisTitle, jointsOf, shownUnit, signalName, signalUnit } from '../src/panels/tune/quantities';
import { buildTree, flatten } from '../src/panels/tune/treemodel';
import { copyColumn, crossing, csv, rangeOf, rowsIn } from '../src/panels/tune/windows';
import { fixed, parseNumber, plain, short } from '../src/ui/format';
import { aboutAxis, angles, compose, inverse } from '../src/ui/frames';
import { seeded } from './random';

test('a number is written with a true minus and never as minus zero', () => {
    assert.equal(fixed(-1.25, 1), '\u22121.3');
    assert.equal(fixed(-0.04, 1), '0.0');
    assert.equal(fixed(Number.NaN), '\u2013');
    assert.equal(short(-1.84e-11), '\u22121.84e\u221211');
    assert.equal(plain(1e6), '1e6');
    assert.equal(plain(40), '40');
});

test('what a person writes as a number is understood, and nothing else', () => {
    assert.equal(parseNumber(' 12,6 '), 12.6);
    assert.equal(parseNumber('\u22123e2'), -300);
    for (const text of ['', '1.2.3', '12 mm', '1e', 'NaN', 'Infinity', '0x10']) {
        assert.ok(Number.isNaN(parseNumber(text)), text);
    }
});

test('a pose and its inverse make none, for any pose', () => {
    const next = seeded(7);
    for (let k = 0; k < 500; k++) {
        const turn = compose(aboutAxis([1, 0, 0], 6 * next()), aboutAxis([0, 0, 1], 6 * next()));
        const pose: Pose = [next(), -next(), next(), turn[3], turn[4], turn[5], turn[6]];
        const none = compose(pose, inverse(pose));
        assert.ok(Math.hypot(none[0], none[1], none[2]) < 1e-12);
        assert.ok(Math.abs(Math.abs(none[6]) - 1) < 1e-12);
    }
});

test('angles are those the pose was turned by', () => {
    const pose = compose(
        compose(aboutAxis([0, 0, 1], 0.7), aboutAxis([0, 1, 0], -0.4)),
        aboutAxis([1, 0, 0], 0.2),
    );
    const [rx, ry, rz] = angles(pose);
    assert.ok(Math.abs(rx - 0.2) < 1e-12 && Math.abs(ry + 0.4) < 1e-12 && Math.abs(rz - 0.7) < 1e-12);
});

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
    program: 'stopped',
    step: '',
    elsewhere: '',
    failure: '',
    points: 'idle',
    point: '',
    moving: false,
    held: false,
};

test('the state is one word of at most ten letters, and the worst counts', () => {
    const word = (more: Partial<Facts>): string => stateWord({ ...calm, ...more }).word;
    assert.equal(word({}), 'Ready');
    assert.equal(word({ program: 'running' }), 'Running');
    assert.equal(word({ program: 'paused' }), 'Paused');
    assert.equal(word({ mode: 'jog', program: 'paused' }), 'Jogging');
    assert.equal(word({ held: true, moving: true }), 'Paused');
    assert.equal(word({ mode: 'pull' }), 'Dragging');
    assert.equal(word({ guiding: true }), 'Guiding');
    assert.equal(word({ arms: [1, 2], program: 'running' }), 'Stopping');
    assert.equal(word({ arms: [3], cause: 'a stop was requested', asked: true }), 'Stopped');
    assert.equal(word({ arms: [1, 4], cause: 'a joint moves too fast' }), 'Fault');
    assert.equal(word({ arms: [0] }), 'Stopped');
    assert.equal(word({ arms: [4], cause: 'x', contact: 'lost' }), 'No contact');
    assert.equal(word({ contact: 'starting' }), 'Starting');
    for (const contact of ['starting', 'live', 'old', 'lost', 'refused'] as const) {
        assert.ok(word({ contact }).length <= 10);
    }
});

test('shares of what holds back are whole percents that sum to 100', () => {
    const next = seeded(3);
    for (let k = 0; k < 2000; k++) {
        const shares = Array.from({ length: 1 + Math.floor(6 * next()) }, next);
        const whole = percents(shares);
        assert.equal(
            whole.reduce((sum, n) => sum + n, 0),
            100,
        );
        whole.forEach((n, i) =>
            assert.ok(Math.abs(n - (100 * shares[i]) / shares.reduce((a, b) => a + b)) < 1),
        );
    }
    assert.deepEqual(percents([0, 0]), [0, 0]);
    const bars = holdBars(
        [
            { rate: 3, cause: 1, side: -1, share: 2 },
            { rate: 0, cause: 2, side: 1, share: 1 },
        ],
        ['a', 'b', 'c', 'd'],
    );
    assert.deepEqual(
        bars.map((b) => [b.name, b.detail, b.percent]),
        [
            ['d', 'lower limit', 67],
            ['a', 'speed limit', 33],
        ],
    );
});

test('a distance that holds the tool back is named by both bodies, with its share', () => {
    const bodies = [{ name: 'arm/hand', link: 3 }, { name: 'operator', link: -1 }];
    const bars = holdBars(
        [
            { rate: -1, cause: 4, side: -1, share: 3, bodies },
            { rate: 1, cause: 1, side: 1, share: 1 },
            { rate: -1, cause: 4, side: -1, share: 1 },
        ],
        ['a', 'b'],
    );
    assert.deepEqual(
        bars.map((b) => [b.name, b.detail, b.percent, b.rate, b.links]),
        [
            ['arm/hand \u2013 operator', 'clearance', 60, -1, [3]],
            ['b', 'upper limit', 20, 1, []],
            ['a distance', 'clearance', 20, -1, []],
        ],
    );
});

test('bodies are found by member and link, volumes by their number', () => {
    const scene = {
        links: ['base', 'hand', 'top'].map((name, k) => ({ name, member: k < 2 ? 'arm' : 'table' }) as Link),
        frames: [],
        members: [
            { name: 'arm', class: 'arm', first: 0, count: 2, fixed: true },
            { name: 'table', class: 'table', first: 2, count: 1, fixed: true },
        ],
        collision: { component: '', rules: true, keep: 0, slow: 0, volumes: [], bodies: [{ name: 'bin', volume: 0 }] },
    } as SceneDescription;
    assert.deepEqual(bodyOf(0, 1, scene), { name: 'arm/hand', link: 1 });
    assert.deepEqual(bodyOf(1, 0, scene), { name: 'table/top', link: 2 });
    assert.deepEqual(bodyOf(-2, 0, scene), { name: 'bin', link: -1 });
    for (const [member, link] of [[-1, -1], [0, 2], [0, -1], [2, 0], [-2, 1], [Number.NaN, 0], [0, Number.NaN]]) {
        assert.equal(bodyOf(member, link, scene), null, `${member} ${link}`);
    }
    assert.equal(bodyOf(0, 0, null), null);
});

test('of a stop for clearance the event of that stop says what came too near', () => {
    const cause = { code: '', rule: 'clearance', subject: 'left', text: 'the arm would come too near to something', fix: 'go on' };
    const numbers = [{ name: 'distance', value: 0.02, unit: 'm' }];
    const of = (t: number, subject: string): LoopEvent => ({
        t, sequence: t, object: 'left',
        why: { code: '', rule: 'clearance', subject, text: 'it would come too near to table/top', numbers },
    });
    const events = [of(1, 'left/a'), event({ rule: 'jump', severity: 'error' }), of(5, 'left/b'), of(6, 'left/c')];
    const whole = wholeCause(events, cause, 4.8);
    assert.equal(whole.text, 'left/b would come too near to table/top');
    assert.deepEqual([whole.subject, whole.fix, whole.numbers], ['left/b', 'go on', numbers]);
    assert.equal(wholeCause(events, cause, 7), cause, 'an older stop is another one');
    const other = { ...cause, rule: 'jump' };
    assert.equal(wholeCause(events, other, 0), other);
});

test('held back is what is missed of what is wanted', () => {
    assert.equal(heldBack(1, 0.2, 0.05), 75);
    assert.equal(heldBack(0.38, 0, 0), 62);
    assert.equal(heldBack(Number.NaN, 0, Number.NaN), 0);
});

const axis: Axis = {
    name: 'j4',
    link: 1,
    kind: 'revolute',
    lower: -3,
    upper: 0,
    velocity: 0.5,
    acceleration: 1,
    effort: 1,
    unit: 'rad',
};

test('near an end a joint says how much is left, and only the way out is locked', () => {
    assert.equal(marginOf(axis, -1.5).left, '');
    assert.equal(marginOf(axis, -2.99).left, '0.6\u00b0 left');
    assert.equal(marginOf(axis, -2.99).side, -1);
    assert.ok(marginOf(axis, 0.1).beyond);
    assert.equal(marginOf({ ...axis, lower: null, upper: null }, 50).left, '');
    assert.match(outwardLocked(axis, 0, 1) ?? '', /upper limit/);
    assert.equal(outwardLocked(axis, 0, -1), null);
    assert.match(outwardLocked(axis, -3.2, -1) ?? '', /lower limit/);
});

test('the jog speed is logarithmic and never above that of the joint', () => {
    const speed = new JogSpeed();
    speed.part = 0;
    assert.ok(Math.abs(speed.linear - 0.001) < 1e-12);
    speed.part = 1;
    assert.ok(Math.abs(speed.linear - 0.25) < 1e-12);
    assert.equal(speed.rateOf(axis), 0.5);
});

const field = (more: Partial<Field>): Field => ({
    name: 'kp',
    type: 'real',
    count: '',
    unit: '1/s',
    low: 0,
    high: 40,
    default: '',
    when: 'live',
    role: 'parameter',
    words: null,
    help: '',
    ...more,
});

test('a field gets its control from its description', () => {
    assert.equal(controlOf(field({}), '3'), 'slider');
    assert.equal(controlOf(field({ high: null }), '3'), 'number');
    assert.equal(controlOf(field({ words: ['a', 'b', 'c', 'd', 'e'] }), 'a'), 'segments');
    assert.equal(controlOf(field({ words: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'a'), 'menu');
    assert.equal(controlOf(field({ type: 'truth' }), 'true'), 'switch');
    assert.equal(controlOf(null, 'hello'), 'text');
    const type = { type: 't', help: '', fields: [field({}), field({ name: 'control/gain' })] };
    assert.equal(fieldOf(type, 'law/kp[2]')?.name, 'kp');
    assert.equal(fieldOf(type, 'law/control/gain')?.name, 'control/gain');
});

test('a value out of range is refused with the bound, and a slider finds its value again', () => {
    assert.match(refusal(field({}), 'slider', '41') ?? '', /At most 40/);
    assert.match(refusal(field({}), 'slider', '-1') ?? '', /At least 0/);
    assert.match(refusal(field({}), 'slider', 'x') ?? '', /not a number/);
    assert.match(refusal(field({ type: 'integer' }), 'slider', '1.5') ?? '', /whole/);
    assert.equal(refusal(field({}), 'slider', '40'), null);
    for (const high of [40, 1e6]) {
        const wide = field({ high });
        for (let part = 0; part <= 1; part += 0.05) {
            assert.ok(Math.abs(partOfRange(wide, valueOfPart(wide, part)) - part) < 1e-3);
        }
    }
});

test('a gain has a logarithmic slider around its described value, down to nothing', () => {
    const gain = field({ high: 1e6, default: '100' });
    assert.equal(valueOfPart(gain, 0.5), 100);
    assert.equal(valueOfPart(gain, 1), 10000);
    assert.equal(valueOfPart(gain, 0), 0);
    assert.equal(partOfRange(gain, 100), 0.5);
    assert.equal(partOfRange(gain, 1e6), 1, 'what is beyond stands at the end');
    // a hundredth of the slider is a few per cent of the value, not a jump of thousands
    assert.ok(valueOfPart(gain, 0.51) < 1.15 * valueOfPart(gain, 0.5));
    assert.equal(valueOfPart(field({ high: 40, default: '10' }), 0.5), 20, 'a narrow range stays plain');
    // a gain that may be anything, without a usual value: around what it had first
    const law = ranged(field({ high: 1e9, default: '' }), '6400');
    assert.equal(valueOfPart(law, 0.5), 6400);
    assert.deepEqual(endsOf(law), [0, 640000]);
    assert.deepEqual(endsOf(ranged(field({ high: 1e6, default: '0' }), '0')), [0, 100], 'a mass of nothing');
    assert.deepEqual(endsOf(ranged(field({ high: 40, default: '' }), '3')), [0, 40]);
});

test('signals have the names of their joints, and angles are in degrees', () => {
    const axes = ['j1', 'j2'].map((name, i) => ({ name, unit: i === 0 ? 'rad' : 'm' }));
    const catalogue = {
        arms: [{ name: 'arm', axes }],
        components: [{ name: 'law', arm: 'arm' }],
    } as unknown as Catalogue;
    assert.equal(signalName(catalogue, 'arm/target/q[1]'), 'j2 target');
    assert.equal(signalName(catalogue, 'arm/estimate/v[0]'), 'j1 estimate v');
    assert.equal(signalName(catalogue, 'law/kp[1]'), 'j2 law kp');
    assert.equal(signalName(catalogue, 'task/actual[9]'), 'task actual[9]');
    assert.equal(signalName(null, 'arm/target/q[1]'), 'target q[1]');
    assert.deepEqual([shownUnit('rad').unit, shownUnit('rad/s').unit, shownUnit('N').unit], ['\u00b0', '\u00b0/s', 'N']);
    assert.ok(Math.abs(shownUnit('rad/s').factor - 57.29577951) < 1e-6);
    assert.equal(signalUnit(catalogue, 'arm/sensed/v[0]', ''), 'rad/s');
    assert.equal(signalUnit(catalogue, 'arm/sensed/effort[1]', ''), 'N');
    assert.equal(signalUnit(catalogue, 'task/actual[0]', ''), '');
    assert.equal(axisTitle(['rad', 'rad']), 'angle [\u00b0]');
    assert.equal(axisTitle(['rad/s', 'bits']), 'speed [\u00b0/s], [bits]');
    assert.equal(axisTitle(['N.m']), 'torque [N\u00b7m]');
    assert.equal(axisTitle([]), '');
});

const event = (why: Partial<LoopEvent['why']>): LoopEvent => ({
    t: 0,
    sequence: 0,
    object: 'arm',
    why: { code: '', text: '', ...why },
});

test('an event is a stop, a warning or a change', () => {
    assert.equal(kindOf(event({ rule: 'following', severity: 'error' })), 'stop');
    assert.equal(kindOf(event({ rule: 'overrun', severity: 'warning' })), 'warning');
    // an error of these rules is what stopped the arm
    assert.equal(kindOf(event({ rule: 'overrun', severity: 'error' })), 'stop');
    assert.equal(kindOf(event({ rule: 'braking', severity: 'error' })), 'stop');
    assert.equal(kindOf(event({ rule: 'range', severity: 'error' })), 'warning');
    assert.equal(kindOf(event({ severity: 'info' })), 'change');
});

test('every rule of the guard is a stop', () => {
    const header = readFileSync('../include/sinew/guard.h', 'utf8');
    const rules = [...header.matchAll(/X\(SNW_CAUSE_\w+,\s*"([^"]+)"/g)].map(([, rule]) => rule);
    assert.ok(rules.length > 20, `${rules}`);
    for (const rule of rules) assert.equal(kindOf(event({ rule, severity: 'error' })), 'stop', rule);
});

test('a banner finds the event that it speaks of, and the causes after it', () => {
    const numbered = (sequence: number, why: Partial<LoopEvent['why']>): LoopEvent => ({ ...event(why), sequence });
    const all = [
        numbered(1, { rule: 'overrun', severity: 'error', subject: 'loop' }),
        numbered(2, { rule: 'jump', severity: 'error', subject: 'j4' }),
        numbered(3, { rule: 'overrun', severity: 'warning', subject: 'loop' }),
        numbered(4, { rule: 'jump', severity: 'error', subject: 'j2' }),
        numbered(5, { rule: 'drift', severity: 'error', subject: 'arm' }),
        numbered(6, { rule: 'overrun', severity: 'warning', subject: 'loop' }),
    ];
    const cause = (rule: string, subject: string) => ({ code: 'SNW_ERR_STATE', text: '', rule, subject });
    // Seen: the box of an overrun that stopped the arm was not found, and that of the stop before it opened
    assert.equal(eventOfCause(all, cause('overrun', 'arm'))?.sequence, 1);
    assert.equal(eventOfCause(all, cause('jump', 'arm/j4'))?.sequence, 2);
    assert.equal(eventOfCause(all, cause('jump', 'arm/j2'))?.sequence, 4);
    assert.equal(eventOfCause(all, cause('gone', 'arm'))?.sequence, 5, 'the newest stop');
    assert.equal(eventOfCause([], cause('jump', 'arm')), null);
    // Seen: "Later causes: none" beside "Escalated by: the arm drifts", which was there before the banner
    assert.equal(laterCauses(all, cause('jump', 'arm/j4')), 2);
    assert.equal(laterCauses(all, cause('jump', 'arm/j2')), 1);
    assert.equal(laterCauses(all, cause('drift', 'arm')), 0);
    assert.equal(laterCauses(all, cause('gone', 'arm')), 0);
    assert.equal(laterCauses(all, null), 0);
});

test('the tree folds single children, groups arrays, and opens what a filter finds', () => {
    const item = (path: string) => ({ path, value: '1', unit: '' });
    const root = buildTree(['law/kp[0]', 'law/kp[1]', 'law/ki', 'arm/guard/only/deep'].map(item));
    assert.deepEqual(
        root.children.map((n) => n.name),
        ['law', 'arm / guard / only / deep'],
    );
    assert.deepEqual(
        root.children[0].children.map((n) => n.name),
        ['kp', 'ki'],
    );
    assert.equal(flatten(root, () => false, '').length, 2);
    assert.deepEqual(
        flatten(root, () => false, 'kp 1').map((r) => r.node.path),
        ['law', 'law/kp', 'law/kp[1]'],
    );
});

test('elements that belong to joints have their names, and their paths stay', () => {
    const item = (path: string) => ({ path, value: '1', unit: '' });
    const paths = ['law/kp', 'task/actual', 'law/two'].flatMap((p) => [0, 1, 2].map((i) => `${p}[${i}]`)).slice(0, 8);
    const axes = ['waist', 'shoulder', 'elbow'].map((name) => ({ name }));
    const catalogue = {
        arms: [{ name: 'arm', axes }],
        components: [{ name: 'law', type: 'law', arm: 'arm' }, { name: 'task', type: 'task', arm: 'arm' }],
    } as unknown as Catalogue;
    const root = buildTree(paths.map(item), (path, count) => jointsOf(catalogue, path, count));
    const [law, actual] = root.children;
    const [kp, two] = law.children;
    assert.deepEqual(kp.children.map((n) => [n.name, n.path]), [
        ['waist', 'law/kp[0]'],
        ['shoulder', 'law/kp[1]'],
        ['elbow', 'law/kp[2]'],
    ]);
    assert.deepEqual(two.children.map((n) => n.name), ['[0]', '[1]'], 'not one for each joint');
    assert.deepEqual(actual.children.map((n) => n.name), ['[0]', '[1]', '[2]'], 'a pose has no joints');
    assert.equal(signalName(catalogue, 'law/kp[1]'), 'shoulder law kp');
    assert.equal(signalName(catalogue, 'task/actual[1]'), 'task actual[1]');
    const found = flatten(root, () => false, 'elbow').map((r) => r.node.path);
    assert.deepEqual(found, ['law', 'law/kp', 'law/kp[2]']);
});

/** A ring that has gone round: 25 rows in a capacity of 20, a ramp and a square. */
function ring(): SignalRows {
    const capacity = 20;
    const time = new Float64Array(capacity);
    const square = new Float64Array(capacity);
    for (let row = 0; row < 25; row++) {
        time[row % capacity] = row;
        square[row % capacity] = row >= 12 && row < 18 ? 1 : row === 20 ? Number.NaN : 0;
    }
    return { paths: ['s'], capacity, count: 25, time, column: (path) => (path === 's' ? square : null) };
}

test('a window of a ring is found and copied in order', () => {
    const rows = ring();
    assert.deepEqual(rowsIn(rows, { from: 10, to: 14 }), { first: 10, last: 15 });
    assert.deepEqual(rowsIn(rows, { from: -5, to: 100 }), { first: 5, last: 25 });
    const into: (number | null)[] = [];
    copyColumn(rows, rows.column('s')!, { first: 17, last: 22 }, into);
    assert.deepEqual(into, [1, 0, 0, null, 0]);
    const range = rangeOf([into]);
    assert.ok(range.min < 0 && range.max > 1 && range.max < 1.2);
    assert.deepEqual(rangeOf([[null]]), { min: 0, max: 1 });
});

test('a trigger finds the newest crossing in its direction', () => {
    const rows = ring();
    assert.equal(crossing(rows, { path: 's', level: 0.5, rising: true }, 0, 30), 12);
    assert.equal(crossing(rows, { path: 's', level: 0.5, rising: false }, 0, 30), 18);
    assert.ok(Number.isNaN(crossing(rows, { path: 's', level: 0.5, rising: true }, 13, 30)));
    assert.ok(Number.isNaN(crossing(rows, { path: 'x', level: 0, rising: true }, 0, 30)));
});

test('a table has time first, quotes names, and leaves holes empty', () => {
    assert.equal(csv(ring(), ['s'], { first: 19, last: 22 }), 'time,s\n19,0\n20,\n21,0\n');
    assert.match(csv(ring(), ['a"b,c'], { first: 19, last: 20 }), /^time,"a""b,c"\n/);
});

test('points are read from answers and files and written again', () => {
    const point = parsePoint('home 0 -0.785 1.5 | 0.3 0 1.2 1 0 0 0');
    assert.deepEqual(point, { name: 'home', q: [0, -0.785, 1.5], pose: [0.3, 0, 1.2, 1, 0, 0, 0] });
    assert.equal(parsePoint('home 0 x'), null);
    assert.equal(parsePoint(''), null);
    const points = fromFile('# taught\nhome 0 -0.785 1.5\n\nbin 1 2 3\n');
    assert.deepEqual(fromFile(toFile(points)), points);
    assert.throws(() => fromFile('home 0 1\nbroken'), /Line 2/);
    assert.equal(freeName(points), 'point_3');
    assert.equal(asName('  over the bin '), 'over_the_bin');
});

test('warnings of one kind are one line with their number, and push no stop out of the list', () => {
    const event = (sequence: number, rule: string, severity: string, text: string): LoopEvent => ({
        t: sequence,
        sequence,
        object: 'loop',
        why: { code: 'SNW_ERR', rule, severity, text },
    });
    const late = (n: number): LoopEvent => event(n, 'overrun', 'warning', 'a cycle is late');
    const stop = event(500, 'following', 'error', 'the joint does not follow');
    const all = [...Array.from({ length: 400 }, (_, i) => late(1000 - i)), stop, late(2), late(1)];
    const rows = folded(all);
    assert.deepEqual(
        rows.map(([e, times]) => [e.sequence, times]),
        [
            [1000, 402],
            [500, 1],
        ],
    );
    // two stops with something between them stay two
    assert.equal(folded([stop, late(3), { ...stop, sequence: 1 }]).length, 3);
    assert.deepEqual([stop, late(1)].map(hasBox), [true, true]);
    assert.equal(hasBox(event(1, 'changed', 'info', 'a value was set')), false);
});

test('a turn of the elbow that goes beyond half a round is free', () => {
    assert.equal(rangeText(-12, 12), 'free');
    assert.equal(rangeText(-12, 0.5), 'free\u202629\u00b0');
    assert.equal(rangeText(-Math.PI / 2, Math.PI / 4), '\u221290\u00b0\u202645\u00b0');
});

test('a new step has what its action needs, and values are written as people write them', () => {
    const offers = (field: string): string[] => (field === 'point' ? ['home', 'over'] : ['other']);
    assert.deepEqual(freshStep('go', ['point'], offers), { action: 'go', point: 'home' });
    assert.deepEqual(freshStep('call', ['sequence'], offers), { action: 'call', sequence: 'other' });
    assert.deepEqual(freshStep('wait', ['value'], offers), { action: 'wait', value: 1 });
    assert.deepEqual(freshStep('open', [], offers), { action: 'open' });
    assert.equal(written([0.1, -0.30000000000000004]), '0.1 -0.3');
    assert.equal(written(undefined), '');
});

test('each key is listed once', () => {
    const act = (): void => undefined;
    const groups = keyGroups([
        { name: 'Arm the keys', keys: 'M', group: 'Jog', act },
        { name: 'Pause the program', keys: 'P', group: 'Program', act },
        { name: 'Pause', keys: 'P', group: 'Time', act },
        { name: 'View 1', keys: 'V 1', group: 'View', act },
        { name: 'View 2', keys: 'V 2', group: 'View', act },
        { name: 'Without a key', group: 'View', act },
    ]);
    assert.deepEqual(
        [...groups].map(([name, list]) => [name, list.map(([key]) => key)]),
        [
            ['Program', ['P']],
            ['View', ['V 1 \u2026 9']],
        ],
    );
});
