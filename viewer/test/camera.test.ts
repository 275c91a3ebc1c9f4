// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import {
    backOf,
    dragFactor,
    eyeOf,
    FIELD,
    fit,
    liftCentre,
    looking,
    modeOf,
    orbit,
    pan,
    sidesOf,
    slideCentre,
    type View,
    wheelFactor,
    wheelModeOf,
    zoom,
} from '../src/scene/camera';
import { lookAfter } from '../src/scene/mouse';
import { cross, distance, dot, norm, type Vec } from '../src/scene/vec';
import { seeded } from './random';

const HEIGHT = 800;

function someView(random: () => number): View {
    const place = (): number => 4 * random() - 2;
    return {
        centre: [place(), place(), place()],
        azimuth: 7 * random() - 3.5,
        elevation: 2.8 * random() - 1.4,
        distance: 0.1 + 10 * random(),
    };
}

function cameraOf(view: View): PerspectiveCamera {
    const camera = new PerspectiveCamera((FIELD * 180) / Math.PI, 1.25, 0.01, 100);
    camera.up.set(0, 0, 1);
    camera.position.set(...(eyeOf(view) as [number, number, number]));
    camera.lookAt(...(view.centre as [number, number, number]));
    camera.updateMatrixWorld(true);
    return camera;
}

const pixelOf = (camera: PerspectiveCamera, at: Vec): [number, number] => {
    const p = new Vector3(...at).project(camera);
    return [((p.x + 1) / 2) * HEIGHT * 1.25, ((1 - p.y) / 2) * HEIGHT];
};

// spec: actin-model:A1-VW-08
test('turning keeps the eye at its distance from the centre, and all three ways zoom', () => {
    const random = seeded(11);
    for (let k = 0; k < 500; k++) {
        const start = someView(random);
        let view = start;
        for (let step = 0; step < 20; step++) {
            view = lookAfter(
                view,
                modeOf(1, false, false),
                200 * random() - 100,
                200 * random() - 100,
                HEIGHT,
            );
            assert.deepEqual(view.centre, start.centre);
            assert.ok(Math.abs(distance(eyeOf(view), view.centre) - start.distance) < 1e-9);
        }
        assert.notEqual(view.azimuth, start.azimuth);
    }
    assert.deepEqual(
        [modeOf(4, false, false), modeOf(3, false, false), wheelModeOf(false, false)],
        ['zoom', 'zoom', 'zoom'],
    );
    const view = someView(random);
    for (const [mode, dy] of [
        ['zoom', 30],
        ['zoom', -30],
    ] as const) {
        const after = lookAfter(view, mode, 5, dy, HEIGHT);
        assert.ok(Math.abs(after.distance / view.distance - dragFactor(dy)) < 1e-12);
        assert.deepEqual(
            [after.centre, after.azimuth, after.elevation],
            [view.centre, view.azimuth, view.elevation],
        );
    }
    assert.ok(wheelFactor(100) > 1 && wheelFactor(-100) < 1);
    assert.ok(Math.abs(wheelFactor(100) * wheelFactor(-100) - 1) < 1e-12);
});

// spec: actin-model:A1-VW-11
test('the centre of interest moves only over the ground by a drag and only upright by the wheel', () => {
    const random = seeded(12);
    for (let k = 0; k < 500; k++) {
        const view = someView(random);
        const [dx, dy] = [200 * random() - 100, 200 * random() - 100];
        assert.equal(modeOf(1, false, true), 'centre');
        const slid = lookAfter(view, 'centre', dx, dy, HEIGHT);
        assert.equal(slid.centre[2], view.centre[2]);
        assert.ok(distance(slid.centre, view.centre) > 0);
        assert.equal(wheelModeOf(false, true), 'lift');
        const lifted = liftCentre(view, dy, HEIGHT);
        assert.deepEqual(lifted.centre.slice(0, 2), view.centre.slice(0, 2));
        assert.notEqual(lifted.centre[2], view.centre[2]);
    }
});

test('a centre that is slid goes where the pointer goes', () => {
    const view: View = { centre: [0, 0, 0], azimuth: -Math.PI / 2, elevation: 0.5, distance: 2 };
    // seen from minus y: right is plus x, up in the picture is away, plus y
    const right = slideCentre(view, 10, 0, HEIGHT).centre;
    const away = slideCentre(view, 0, -10, HEIGHT).centre;
    assert.ok(right[0] > 0 && Math.abs(right[1]) < 1e-12);
    assert.ok(away[1] > 0 && Math.abs(away[0]) < 1e-12);
});

// spec: actin-model:A1-VW-09
test('Shift and Ctrl change the mode only while they are down', () => {
    for (const [buttons, plain, shift, ctrl] of [
        [1, 'orbit', 'guide move', 'centre'],
        [2, 'pan', 'guide turn', 'none'],
        [4, 'zoom', 'guide depth', 'lift'],
        [3, 'zoom', 'guide depth', 'lift'],
        [0, 'none', 'none', 'none'],
    ] as const) {
        const before = modeOf(buttons, false, false);
        assert.deepEqual(
            [before, modeOf(buttons, true, false), modeOf(buttons, false, true)],
            [plain, shift, ctrl],
        );
        assert.equal(modeOf(buttons, false, false), before);
    }
    assert.deepEqual(
        [wheelModeOf(true, false), wheelModeOf(false, true), wheelModeOf(false, false)],
        ['guide depth', 'lift', 'zoom'],
    );
});

test('eye, right and up agree with a camera that looks at the centre', () => {
    const random = seeded(13);
    for (let k = 0; k < 200; k++) {
        const view = someView(random);
        const { right, up } = sidesOf(view);
        const axes = cameraOf(view).matrixWorld.elements;
        const close = (a: Vec, at: number): void =>
            a.forEach((v, c) => assert.ok(Math.abs(v - axes[at + c]) < 1e-9, `${v} ${axes[at + c]}`));
        close(right, 0);
        close(up, 4);
        close(backOf(view), 8);
        assert.ok(Math.abs(dot(cross(right, up), backOf(view)) - 1) < 1e-12);
    }
});

test('what is at the centre stays under the pointer when it pans', () => {
    const random = seeded(14);
    for (let k = 0; k < 200; k++) {
        const view = someView(random);
        const [dx, dy] = [300 * random() - 150, 300 * random() - 150];
        const camera = cameraOf(pan(view, dx, dy, HEIGHT));
        const [x, y] = pixelOf(camera, view.centre);
        assert.ok(Math.abs(x - HEIGHT * 0.625 - dx) < 1e-6 && Math.abs(y - HEIGHT / 2 - dy) < 1e-6);
    }
});

test('a drag to the right brings the left side to the front', () => {
    const view: View = { centre: [0, 0, 0], azimuth: 0, elevation: 0, distance: 3 };
    const before = pixelOf(cameraOf(view), [0.2, 0, 0]);
    const after = pixelOf(cameraOf(orbit(view, 40, 0, HEIGHT)), [0.2, 0, 0]);
    assert.ok(after[0] > before[0], 'what is near follows the pointer');
    const lower = pixelOf(cameraOf(orbit(view, 0, 40, HEIGHT)), [0.2, 0, 0]);
    assert.ok(lower[1] > before[1]);
});

test('the eye never goes over the top, and never through the centre', () => {
    const view: View = { centre: [0, 0, 0], azimuth: 0, elevation: 0, distance: 3 };
    assert.ok(orbit(view, 0, 1e6, HEIGHT).elevation < Math.PI / 2);
    assert.ok(orbit(view, 0, -1e6, HEIGHT).elevation > -Math.PI / 2);
    assert.ok(zoom(view, 1e-9).distance > 0);
    assert.ok(zoom(view, 1e9).distance < 1e3);
});

test('a fitted box is in the picture whole', () => {
    const random = seeded(15);
    for (let k = 0; k < 300; k++) {
        const low: Vec = [random(), random(), random()];
        const size = 0.5 + 2 * random();
        const high: Vec = [low[0] + size, low[1] + size * (0.5 + random()), low[2] + size];
        const view = fit(someView(random), low, high, 1.25);
        const middle = pixelOf(cameraOf(view), view.centre);
        assert.ok(Math.abs(middle[0] - HEIGHT * 0.625) < 1e-6);
        let inside = 0;
        for (let corner = 0; corner < 8; corner++) {
            const at: Vec = [
                corner & 1 ? low[0] : high[0],
                corner & 2 ? low[1] : high[1],
                corner & 4 ? low[2] : high[2],
            ];
            const [x, y] = pixelOf(cameraOf(view), at);
            if (x > -80 && x < HEIGHT * 1.25 + 80 && y > -80 && y < HEIGHT + 80) inside++;
        }
        assert.equal(inside, 8);
    }
});

test('a view of an eye and a centre gives both back', () => {
    const random = seeded(16);
    for (let k = 0; k < 200; k++) {
        const view = someView(random);
        const back = looking(eyeOf(view), view.centre);
        assert.ok(distance(eyeOf(back), eyeOf(view)) < 1e-9 && norm(back.centre) >= 0);
    }
});
