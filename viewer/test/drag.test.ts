// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between, Paced } from '../src/core/paced';
import type { Pose } from '../src/core/types';
import {
    type Part,
    PartDrag,
    alongAxis,
    axisOf,
    guideDepth,
    guideMoved,
    guideTurned,
    poseText,
    type Ray,
    throughPlane,
} from '../src/scene/drag';
import { offLine, partAt, RING } from '../src/scene/handle_parts';
import { metresPerPixel, type Pane, Panes, pixelOf, rayAt } from '../src/scene/panes';
import {
    add,
    angleBetween,
    cross,
    distance,
    dot,
    norm,
    placeOf,
    type Quat,
    rotate,
    scale,
    straight,
    sub,
    times,
    turned,
    turnOf,
    unit,
    type Vec,
    within,
} from '../src/scene/vec';
import { eyeOf, sidesOf } from '../src/scene/camera';
import { seeded } from './random';

const some = (random: () => number): Vec => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
const somePose = (random: () => number): Pose => {
    const q = straight([...some(random), 2 * random() - 1] as unknown as Quat);
    return [...some(random).map((v) => v * 0.4), ...q] as Pose;
};

/** A pane of 1000 by 800 that looks at about the middle of the world. */
function somePane(random: () => number): Pane {
    const panes = new Panes({
        centre: some(random).map((v) => v * 0.2) as unknown as Vec,
        azimuth: 6 * random(),
        elevation: 2 * random() - 1,
        distance: 2 + 2 * random(),
    });
    panes.resize(1000, 800, false);
    panes.aim(null);
    return panes.main;
}

const facingOf = (pane: Pane): Vec => scale(unit(sub(eyeOf(pane.view), pane.view.centre)), -1);

test('the ray of a pixel goes through what is drawn there', () => {
    const random = seeded(21);
    for (let k = 0; k < 500; k++) {
        const pane = somePane(random);
        const at = some(random).map((v) => v * 0.5) as unknown as Vec;
        const pixel = pixelOf(pane, at)!;
        const ray = rayAt(pane, pixel[0], pixel[1]);
        assert.ok(norm(cross(sub(at, ray.origin), ray.direction)) < 1e-9);
        const other = add(at, scale(sidesOf(pane.view).right, metresPerPixel(pane, at)));
        assert.ok(Math.abs(pixelOf(pane, other)![0] - pixel[0] - 1) < 1e-6);
    }
});

test('the nearest point of an axis is found', () => {
    const random = seeded(22);
    for (let k = 0; k < 500; k++) {
        const ray: Ray = { origin: some(random), direction: unit(some(random)) };
        const [origin, axis] = [some(random), unit(some(random))];
        const t = alongAxis(ray, origin, axis);
        if (t === null) continue;
        // the way between nearest points is square to both lines
        const off = (s: number): number => {
            const p = add(origin, scale(axis, s));
            return norm(cross(sub(p, ray.origin), ray.direction));
        };
        assert.ok(off(t) <= off(t + 1e-4) + 1e-12 && off(t) <= off(t - 1e-4) + 1e-12);
    }
    assert.equal(alongAxis({ origin: [0, 0, 5], direction: [0, 0, -1] }, [0, 0, 0], [0, 0, 1]), null);
});

test('an arrow moves along its own axis only, and the point that was taken stays under the pointer', () => {
    const random = seeded(23);
    for (let k = 0; k < 300; k++) {
        const pane = somePane(random);
        const start = somePose(random);
        const part = (['x', 'y', 'z'] as Part[])[k % 3];
        const axis = axisOf(part, turnOf(start));
        if (Math.abs(dot(axis, facingOf(pane))) > 0.9) continue;
        const taken = add(placeOf(start), scale(axis, 0.1));
        const [x, y] = pixelOf(pane, taken)!;
        const drag = new PartDrag(part, start, rayAt(pane, x, y), facingOf(pane));
        const goal = add(taken, scale(axis, 0.3 * random() - 0.15));
        const [gx, gy] = pixelOf(pane, goal)!;
        const after = drag.at(rayAt(pane, gx, gy))!;
        assert.ok(distance(placeOf(after), add(placeOf(start), sub(goal, taken))) < 1e-6);
        assert.deepEqual(turnOf(after), turnOf(start));
    }
});

test('an arc turns about its own axis only, by the angle of the pointer, also beyond a turn', () => {
    const random = seeded(24);
    for (let k = 0; k < 200; k++) {
        const pane = somePane(random);
        const start = somePose(random);
        const part = (['turn x', 'turn y', 'turn z'] as Part[])[k % 3];
        const axis = axisOf(part, turnOf(start));
        if (Math.abs(dot(axis, facingOf(pane))) < 0.3) continue;
        const arm = unit(cross(axis, some(random)));
        const pixel = (angle: number): [number, number] =>
            pixelOf(pane, add(placeOf(start), scale(rotate(turned(axis, angle), arm), 0.1)))!;
        const drag = new PartDrag(part, start, rayAt(pane, ...pixel(0)), facingOf(pane));
        const goal = 16 * random() - 8;
        let after: Pose = start;
        for (let step = 1; step <= 40; step++) after = drag.at(rayAt(pane, ...pixel((goal * step) / 40)))!;
        const wanted = straight(times(turned(axis, goal), turnOf(start)));
        assert.ok(angleBetween(wanted, turnOf(after)) < 1e-6);
        assert.deepEqual(placeOf(after), placeOf(start));
    }
});

// spec: actin-model:A1-VW-10
test('the guide frame goes as many pixels as the pointer, turns by its angle, and goes in and out', () => {
    const random = seeded(25);
    for (let k = 0; k < 300; k++) {
        const pane = somePane(random);
        let pose = somePose(random);
        const before = pixelOf(pane, placeOf(pose))!;
        let [x, y] = [500, 400];
        for (let step = 0; step < 10; step++) {
            const [dx, dy] = [20 * random() - 10, 20 * random() - 10];
            pose = guideMoved(pose, rayAt(pane, x, y), rayAt(pane, x + dx, y + dy), facingOf(pane))!;
            x += dx;
            y += dy;
        }
        const after = pixelOf(pane, placeOf(pose))!;
        assert.ok(Math.hypot(after[0] - before[0] - (x - 500), after[1] - before[1] - (y - 400)) < 1);

        const { right, up } = sidesOf(pane.view);
        const aside = guideTurned(pose, 80, 0, 800, right, up);
        assert.ok(Math.abs(angleBetween(turnOf(pose), turnOf(aside)) - (80 * Math.PI) / 800) < 1e-9);
        assert.deepEqual(placeOf(aside), placeOf(pose));
        // about the upright of the picture: a point of the frame that faces the eye goes right
        const nose = rotate(
            times(turnOf(aside), [-turnOf(pose)[0], -turnOf(pose)[1], -turnOf(pose)[2], turnOf(pose)[3]]),
            scale(facingOf(pane), -1),
        );
        assert.ok(dot(nose, right) > 0 && Math.abs(dot(nose, up)) < 1e-9);

        const eye = eyeOf(pane.view);
        const away = guideDepth(pose, eye, 0.1);
        assert.ok(Math.abs(distance(placeOf(away), eye) - distance(placeOf(pose), eye) - 0.1) < 1e-9);
        const still = pixelOf(pane, placeOf(away))!;
        assert.ok(Math.hypot(still[0] - after[0], still[1] - after[1]) < 1e-6);
    }
});

test('a free drag keeps the frame under the pointer and its attitude', () => {
    const random = seeded(26);
    for (let k = 0; k < 200; k++) {
        const pane = somePane(random);
        const start = somePose(random);
        const [x, y] = pixelOf(pane, placeOf(start))!;
        const drag = new PartDrag('free', start, rayAt(pane, x + 3, y - 2), facingOf(pane));
        const after = drag.at(rayAt(pane, x + 103, y + 48))!;
        const [ax, ay] = pixelOf(pane, placeOf(after))!;
        assert.ok(Math.hypot(ax - x - 100, ay - y - 50) < 1e-3);
        assert.deepEqual(turnOf(after), turnOf(start));
    }
});

test('a plane that is seen edge on or lies behind gives no place', () => {
    assert.equal(throughPlane({ origin: [0, 0, 1], direction: [1, 0, 0] }, [0, 0, 0], [0, 0, 1]), null);
    assert.equal(throughPlane({ origin: [0, 0, 1], direction: [0, 0, 1] }, [0, 0, 0], [0, 0, 1]), null);
    assert.deepEqual(
        throughPlane({ origin: [1, 2, 1], direction: [0, 0, -1] }, [0, 0, 0], [0, 0, 1]),
        [1, 2, 0],
    );
});

test('the part under a pixel is the nearest one, and none far off', () => {
    const flat = (at: Vec): [number, number] => [500 + at[0] * 100, 400 - at[1] * 100];
    const pose: Pose = [0, 0, 0, 0, 0, 0, 1];
    const at = (x: number, y: number): Part | null => partAt([x, y], pose, 1, flat);
    assert.equal(at(500, 400), 'free');
    assert.equal(at(580, 402), 'x');
    assert.equal(at(498, 330), 'y');
    const r = RING * Math.SQRT1_2 * 100;
    assert.equal(at(500 + r, 400 - r), 'turn z');
    assert.equal(at(500 - 80, 400 + 80), null);
    assert.equal(offLine([0, 5], [-1, 0], [1, 0]), 5);
    assert.equal(offLine([4, 4], [0, 0], [1, 0]), 5);
});

test('a pose within another is that of matrices', () => {
    const random = seeded(27);
    for (let k = 0; k < 200; k++) {
        const [outer, inner] = [somePose(random), somePose(random)];
        const both = within(outer, inner);
        const point = some(random);
        const direct = add(placeOf(both), rotate(turnOf(both), point));
        const steps = add(
            placeOf(outer),
            rotate(turnOf(outer), add(placeOf(inner), rotate(turnOf(inner), point))),
        );
        assert.ok(distance(direct, steps) < 1e-12);
    }
});

test('a pose is written with a thousandth of a millimetre and never in powers of ten', () => {
    assert.equal(
        poseText([1e-9, -0.1234567, 1, 0, 0, 0, 1]),
        '0.000000 -0.123457 1.000000 0.00000000 0.00000000 0.00000000 1.00000000',
    );
});

test('a dragged target goes no faster than the speed that is set, and arrives', () => {
    let time = 0;
    let rate = { linear: 0.02, angular: 0.1 };
    const goal: Pose = [0.3, 0, 0, 0, 0, Math.sin(0.4), Math.cos(0.4)];
    const paced = new Paced([0, 0, 0, 0, 0, 0, 1], () => rate, () => time);
    let before: Pose = [0, 0, 0, 0, 0, 0, 1];
    for (let k = 0; k < 40; k++) {
        time += 0.05;
        const now = paced.toward(goal);
        assert.ok(distance(placeOf(now), placeOf(before)) <= 0.02 * 0.05 + 1e-12);
        before = now;
    }
    assert.ok(Math.abs(before[0] - 0.04) < 1e-9, 'two seconds at 20 mm/s');
    assert.ok(Math.abs(2 * Math.asin(before[5]) - 0.2) < 1e-9, 'and at 0.1 rad/s');
    rate = { linear: 1, angular: 10 };
    time += 100; // a page that was asleep does not jump
    assert.ok(paced.toward(goal)[0] < 0.04 + 0.1 + 1e-9);
    for (let k = 0; k < 10; k++) {
        time += 0.05;
        before = paced.toward(goal);
    }
    assert.ok(before.every((n, k) => Math.abs(n - goal[k]) < 1e-12), 'it arrives exactly');
    assert.deepEqual(between(goal, goal, 1, 1).map((n) => Number(n.toFixed(12))), goal.map((n) => Number(n.toFixed(12))));
});
