// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Color, Mesh, type Object3D, ShaderMaterial, Vector3 } from 'three';
import { createFrame, decodeFrame } from '../src/core/frame';
import { RowRing } from '../src/core/rows';
import type { Arm, Link, Pose, SceneDescription } from '../src/core/types';
import { elbowArc, elbowOf, elbowTurn } from '../src/scene/elbow';
import { ghostDiffers } from '../src/scene/ghost';
import { LinkModels } from '../src/scene/links';
import { LookGovernor } from '../src/scene/looks';
import { Materials } from '../src/scene/materials';
import type { Palette } from '../src/scene/palette';
import { layout } from '../src/scene/panes';
import { ShapeStore } from '../src/scene/shapes';
import { toolPose } from '../src/scene/tool';
import { distance, turned, type Vec } from '../src/scene/vec';
import { makeFrame } from './make_frame';

const GREEN = new Color('#46c887');
const names = [
    'ink',
    'ink2',
    'ghost',
    'limit',
    'fault',
    'faultBody',
    'sight',
    'ground',
    'grid',
    'shell',
    'dark',
    'steel',
    'table',
    'part',
    'axisX',
    'axisY',
    'axisZ',
];
const palette = {
    ...Object.fromEntries(names.map((name, k) => [name, new Color(k / 20, 0.5, 0.5)])),
    run: GREEN,
    light: false,
} as unknown as Palette;

const at = (x: number): Pose => [x, 0, 0, 0, 0, 0, 1];

function link(name: string, more: Partial<Link> = {}): Link {
    return { name, member: 'arm', parent: -1, axis: -1, shapes: [], mass: 1, ellipsoid: null, ...more };
}

const scene: SceneDescription = {
    links: [
        link('base', {
            shapes: [
                { use: 'visual', kind: 'box', size: [0.2, 0.4, 0.6], pose: at(0.5), color: [1, 0, 0, 1] },
                { use: 'bound', kind: 'sphere', radius: 0.5, pose: at(0) },
                { use: 'bound', kind: 'capsule', radius: 0.1, length: 0.3, pose: at(0) },
            ],
        }),
        link('arm', {
            shapes: [
                { use: 'collision', kind: 'cylinder', radius: 0.1, length: 1, pose: at(0) },
                { use: 'bound', kind: 'box', size: [1, 1, 1], pose: at(0) },
            ],
            ellipsoid: {
                pose: [0.1, 0.2, 0.3, ...turned([1, 2, 3], 0.7)] as Pose,
                semi: [0.1, 0.2, 0.3],
                valid: true,
            },
        }),
    ],
    frames: [{ name: 'tip', link: 1, pose: [0, 0, 1, 0, 0, 0, 1] }],
    members: [{ name: 'arm', class: 'thing', first: 0, count: 2, fixed: true }],
};

function build(): LinkModels {
    const links = new LinkModels(new ShapeStore(), new Materials(palette, 'plain'), palette, () => undefined);
    links.build(scene, new Set(['arm']));
    return links;
}

function meshes(root: Object3D, seen = true): Mesh[] {
    const found: Mesh[] = [];
    const visit = (object: Object3D): void => {
        if (seen && !object.visible) return;
        if (object instanceof Mesh) found.push(object);
        object.children.forEach(visit);
    };
    visit(root);
    return found;
}

/** Overlays have a middle and an edge; bodies of the plain look are lit. */
const isOverlay = ({ material }: Mesh): boolean =>
    material instanceof ShaderMaterial && material.uniforms['edge'] !== undefined;

/** A frame with both links where they are measured and commanded. */
function frameOf(links: number[][], commanded: number[][]): ReturnType<typeof createFrame> {
    const frame = createFrame();
    assert.ok(decodeFrame(makeFrame({ links, commanded }), frame, new RowRing(1), 1));
    return frame;
}

test('links have exactly the shapes of the description, and stand where the frame says', () => {
    const links = build();
    links.apply(frameOf([[1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2], at(5)], [at(0), at(5)]), false);
    links.root.updateMatrixWorld(true);
    const [box, rod] = meshes(links.root);
    box.geometry.computeBoundingBox();
    const edges = box.geometry.boundingBox!.getSize(new Vector3());
    assert.ok(edges.distanceTo(new Vector3(0.2, 0.4, 0.6)) < 1e-6);
    // half a metre along x of a link that is turned by a quarter
    const place = new Vector3().setFromMatrixPosition(box.matrixWorld);
    assert.ok(place.distanceTo(new Vector3(1, 2.5, 3)) < 1e-6);
    rod.geometry.computeBoundingBox();
    const size = rod.geometry.boundingBox!.getSize(new Vector3());
    assert.ok(Math.abs(size.z - 1) < 1e-6 && Math.abs(size.x - 0.2) < 1e-6, 'a cylinder stands along z');
});

// spec: actin-model:A1-VW-13
test('all bounding volumes of all links are drawn, transparent and green', () => {
    const links = build();
    const before = meshes(links.root).length;
    links.show('bounds', true);
    const volumes = meshes(links.root).filter(isOverlay);
    assert.equal(volumes.length, 3);
    for (const { material } of volumes) {
        const { transparent, uniforms } = material as ShaderMaterial;
        assert.ok(transparent && uniforms['middle'].value + uniforms['edge'].value < 1);
        const color = uniforms['color'].value as Color;
        assert.ok(color.g > color.r && color.g > color.b);
    }
    links.show('bounds', false);
    assert.equal(meshes(links.root).length, before);
});

test('an ellipsoid of mass stands at its centre, along its axes, with its half lengths', () => {
    const links = build();
    links.show('ellipsoids', true);
    links.apply(frameOf([at(0), at(0)], [at(0), at(0)]), false);
    links.root.updateMatrixWorld(true);
    const [ellipsoid] = meshes(links.root).filter(isOverlay);
    const m = ellipsoid.matrixWorld.elements;
    [0.1, 0.2, 0.3].forEach((v, k) => assert.ok(Math.abs(m[12 + k] - v) < 1e-9));
    const axis = new Vector3(1, 2, 3).normalize();
    [0.1, 0.2, 0.3].forEach((semi, k) => {
        const column = new Vector3(m[4 * k], m[4 * k + 1], m[4 * k + 2]);
        assert.ok(Math.abs(column.length() - semi) < 1e-9);
        const unit = new Vector3(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
        assert.ok(column.normalize().distanceTo(unit.applyAxisAngle(axis, 0.7)) < 1e-9);
    });
});

test('a ghost is drawn only for links whose command differs', () => {
    const links = build();
    links.apply(frameOf([at(0), at(1)], [at(0.0001), at(1.01)]), true);
    assert.equal(links.ghosts.children.map((ghost) => ghost.visible).join(), 'false,true');
    links.apply(frameOf([at(0), at(1)], [at(0), [1, 0, 0, ...turned([0, 1, 0], 0.02)]]), true);
    assert.equal(links.ghosts.children.map((ghost) => ghost.visible).join(), 'false,true');
    links.apply(frameOf([at(0), at(1)], [at(0), at(1.01)]), false);
    assert.equal(links.ghosts.children.map((ghost) => ghost.visible).join(), 'false,false');
});

test('attitudes of either sign are the same', () => {
    const q = turned([1, 1, 0], 1.1);
    assert.equal(ghostDiffers([0, 0, 0, ...q], [0, 0, 0, ...q.map((v) => -v)], 0), false);
});

test('a hidden link is neither drawn nor pointed at, and comes back', () => {
    const links = build();
    links.style(1, 'hidden');
    assert.equal(meshes(links.root).length, 1);
    assert.equal(links.targets().length, 1);
    links.style(1, 'solid');
    assert.equal(meshes(links.root).length, 2);
});

test('a marked link has another colour than before, and its own when the mark goes', () => {
    const links = build();
    const [box] = meshes(links.root);
    const before = box.material;
    links.mark(0, 'fault');
    assert.notEqual(box.material, before);
    assert.deepEqual(links.marks(), [{ index: 0, mark: 'fault' }]);
    links.mark(0, null);
    assert.equal(box.material, before);
});

const arm = (tool: string, links: number[]): Arm => ({
    name: 'arm',
    member: 0,
    tool,
    simulated: true,
    axes: links.map((k) => ({
        name: `j${k}`,
        link: k,
        kind: 'revolute',
        lower: null,
        upper: null,
        velocity: null,
        acceleration: null,
        effort: null,
        unit: 'rad',
    })),
});

test('the tool is a frame, a link, or the last axis', () => {
    const poses = [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, ...turned([0, 1, 0], Math.PI / 2)];
    const close = (pose: Pose | null, place: number[]): void =>
        place.forEach((v, k) => assert.ok(Math.abs(pose![k] - v) < 1e-12));
    close(toolPose(scene, arm('tip', [0, 1]), poses), [2, 0, 0]);
    close(toolPose(scene, arm('base', [0, 1]), poses), [0, 0, 0]);
    close(toolPose(scene, arm('nothing', [0, 1]), poses), [1, 0, 0]);
});

test('the elbow is furthest off the line from shoulder to wrist, and turns about it', () => {
    const places: Vec[] = [
        [0, 0, 0],
        [0, 0, 0.3],
        [0.1, 0, 0.5],
        [0.4, 0, 0.6],
        [0.5, 0, 0.4],
        [0.6, 0, 0.3],
        [0.7, 0, 0.3],
    ];
    const poses = places.flatMap((p) => [...p, 0, 0, 0, 1]);
    const elbow = elbowOf(arm('', [0, 1, 2, 3, 4, 5, 6]), poses)!;
    assert.equal(elbow.link, 3);
    const way = elbowArc(elbow, -1, 1);
    for (const point of way) {
        assert.ok(Math.abs(distance(point, elbow.shoulder) - distance(elbow.at, elbow.shoulder)) < 1e-12);
        assert.ok(Math.abs(distance(point, elbow.wrist) - distance(elbow.at, elbow.wrist)) < 1e-12);
    }
    assert.ok(
        Math.abs(elbowTurn(elbow, way[0]) + 1) < 1e-9 &&
            Math.abs(elbowTurn(elbow, way[way.length - 1]) - 1) < 1e-9,
    );
    assert.equal(elbowOf(arm('', [0, 1, 2]), poses), null);
});

test('panes fill the picture and do not overlap', () => {
    for (let count = 1; count <= 4; count++) {
        const rects = layout(count, 1000, 800);
        assert.equal(
            rects.reduce((sum, r) => sum + r.width * r.height, 0),
            800000,
        );
        for (const a of rects) {
            for (const b of rects) {
                const apart =
                    a === b ||
                    a.x + a.width <= b.x ||
                    b.x + b.width <= a.x ||
                    a.y + a.height <= b.y ||
                    b.y + b.height <= a.y;
                assert.ok(apart);
            }
        }
    }
});

test('the look is plain, full after ten quick frames, plain again when slow, not at once full again', () => {
    const governor = new LookGovernor();
    const feed = (count: number, ms: number, from: number): number => {
        for (let k = 0; k < count; k++) if (governor.note(ms, from + k)) return k + 1;
        return 0;
    };
    assert.equal(governor.look, 'plain');
    feed(3, 200, 0); // the first frames compile
    assert.equal(feed(9, 8, 10), 0);
    assert.equal(feed(1, 14, 20), 0);
    assert.equal(feed(20, 8, 30), 10);
    assert.equal(governor.look, 'full');
    feed(3, 500, 50);
    assert.equal(feed(2, 45, 60), 0);
    assert.equal(feed(1, 39, 70), 0);
    assert.equal(feed(10, 41, 80), 3);
    assert.equal(governor.look, 'plain');
    assert.equal(feed(100, 5, 100), 0);
    assert.ok(feed(100, 5, 100000) > 0);
});

test('a slow plain look draws fewer pixels, then fewer triangles, and no more than that', () => {
    const governor = new LookGovernor();
    const slow = (): number =>
        Array.from({ length: 30 }, (_, k) => governor.note(80, k)).filter(Boolean).length;
    assert.equal(slow(), 2);
    assert.deepEqual([governor.look, governor.ratio, governor.coarse], ['plain', 0.75, true]);
    assert.equal(slow(), 0);
    assert.equal(governor.undecided, false);
    // quick frames give it back, but not at once
    const quick = (from: number): number =>
        Array.from({ length: 100 }, (_, k) => governor.note(15, from + k)).filter(Boolean).length;
    assert.equal(quick(1000), 0);
    assert.equal(quick(200000), 1);
    assert.deepEqual([governor.ratio, governor.coarse], [1, false]);
});
