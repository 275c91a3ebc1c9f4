// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Members whose model has no geometry at all, only axes and lengths: a drum along each axis, tubes from
// joint to joint and a foot, so that a bare kinematic model can be seen, pointed at and moved too.

import { CylinderGeometry, Group, Mesh, type Object3D, Quaternion, SphereGeometry, Vector3 } from 'three';
import type { SceneDescription } from '../core/types';
import type { Style } from './links';
import type { Mark, Materials } from './materials';
import type { Palette } from './palette';
import { placeOf, type Vec } from './vec';

// for an arm of one metre [m]
const DRUM = 0.052;
const DRUM_LENGTH = 0.125;
const TUBE = 0.036;
const FOOT = 0.085;
const FOOT_HEIGHT = 0.03;
const SLIMMEST = 0.55; // of the last joint, against the first
const ROOM = 0.3; // around it in a fitted view, as a part of its length: it moves

interface Part {
    mesh: Mesh;
    paint: 'shell' | 'dark';
}

interface Joint {
    index: number;
    parent: number; // -1 for a foot
    thickness: number;
    group: Group; // moves with the link
    tube: Part | null; // from the parent's joint to this one
    parts: Part[];
    style: Style;
    mark: Mark | null;
}

const from = new Vector3();
const way = new Vector3();
const upwards = new Vector3(0, 1, 0);
const turn = new Quaternion();

export class Skeleton {
    readonly root = new Group();
    private joints: Joint[] = [];
    private unit = 1; // [m] of the longest of them
    private readonly drum = new CylinderGeometry(1, 1, 2, 40); // along y, of radius and half height one
    private readonly ball = new SphereGeometry(1, 28, 18);

    constructor(
        private readonly materials: Materials,
        private palette: Palette,
    ) {}

    repaint(palette: Palette): void {
        this.palette = palette;
        this.joints.forEach((joint) => this.dress(joint));
    }

    build(scene: SceneDescription): void {
        this.root.clear();
        this.joints = [];
        for (const { first, count } of scene.members) {
            const own = Array.from({ length: count }, (_, k) => first + k).filter(
                (k) => scene.links[k] !== undefined,
            );
            // a single body without a shape is a place, not an arm
            if (own.length < 2 || !own.every((k) => scene.links[k].shapes.length === 0)) continue;
            own.forEach((k, at) => this.add(scene, k, 1 - ((1 - SLIMMEST) * at) / own.length));
        }
        this.joints.forEach((joint) => this.dress(joint));
    }

    private part(geometry: CylinderGeometry | SphereGeometry, paint: Part['paint'], index: number): Part {
        const mesh = new Mesh(geometry);
        mesh.userData['link'] = index;
        mesh.castShadow = mesh.receiveShadow = true;
        return { mesh, paint };
    }

    private add(scene: SceneDescription, index: number, thickness: number): void {
        const group = new Group();
        const link = scene.links[index];
        const { parent } = link;
        const parts: Part[] = [];
        if (parent >= 0 && link.dh !== undefined && link.axis >= 0) {
            const [, , , x, y, z, w] = link.dh;
            turn.set(x, y, z, w).multiply(new Quaternion().setFromUnitVectors(upwards, new Vector3(0, 0, 1)));
            for (const [paint, wide, high] of [
                ['shell', 1, 1],
                ['dark', 0.78, 1.06],
                ['shell', 0.6, 1.08],
            ] as const) {
                const drum = this.part(this.drum, paint, index);
                drum.mesh.quaternion.copy(turn);
                drum.mesh.scale.set(DRUM * wide, (DRUM_LENGTH / 2) * high, DRUM * wide);
                // on its foot, not through it
                if (scene.links[parent].parent < 0)
                    drum.mesh.position.set(0, DRUM_LENGTH / 2, 0).applyQuaternion(turn);
                parts.push(drum);
            }
        } else if (parent < 0) {
            const foot = this.part(this.drum, 'dark', index);
            foot.mesh.rotation.x = Math.PI / 2;
            foot.mesh.scale.set(FOOT, FOOT_HEIGHT / 2, FOOT);
            parts.push(foot);
        } else {
            const end = this.part(this.ball, 'dark', index);
            end.mesh.scale.setScalar(TUBE);
            parts.push(end);
        }
        group.add(...parts.map(({ mesh }) => mesh));
        const tube = parent < 0 ? null : this.part(this.drum, 'shell', index);
        this.root.add(group);
        if (tube !== null) this.root.add(tube.mesh);
        this.joints.push({ index, parent, thickness, group, tube, parts, style: 'solid', mark: null });
    }

    private dress(joint: Joint): void {
        const { tube, parts, style, mark, group } = joint;
        const seen = style !== 'hidden';
        group.visible = seen;
        if (tube !== null) tube.mesh.visible = seen;
        for (const { mesh, paint } of tube === null ? parts : [tube, ...parts]) {
            const color = this.palette[paint];
            mesh.material =
                style === 'wire'
                    ? this.materials.wire(color)
                    : mark !== null
                      ? this.materials.marked(mark, color)
                      : this.materials.solid(color, 1);
        }
    }

    private change(link: number, what: Partial<Pick<Joint, 'style' | 'mark'>>): void {
        const joint = this.joints.find(({ index }) => index === link);
        if (joint !== undefined) this.dress(Object.assign(joint, what));
    }

    style(link: number, style: Style): void {
        this.change(link, { style });
    }

    mark(link: number, mark: Mark | null): void {
        this.change(link, { mark });
    }

    /** The length of the chain sets how thick it is. */
    private measure(poses: ArrayLike<number>): void {
        const lengths = new Map<number, number>();
        for (const { index, parent } of this.joints) {
            if (parent < 0) continue;
            const [a, b] = [placeOf(poses, 7 * parent), placeOf(poses, 7 * index)];
            const step = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
            lengths.set(index, (lengths.get(parent) ?? 0) + step);
        }
        const longest = Math.max(0, ...lengths.values());
        if (longest > 0 && Number.isFinite(longest)) this.unit = longest;
    }

    apply(poses: ArrayLike<number>): void {
        if (this.joints.length === 0 || poses.length < 7) return;
        this.measure(poses);
        for (const { index, parent, thickness, group, tube } of this.joints) {
            const k = 7 * index;
            const size = this.unit * thickness;
            group.position.set(poses[k], poses[k + 1], poses[k + 2]);
            group.quaternion.set(poses[k + 3], poses[k + 4], poses[k + 5], poses[k + 6]);
            group.scale.setScalar(size);
            if (tube === null) continue;
            from.set(...(placeOf(poses, 7 * parent) as [number, number, number]));
            way.copy(group.position).sub(from);
            const length = way.length();
            tube.mesh.scale.set(TUBE * size, Math.max(1e-4, length / 2), TUBE * size);
            tube.mesh.position.copy(from).addScaledVector(way, 0.5);
            tube.mesh.quaternion.setFromUnitVectors(upwards, length > 0 ? way.divideScalar(length) : upwards);
        }
    }

    /** Meshes that can be pointed at. */
    targets(): Object3D[] {
        return this.joints.length === 0 ? [] : this.root.children.filter(({ visible }) => visible);
    }

    /** Places that a fitted view must show, with room to move. */
    places(poses: ArrayLike<number>): Vec[] {
        const room = ROOM * this.unit;
        return this.joints.flatMap(({ index }): Vec[] => {
            const [x, y, z] = placeOf(poses, 7 * index);
            const beyond = (d: number): Vec => [x + d, y + d, z + Math.max(d, 0)];
            return [beyond(-room), beyond(room)];
        });
    }
}
