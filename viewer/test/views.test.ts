// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Eye and guide frame after scripted events, views that ride on links, and what pictures are saved as.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Color, Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { Pose } from '../src/core/types';
import { eyeOf, FIELD, type View } from '../src/scene/camera';
import { guideAfter } from '../src/scene/guide';
import { LookGovernor } from '../src/scene/looks';
import { Mouse } from '../src/scene/mouse';
import { seenOn } from '../src/scene/materials';
import { dismount, metresPerPixel, mount, type Pane, Panes, pixelOf, rayAt } from '../src/scene/panes';
import { depthSteps, writeTiff } from '../src/scene/tiff';
import { straight, type Quat, type Vec } from '../src/scene/vec';
import { FakeElement, FakeWindow } from './fake_dom';
import { seeded } from './random';

const WIDTH = 1000;
const HEIGHT = 800;

function somePane(random: () => number): Pane {
    const panes = new Panes({
        centre: [random(), random(), random()],
        azimuth: 6 * random() - 3,
        elevation: random() - 0.3,
        distance: 2 + random(),
    });
    panes.resize(WIDTH, HEIGHT, false);
    panes.aim(null);
    return panes.main;
}

function somePose(random: () => number): Pose {
    const n = (): number => 2 * random() - 1;
    return [n(), n(), n(), ...straight([n(), n(), n(), n()] as unknown as Quat)] as unknown as Pose;
}

/** A mouse on a pane and on a guide frame, as the scene connects them. */
function begin(pane: Pane, guide: { pose: Pose }): (type: string, fields: Record<string, unknown>) => void {
    const browser = new FakeWindow().install();
    const root = new FakeElement();
    new Mouse(root as unknown as HTMLElement, {
        paneAt: () => pane,
        taken: dismount,
        looked: () => undefined,
        grasp: () => false,
        drag: () => undefined,
        hover: () => undefined,
        enterGuide: () => true,
        takeGuide: () => true,
        guide: (mode, p, x, y, dx, dy) => (guide.pose = guideAfter(guide.pose, mode, p, { x, y, dx, dy })!),
        endGuide: () => undefined,
        pick: () => undefined,
        showCentre: () => undefined,
    });
    return (type, fields) => browser.send(root, type, fields);
}

/** The camera of a view by plain vectors: eye, and right, up and back as columns. */
function cameraOf({ centre, azimuth, elevation, distance }: View): { eye: Vector3; axes: Vector3[] } {
    const back = new Vector3(1, 0, 0)
        .applyAxisAngle(new Vector3(0, 1, 0), -elevation)
        .applyAxisAngle(new Vector3(0, 0, 1), azimuth);
    const right = new Vector3(0, 0, 1).cross(back).normalize();
    const eye = new Vector3(...(centre as [number, number, number])).addScaledVector(back, distance);
    return { eye, axes: [right, back.clone().cross(right), back] };
}

const near = (a: readonly number[] | Vector3, b: readonly number[] | Vector3, text: string): void => {
    const [p, q] = [a, b].map((v) => (v instanceof Vector3 ? v.toArray() : v));
    p.forEach((v, k) => assert.ok(Math.abs(v - q[k]) < 1e-9, `${text}: ${p} is not ${q}`));
};

const atPlace = (v: readonly number[]): Vector3 => new Vector3(v[0], v[1], v[2]);

type Script = [name: string, buttons: number, keys: Record<string, boolean>, want: (c: Case) => void];

interface Case {
    before: View;
    after: View;
    guideBefore: Pose;
    guideAfter: Pose;
    dx: number;
    dy: number;
}

/** What a picture of this height shows of a plane at some depth [m per px], by the field of view. */
const perPixel = (depth: number): number => (2 * depth * Math.tan(FIELD / 2)) / HEIGHT;

const HALF_TURN = Math.PI / HEIGHT;

const SCRIPTS: Script[] = [
    ['orbit', 1, {}, ({ before, after, dx, dy }) => {
        // about the upright of the world through the centre, and about the level of the picture
        const { eye, axes } = cameraOf(before);
        const arm = eye.sub(atPlace(before.centre));
        arm.applyAxisAngle(axes[0], -dy * HALF_TURN).applyAxisAngle(new Vector3(0, 0, 1), -dx * HALF_TURN);
        near(eyeOf(after), arm.add(atPlace(before.centre)), 'the eye');
        near(after.centre, before.centre, 'the centre');
    }],
    ['pan', 2, {}, ({ before, after, dx, dy }) => {
        const { axes } = cameraOf(before);
        const step = perPixel(before.distance);
        const way = axes[0].clone().multiplyScalar(-dx * step).addScaledVector(axes[1], dy * step);
        near(after.centre, atPlace(before.centre).add(way), 'the centre');
        near(eyeOf(after), way.add(atPlace(eyeOf(before))), 'the eye');
    }],
    ['centre', 1, { ctrlKey: true }, ({ before, after, dx, dy }) => {
        const step = perPixel(before.distance);
        const [c, s] = [Math.cos(before.azimuth), Math.sin(before.azimuth)];
        const [x, y, z] = before.centre;
        near(after.centre, [x + step * (-s * dx + c * dy), y + step * (c * dx + s * dy), z], 'the centre');
    }],
    ['lift', 4, { ctrlKey: true }, ({ before, after, dy }) => {
        const [x, y, z] = before.centre;
        near(after.centre, [x, y, z - dy * perPixel(before.distance)], 'the centre');
    }],
    ['guide move', 1, { shiftKey: true }, ({ before, guideBefore, guideAfter, dx, dy }) => {
        // by as many pixels, at the depth that it has
        const { eye, axes } = cameraOf(before);
        const at = atPlace(guideBefore);
        const depth = eye.clone().sub(at).dot(axes[2]);
        const step = perPixel(depth);
        at.addScaledVector(axes[0], dx * step).addScaledVector(axes[1], -dy * step);
        near(guideAfter, [...at.toArray(), ...guideBefore.slice(3)], 'the guide');
    }],
    ['guide turn', 2, { shiftKey: true }, ({ before, guideBefore, guideAfter, dx, dy }) => {
        const { axes } = cameraOf(before);
        const turn = new Quaternion()
            .setFromAxisAngle(axes[1], dx * HALF_TURN)
            .multiply(new Quaternion().setFromAxisAngle(axes[0], dy * HALF_TURN))
            .multiply(new Quaternion(...(guideBefore.slice(3) as [number, number, number, number])));
        const sign = Math.sign(turn.w * guideAfter[6]) || 1;
        near(guideAfter, [...guideBefore.slice(0, 3), ...turn.toArray().map((v) => sign * v)], 'the guide');
    }],
    ['guide depth', 4, { shiftKey: true }, ({ before, guideBefore, guideAfter, dy }) => {
        const { eye, axes } = cameraOf(before);
        const at = atPlace(guideBefore);
        const depth = eye.clone().sub(at).dot(axes[2]);
        const away = at.clone().sub(eye).normalize();
        at.addScaledVector(away, -dy * perPixel(depth));
        near(guideAfter, [...at.toArray(), ...guideBefore.slice(3)], 'the guide');
    }],
];

// spec: actin-tools:RN-10
test('scripted events put eye, centre and guide frame where plain geometry says', () => {
    const random = seeded(91);
    for (let k = 0; k < 400; k++) {
        const [name, buttons, keys, want] = SCRIPTS[k % SCRIPTS.length];
        const pane = somePane(random);
        const guide = { pose: somePose(random) };
        const [before, guideBefore] = [pane.view, guide.pose];
        const send = begin(pane, guide);
        const [dx, dy] = [Math.round(80 * random() - 40), Math.round(80 * random() - 40)];
        send('pointerdown', { clientX: 500, clientY: 400, buttons, ...keys });
        send('pointermove', { clientX: 500 + dx, clientY: 400 + dy, buttons, ...keys });
        send('pointerup', { clientX: 500 + dx, clientY: 400 + dy, ...keys });
        const guided = name.startsWith('guide');
        if (guided) assert.equal(pane.view, before, `${name} leaves the eye`);
        else assert.equal(guide.pose, guideBefore, `${name} leaves the guide`);
        want({ before, after: pane.view, guideBefore, guideAfter: guide.pose, dx, dy });
    }
});

// spec: actin-tools:RN-14
test('a view that rides on a link follows its pose, and steps off where it is', () => {
    const random = seeded(92);
    const matrixOf = (p: readonly number[]): Matrix4 =>
        new Matrix4().compose(atPlace(p), new Quaternion(p[3], p[4], p[5], p[6]), new Vector3(1, 1, 1));
    for (let k = 0; k < 300; k++) {
        const panes = new Panes(somePane(random).view);
        panes.resize(WIDTH, HEIGHT, false);
        const links = [...somePose(random), ...somePose(random)];
        panes.aim(null, links);
        const seen = matrixOf(links.slice(7)).invert().multiply(panes.main.camera.matrixWorld);
        mount(panes.main, 1, links);
        for (let step = 0; step < 5; step++) {
            const next = [...somePose(random), ...somePose(random)];
            panes.aim(null, next);
            const wanted = matrixOf(next.slice(7)).multiply(seen);
            near(panes.main.camera.matrixWorld.elements, wanted.elements, 'the camera');
        }
        const camera = panes.main.camera;
        const [eye, way] = [camera.position.clone(), camera.getWorldDirection(new Vector3())];
        dismount(panes.main);
        panes.aim(null, links);
        // straight up and down have no upright, and a view keeps off them
        if (Math.abs(way.z) > 0.999) continue;
        near(panes.main.camera.position, eye, 'the eye stays');
        near(panes.main.camera.getWorldDirection(new Vector3()), way, 'and looks the same way');
    }
    // the link of another cell: the view stands
    const panes = new Panes(somePane(random).view);
    panes.aim(null, somePose(random));
    mount(panes.main, 0, somePose(random));
    panes.aim(null, []);
    const eye = eyeOf(panes.main.view) as Vec;
    near(panes.main.camera.position, eye, 'the eye of the view');
});

test('a camera of a pane has the field of view and the pixels of its picture', () => {
    const random = seeded(93);
    const pane = somePane(random);
    assert.ok(pane.camera instanceof PerspectiveCamera);
    assert.ok(Math.abs(pane.camera.fov - 30) < 1e-12 && Math.abs(pane.camera.aspect - 1.25) < 1e-12);
    const { eye, axes } = cameraOf(pane.view);
    near(pane.camera.position, eye, 'the eye');
    axes.forEach((axis, k) =>
        near(new Vector3().setFromMatrixColumn(pane.camera.matrixWorld, k), axis, 'an axis'),
    );
});

// Seen: views along an axis had a perspective, so that equal lengths were not equal in the picture.
test('a view along an axis has parallel rays, until it is turned', () => {
    const panes = new Panes({ centre: [0.2, 0.1, 0.4], azimuth: 0, elevation: 0, distance: 3 });
    panes.resize(WIDTH, HEIGHT, false);
    const pane = panes.main;
    const near: Vec = [0.9, 0.35, 0.7];
    const far: Vec = [-0.9, 0.35, 0.7]; // the same place seen along x
    const apart = (): number => {
        panes.aim(null);
        const [a, b] = [pixelOf(pane, near), pixelOf(pane, far)];
        assert.ok(a !== null && b !== null);
        return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    assert.ok(apart() > 10, 'with perspective they are apart');
    pane.flat = { azimuth: 0, elevation: 0 };
    assert.ok(apart() < 1e-6, 'without it they are one');
    assert.equal(metresPerPixel(pane, near), metresPerPixel(pane, far));
    // 0.25 m aside of the centre is as many pixels as the scale says
    const at = pixelOf(pane, near);
    assert.ok(at !== null && Math.abs((at[0] - WIDTH / 2) * metresPerPixel(pane, near) - 0.25) < 1e-9);
    const ray = rayAt(pane, at[0], at[1]);
    assert.ok(Math.abs(ray.direction[0] + 1) < 1e-9 && Math.abs(ray.origin[1] - 0.35) < 1e-9, 'the ray goes through it');
    assert.ok(ray.origin[0] > 3, 'and begins before all that is seen');
    pane.view = { ...pane.view, azimuth: 0.2 };
    assert.ok(apart() > 10, 'turned it has perspective again');
});

test('a view that floats lies above the others, stays in the picture and docks again', () => {
    const panes = new Panes({ centre: [0, 0, 0], azimuth: 0, elevation: 0, distance: 3 });
    for (let k = 0; k < 3; k++) panes.add(panes.main.view);
    panes.resize(WIDTH, HEIGHT, false);
    const docked = panes.all.map((pane) => pane.rect);
    const pane = panes.all[2];
    panes.float(pane, { x: 600, y: 300, width: 300, height: 200 });
    assert.deepEqual(pane.rect, { x: 600, y: 300, width: 300, height: 200 });
    assert.equal(panes.at(700, 400), pane, 'it takes the pointer');
    assert.notEqual(panes.at(590, 400), pane);
    assert.equal(panes.stacked.at(-1), pane, 'it is drawn last');
    assert.deepEqual(panes.drawn, panes.all, 'and keeps its number');
    // the three that stay share all of the picture
    const area = panes.all.filter((p) => p !== pane).reduce((sum, { rect }) => sum + rect.width * rect.height, 0);
    assert.equal(area, WIDTH * HEIGHT);
    panes.float(pane, { x: -50, y: 5000, width: 1, height: 9000 });
    const { x, y, width, height } = pane.rect;
    assert.ok(x >= 0 && y >= 0 && width >= 100 && height >= 100 && x + width <= WIDTH && y + height <= HEIGHT);
    panes.resize(500, 300, false);
    assert.ok(pane.rect.x + pane.rect.width <= 500 && pane.rect.y + pane.rect.height <= 300, 'in a smaller window too');
    panes.resize(WIDTH, HEIGHT, false);
    panes.float(panes.main, { x: 0, y: 0, width: 300, height: 200 });
    assert.equal(panes.main.float, null, 'the first one stays docked');
    panes.float(pane, null);
    assert.deepEqual(panes.all.map((p) => p.rect), docked);
});

test('what is nearly black can be told from the dark ground', () => {
    const luminance = ({ r, g, b }: Color): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
    for (const hex of ['#000000', '#23282e', '#101010', '#1a0000'])
        assert.ok(luminance(seenOn(new Color(hex), false)) >= 0.11 - 1e-9, hex);
    const white = new Color('#d9d6cf');
    assert.equal(seenOn(white, false), white);
    assert.equal(seenOn(new Color('#23282e'), true).getHexString(), '23282e', 'on a light ground it stays');
    const red = seenOn(new Color('#300000'), false);
    assert.ok(red.r > red.g, 'its hue stays');
});

/** Entries of a TIFF as the format has them. */
function entriesOf(file: Uint8Array): Map<number, { type: number; count: number; at: number }> {
    const view = new DataView(file.buffer);
    assert.deepEqual([view.getUint16(0, true), view.getUint16(2, true)], [0x4949, 42]);
    const directory = view.getUint32(4, true);
    const found = new Map<number, { type: number; count: number; at: number }>();
    let last = 0;
    for (let k = 0; k < view.getUint16(directory, true); k++) {
        const at = directory + 2 + 12 * k;
        const tag = view.getUint16(at, true);
        assert.ok(tag > last, 'in the order of their numbers');
        last = tag;
        const [type, count] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
        found.set(tag, { type, count, at: at + 8 });
    }
    return found;
}

test('a picture of any size is a TIFF with its pixels where the strip begins', () => {
    const random = seeded(94);
    for (let k = 0; k < 50; k++) {
        const [width, height] = [1 + Math.floor(40 * random()), 1 + Math.floor(40 * random())];
        const grey = k % 2 === 0;
        const count = width * height * (grey ? 1 : 3);
        const values = Array.from({ length: count }, () => Math.floor(random() * (grey ? 65536 : 256)));
        const pixels = grey ? Uint16Array.from(values) : Uint8Array.from(values);
        const file = writeTiff({ width, height, pixels, description: 'a'.repeat(k % 7) });
        const view = new DataView(file.buffer);
        const entries = entriesOf(file);
        const long = (tag: number): number => view.getUint32(entries.get(tag)!.at, true);
        assert.deepEqual([long(256), long(257)], [width, height]);
        const begin = long(273);
        assert.ok(begin % 2 === 0 && begin + long(279) === file.length);
        const read = values.map((_, i) => (grey ? view.getUint16(begin + 2 * i, true) : file[begin + i]));
        assert.deepEqual(read, values);
    }
});

test('depths are kept to half a step, in the finest step that reaches', () => {
    const cases = [[1, 1e-4], [6.5, 1e-4], [6.6, 1e-3], [65, 1e-3], [66, 1e-2], [2000, 1e-2]];
    for (const [farthest, wanted] of cases) {
        const depths = Float32Array.from({ length: 100 }, (_, k) => (farthest * k) / 99);
        const { steps, step } = depthSteps(depths);
        assert.equal(step, wanted);
        depths.forEach((depth, k) => {
            if (depth < 655) assert.ok(Math.abs(steps[k] * step - depth) <= step * 0.5001);
            else assert.equal(steps[k], 65535);
        });
    }
});

test('a chosen detail stays whatever frames take, and automatic learns anew', () => {
    const governor = new LookGovernor();
    governor.choose('low');
    for (let k = 0; k < 100; k++) assert.equal(governor.note(1, k), false);
    assert.deepEqual([governor.look, governor.ratio, governor.coarse], ['plain', 0.75, true]);
    governor.choose('fine');
    for (let k = 0; k < 100; k++) assert.equal(governor.note(900, k), false);
    assert.deepEqual([governor.look, governor.ratio, governor.coarse], ['full', 1, false]);
    assert.equal(governor.undecided, false);
    governor.choose('automatic');
    assert.equal(governor.look, 'plain');
    assert.ok(governor.undecided);
    let rises = 0;
    for (let k = 0; k < 100; k++) if (governor.note(5, k)) rises++;
    assert.deepEqual([rises, governor.look], [1, 'full']);
});
