// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, type Box } from '../src/scene/labels';
import { Color, Mesh, type Object3D, Quaternion, ShaderMaterial, Vector3 } from 'three';
import { createFrame, decodeFrame } from '../src/core/frame';
import { RowRing } from '../src/core/rows';
import type { Arm, Catalogue, Link, Pose, SceneDescription, Shape, Station } from '../src/core/types';
import { LinkModels } from '../src/scene/links';
import { Materials } from '../src/scene/materials';
import { LinkMenus } from '../src/scene/menus';
import { Frames } from '../src/scene/overlays';
import type { Palette } from '../src/scene/palette';
import { ShapeStore } from '../src/scene/shapes';
import { straight, turned, type Quat } from '../src/scene/vec';
import { makeFrame } from './make_frame';
import { seeded } from './random';

const AMBER = new Color('#f0b23e');
const GREY = new Color('#b4bdc7');
const [RED, GREEN, BLUE] = [new Color('#f0635a'), new Color('#6abf5a'), new Color('#5a96f0')];

/** Every other colour is the same: a test that needs one names it. */
const palette = new Proxy(
    { limit: AMBER, ink2: GREY, axisX: RED, axisY: GREEN, axisZ: BLUE, light: false },
    { get: (known, name) => known[name as keyof typeof known] ?? new Color('#123456') },
) as unknown as Palette;

const random = seeded(81);
const somePose = (): Pose => {
    const n = (): number => 2 * random() - 1;
    return [n(), n(), n(), ...straight([n(), n(), n(), n()] as unknown as Quat)] as unknown as Pose;
};

function link(name: string, more: Partial<Link> = {}): Link {
    return { name, member: 'arm', parent: -1, axis: -1, shapes: [], mass: 1, ellipsoid: null, ...more };
}

function sceneOf(links: Link[]): SceneDescription {
    return {
        links,
        frames: [{ name: 'tip', link: links.length - 1, pose: somePose() }],
        members: [{ name: 'arm', class: 'thing', first: 0, count: links.length, fixed: true }],
    };
}

function meshes(root: Object3D): Mesh[] {
    const found: Mesh[] = [];
    root.traverse((o) => {
        if (o instanceof Mesh) found.push(o);
    });
    return found;
}

/** Columns of a pose, by plain formulas. */
function columnsOf(pose: readonly number[]): Vector3[] {
    const q = new Quaternion(pose[3], pose[4], pose[5], pose[6]);
    const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
    return axes.map((v) => v.applyQuaternion(q));
}

// spec: actin-model:A1-VW-15
test('each link has two frames and the world one, the longest; x is red, y green, z blue', () => {
    const scene = sceneOf(Array.from({ length: 6 }, (_, k) => link(`l${k}`, { dh: somePose() })));
    const frames = new Frames(palette);
    frames.root.visible = true;
    frames.build(scene);
    const poses = scene.links.map(somePose);
    const frame = createFrame();
    assert.ok(decodeFrame(makeFrame({ links: poses, commanded: poses }), frame, new RowRing(1), 1));
    frames.apply(frame);
    frames.root.updateMatrixWorld(true);
    const [world, ...groups] = frames.root.children;
    assert.equal(groups.length, 6);
    const lengthOf = (mesh: Object3D): number =>
        new Vector3().setFromMatrixColumn(mesh.matrixWorld, 0).length();
    assert.ok(new Vector3().setFromMatrixPosition(world.matrixWorld).length() === 0);
    groups.forEach((group, k) => {
        const own = meshes(group);
        assert.equal(own.length, k === 5 ? 3 : 2); // the last one has a named frame too
        assert.ok(own.every((mesh) => lengthOf(mesh) < lengthOf(world)));
        // the first is the link's own, the second that of its joint, both as matrices say
        const axes = columnsOf(poses[k]);
        const at = new Vector3(...poses[k].slice(0, 3));
        const [x, y, z] = scene.links[k].dh!;
        const inWorld = (v: Vector3): Vector3 =>
            axes[0].clone().multiplyScalar(v.x).addScaledVector(axes[1], v.y).addScaledVector(axes[2], v.z);
        const joint = columnsOf(scene.links[k].dh!).map(inWorld);
        const there = inWorld(new Vector3(x, y, z)).add(at);
        for (const [mesh, place, columns] of [
            [own[0], at, axes],
            [own[1], there, joint],
        ] as const) {
            assert.ok(new Vector3().setFromMatrixPosition(mesh.matrixWorld).distanceTo(place) < 1e-5);
            columns.forEach((column, i) => {
                const drawn = new Vector3().setFromMatrixColumn(mesh.matrixWorld, i).normalize();
                assert.ok(drawn.distanceTo(column) < 1e-5, 'poses of a frame have single precision');
            });
        }
    });
    // the far end of each bar has the colour of its axis
    const { position, color } = (world as Mesh).geometry.attributes;
    const seen = new Set<number>();
    for (let k = 0; k < position.count; k++) {
        const at = [position.getX(k), position.getY(k), position.getZ(k)];
        const axis = at.findIndex((v) => v > 0.9);
        if (axis < 0) continue;
        seen.add(axis);
        const wanted = [RED, GREEN, BLUE][axis];
        for (const [c, v] of [color.getX(k), color.getY(k), color.getZ(k)].entries())
            assert.ok(Math.abs(v - wanted.toArray()[c]) < 1e-6);
    }
    assert.deepEqual([...seen].sort(), [0, 1, 2]);
});

function modelsOf(scene: SceneDescription): LinkModels {
    const materials = new Materials(palette, 'plain');
    const models = new LinkModels(new ShapeStore(), materials, palette, () => undefined);
    models.build(scene, new Set(['arm']));
    return models;
}

/** What an overlay draws of each link: its meshes, by the group of the link that they move with. */
function overlaysOf(models: LinkModels): Mesh[][] {
    const isOverlay = ({ material }: Mesh): boolean =>
        material instanceof ShaderMaterial && material.uniforms['edge'] !== undefined;
    return models.root.children.map((group) => meshes(group).filter(isOverlay));
}

// spec: actin-model:A1-LK-32
test('all volumes of a link are shown, each where it is', () => {
    const bound = (pose: Pose, radius: number): Shape => ({ use: 'bound', kind: 'sphere', radius, pose });
    const many = [somePose(), somePose(), somePose(), somePose()];
    const models = modelsOf(sceneOf([link('a', { shapes: many.map((p, k) => bound(p, k + 1)) }), link('b')]));
    models.show('bounds', true);
    models.root.updateMatrixWorld(true);
    const [shown, none] = overlaysOf(models);
    assert.deepEqual([shown.length, none.length], [4, 0]);
    shown.forEach((mesh, k) => {
        const at = new Vector3().setFromMatrixPosition(mesh.matrixWorld);
        assert.ok(at.distanceTo(new Vector3(...many[k].slice(0, 3))) < 1e-12);
        mesh.geometry.computeBoundingSphere();
        assert.ok(Math.abs(mesh.geometry.boundingSphere!.radius - (k + 1)) < 1e-6);
    });
});

// spec: actin-model:A1-VW-14
test('an ellipsoid that no body can have is amber, all others are grey', () => {
    const ellipsoid = (valid: boolean): Link['ellipsoid'] => {
        return { pose: [0, 0, 0, ...turned([1, 0, 0], 1)] as Pose, semi: [0.1, 0.2, 0.3], valid };
    };
    const models = modelsOf(
        sceneOf([link('a', { ellipsoid: ellipsoid(true) }), link('b', { ellipsoid: ellipsoid(false) })]),
    );
    models.show('ellipsoids', true);
    const paint = ([{ material }]: Mesh[]): unknown => (material as ShaderMaterial).uniforms['color'].value;
    const colors = overlaysOf(models).map(paint);
    assert.deepEqual(colors, [GREY, AMBER]);
});

function stationOf(scene: SceneDescription, tool: string): Station {
    const arm = { name: 'left', member: 0, tool, axes: [], simulated: true } as Arm;
    return { scene, catalogue: { arms: [arm] } as unknown as Catalogue } as Station;
}

test('the menu of a link has the lines of all who offer some, in the order of their groups', () => {
    const scene = sceneOf([link('a'), link('b')]);
    const menus = new LinkMenus(stationOf(scene, 'tip'));
    menus.offer(30, () => [{ text: 'last' }]);
    menus.offer(10, ({ index }) => [{ text: `first ${index}` }]);
    const away = menus.offer(20, ({ tools }) => (tools.length > 0 ? [{ text: `edit ${tools}` }] : []));
    menus.offer(10, ({ arm }) => [{ text: `of ${arm?.name}` }]);
    const texts = (k: number): string[] =>
        menus.of(k).map((l) => (l === 'line' ? '-' : 'title' in l ? `<${l.title}>` : l.text));
    // the frame named tip is on the second link
    assert.deepEqual(texts(0), ['<a>', 'first 0', 'of left', '-', 'last']);
    assert.deepEqual(texts(1), ['<b>', 'first 1', 'of left', '-', 'edit left', '-', 'last']);
    away();
    assert.deepEqual(texts(1), ['<b>', 'first 1', 'of left', '-', 'last']);
    assert.deepEqual(menus.of(7), []);
    // a tool may be a link itself
    assert.equal(new LinkMenus(stationOf(scene, 'a')).of(0).length, 1);
});

test('tags do not cover each other, the important one stays, and what finds no place is not shown', () => {
    const next = seeded(11);
    const boxes: Box[] = Array.from({ length: 60 }, (_, i) => ({
        x: Math.round(400 * next()),
        y: Math.round(300 * next()),
        wide: 40 + 60 * next(),
        rank: i === 17 ? 2 : 5,
    }));
    const places = arrange(boxes);
    assert.equal(places[17], boxes[17].y);
    assert.ok(places.some((y) => y === null) && places.filter((y) => y !== null).length > 20);
    places.forEach((y, i) => {
        if (y === null) return;
        assert.ok(Math.abs(y - boxes[i].y) <= 52, 'near its own place');
        for (let k = 0; k < i; k++) {
            const other = places[k];
            if (other === null) continue;
            const apart =
                Math.abs(other - y) >= 26 ||
                boxes[k].x >= boxes[i].x + boxes[i].wide ||
                boxes[i].x >= boxes[k].x + boxes[k].wide;
            assert.ok(apart, `${i} and ${k} are apart`);
        }
    });
    assert.deepEqual(arrange([null]), [null]);
});
