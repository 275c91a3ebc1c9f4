// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Frames, trail, taught points and the ground: what is drawn about the links but is none.

import {
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    Color,
    Group,
    Line,
    LineBasicMaterial,
    LineSegments,
    Mesh,
    MeshBasicMaterial,
    type Object3D,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Pose, SceneDescription, StateFrame } from '../core/types';
import { setPose } from './links';
import type { Palette } from './palette';

const LINK_AXES = 0.09; // [m]
const DH_AXES = 0.07; // where both frames are one, they look like one
const NAMED_AXES = 0.06;
const WORLD_AXES = 0.3; // the longest
const TRAIL = 1200; // points
const TRAIL_STEP = 0.002; // [m]

/** Three bars of length one: x red, y green, z blue. */
function axesGeometry(palette: Palette): BufferGeometry {
    const bars = [palette.axisX, palette.axisY, palette.axisZ].map((color, axis) => {
        const size: [number, number, number] = [0.022, 0.022, 0.022];
        size[axis] = 1;
        const middle: [number, number, number] = [0, 0, 0];
        middle[axis] = 0.5;
        const bar = new BoxGeometry(...size).translate(...middle);
        const count = bar.getAttribute('position').count;
        const colors = new Float32Array(count * 3);
        for (let k = 0; k < count; k++) colors.set([color.r, color.g, color.b], 3 * k);
        return bar.setAttribute('color', new BufferAttribute(colors, 3));
    });
    return mergeGeometries(bars);
}

export class Frames {
    readonly root = new Group();
    private readonly material = new MeshBasicMaterial({
        vertexColors: true,
        toneMapped: false,
        depthTest: false,
        transparent: true,
    });
    private geometry: BufferGeometry;
    private links: Group[] = [];

    constructor(palette: Palette) {
        this.geometry = axesGeometry(palette);
        this.root.visible = false;
    }

    repaint(palette: Palette): void {
        this.geometry.dispose();
        this.geometry = axesGeometry(palette);
        this.root.traverse((o) => {
            if (o instanceof Mesh) o.geometry = this.geometry;
        });
    }

    axes(length: number): Mesh {
        const mesh = new Mesh(this.geometry, this.material);
        mesh.scale.setScalar(length);
        mesh.renderOrder = 20;
        return mesh;
    }

    private axesAt(length: number, pose: Pose): Mesh {
        const axes = this.axes(length);
        axes.position.set(pose[0], pose[1], pose[2]);
        axes.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
        return axes;
    }

    build(scene: SceneDescription): void {
        this.root.clear();
        this.root.add(this.axes(WORLD_AXES));
        this.links = scene.links.map((link) => {
            const group = new Group();
            group.matrixAutoUpdate = false;
            group.add(this.axes(LINK_AXES));
            if (link.dh !== undefined) group.add(this.axesAt(DH_AXES, link.dh));
            this.root.add(group);
            return group;
        });
        for (const { link, pose } of scene.frames) this.links[link]?.add(this.axesAt(NAMED_AXES, pose));
    }

    apply(frame: StateFrame): void {
        if (!this.root.visible) return;
        const count = Math.min(this.links.length, frame.links.length / 7);
        for (let k = 0; k < count; k++) setPose(this.links[k], frame.links, k);
    }
}

/** Where the tool has been, as a line that forgets its oldest quarter when it is full. */
export class Trail {
    readonly line: Line;
    private readonly points = new Float32Array(3 * TRAIL);
    private readonly attribute = new BufferAttribute(this.points, 3);
    private readonly material = new LineBasicMaterial({
        transparent: true,
        opacity: 0.75,
        toneMapped: false,
    });
    private used = 0;

    constructor(color: Color) {
        const geometry = new BufferGeometry().setAttribute('position', this.attribute);
        this.line = new Line(geometry, this.material);
        this.line.frustumCulled = false;
        this.line.visible = false;
        this.repaint(color);
    }

    repaint(color: Color): void {
        this.material.color = color;
    }

    clear(): void {
        this.used = 0;
        this.line.geometry.setDrawRange(0, 0);
    }

    append(x: number, y: number, z: number): void {
        const k = 3 * (this.used - 1);
        if (
            this.used > 0 &&
            Math.hypot(x - this.points[k], y - this.points[k + 1], z - this.points[k + 2]) < TRAIL_STEP
        )
            return;
        if (this.used === TRAIL) {
            this.points.copyWithin(0, (3 * TRAIL) / 4);
            this.used = TRAIL - TRAIL / 4;
        }
        this.points.set([x, y, z], 3 * this.used++);
        this.line.geometry.setDrawRange(0, this.used);
        this.attribute.needsUpdate = true;
    }
}

/** Taught points as small frames; the chosen one is larger. */
export class Points {
    readonly root = new Group();
    poses: { name: string; pose: Pose; chosen: boolean }[] = [];

    constructor(private readonly frames: Frames) {}

    set(points: { name: string; pose: Pose; chosen: boolean }[]): void {
        this.poses = points;
        this.root.clear();
        for (const { pose, chosen } of points) {
            const axes = this.frames.axes(chosen ? 0.075 : 0.05);
            axes.position.set(pose[0], pose[1], pose[2]);
            axes.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
            this.root.add(axes);
        }
    }
}

/** Lines on the ground, a metre wide with quarters between. */
export function groundLines(color: Color, height: number): Object3D {
    const lines: number[] = [];
    const colors: number[] = [];
    const half = 3;
    for (let k = -half * 4; k <= half * 4; k++) {
        const at = k / 4;
        const strength = k % 4 === 0 ? 0.5 : 0.22;
        for (const [a, b] of [
            [-half, 0],
            [0, half],
        ] as const) {
            // brightest in the middle, nothing at the rim: the ground has no edge
            const fade = (x: number, y: number): number =>
                strength * Math.max(0, 1 - Math.hypot(x, y) / half);
            lines.push(a, at, 0, b, at, 0, at, a, 0, at, b, 0);
            for (const [x, y] of [
                [a, at],
                [b, at],
                [at, a],
                [at, b],
            ])
                colors.push(color.r, color.g, color.b, fade(x, y));
        }
    }
    const geometry = new BufferGeometry()
        .setAttribute('position', new BufferAttribute(new Float32Array(lines), 3))
        .setAttribute('color', new BufferAttribute(new Float32Array(colors), 4));
    const material = new LineBasicMaterial({
        vertexColors: true,
        transparent: true,
        depthWrite: false,
        toneMapped: false,
    });
    const grid = new LineSegments(geometry, material);
    grid.position.z = height;
    return grid;
}
