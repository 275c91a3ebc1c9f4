// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The elbow of an arm with a freedom to spare: where it is, the ring that one takes, and the arc that
// it may turn on while the tool stays.

import { type Camera, Group, Mesh, MeshBasicMaterial, TorusGeometry } from 'three';
import type { Arm, SceneDescription } from '../core/types';
import type { Palette } from './palette';
import { Rods } from './rods';
import { add, cross, distance, dot, norm, placeOf, rotate, scale, sub, turned, unit, type Vec } from './vec';

const ARC_STEPS = 48;
const FREE = 0.02; // [m] off the line from shoulder to wrist that makes an elbow

export interface Elbow {
    link: number; // index of the link that is pulled
    shoulder: Vec;
    wrist: Vec;
    at: Vec;
}

/** The link that a frame of the arm names "elbow", -1 for none. */
function namedElbow(arm: Arm, scene: SceneDescription | null): number {
    const member = scene?.members[arm.member];
    const own = (link: number): boolean =>
        member !== undefined && link >= member.first && link < member.first + member.count;
    return scene?.frames.find((frame) => frame.name === 'elbow' && own(frame.link))?.link ?? -1;
}

/**
 * The elbow by name, else the link furthest off the line from shoulder to wrist; null for an arm
 * without one.
 */
export function elbowOf(
    arm: Arm,
    poses: ArrayLike<number>,
    scene: SceneDescription | null = null,
): Elbow | null {
    const n = arm.axes.length;
    if (n < 5) return null;
    const origin = (axis: number): Vec => placeOf(poses, 7 * arm.axes[axis].link);
    const shoulder = origin(1);
    const wrist = origin(n - 2);
    const along = unit(sub(wrist, shoulder));
    const named = namedElbow(arm, scene);
    if (named >= 0) return { link: named, shoulder, wrist, at: placeOf(poses, 7 * named) };
    let best: Elbow | null = null;
    let furthest = FREE;
    for (let axis = 2; axis < n - 2; axis++) {
        const at = origin(axis);
        const reach = sub(at, shoulder);
        const off = norm(sub(reach, scale(along, dot(reach, along))));
        if (off > furthest) {
            furthest = off;
            best = { link: arm.axes[axis].link, shoulder, wrist, at };
        }
    }
    return best;
}

/** Places of the elbow for turns from `low` to `high` about the line from shoulder to wrist. */
export function elbowArc(elbow: Elbow, low: number, high: number): Vec[] {
    const axis = unit(sub(elbow.wrist, elbow.shoulder));
    const centre = add(elbow.shoulder, scale(axis, dot(sub(elbow.at, elbow.shoulder), axis)));
    const arm = sub(elbow.at, centre);
    return Array.from({ length: ARC_STEPS + 1 }, (_, k) =>
        add(centre, rotate(turned(axis, low + ((high - low) * k) / ARC_STEPS), arm)),
    );
}

/** The turn about shoulder and wrist that leads from one place of the elbow towards another [rad]. */
export function elbowTurn(elbow: Elbow, target: Vec): number {
    const axis = unit(sub(elbow.wrist, elbow.shoulder));
    const flat = (p: Vec): Vec => {
        const v = sub(p, elbow.shoulder);
        return sub(v, scale(axis, dot(v, axis)));
    };
    const [a, b] = [flat(elbow.at), flat(target)];
    return Math.atan2(dot(cross(a, b), axis), dot(a, b));
}

export class ElbowRing {
    readonly root = new Group();
    private readonly ring: Mesh;
    private readonly thick: Mesh;
    private readonly paint = new MeshBasicMaterial({
        toneMapped: false,
        depthTest: false,
        transparent: true,
    });
    private readonly endPaint = new MeshBasicMaterial({
        toneMapped: false,
        depthTest: false,
        transparent: true,
    });
    private readonly arc = new Rods(this.paint, ARC_STEPS);
    private readonly ends = [new Rods(this.endPaint, 3), new Rods(this.endPaint, 3)];
    private readonly pull = new Rods(this.paint, 40);

    constructor(palette: Palette) {
        this.ring = new Mesh(new TorusGeometry(1, 0.035, 10, 48), this.paint);
        this.thick = new Mesh(new TorusGeometry(1, 0.07, 10, 48), this.paint);
        for (const mesh of [this.ring, this.thick]) mesh.renderOrder = 22;
        this.root.add(
            this.ring,
            this.thick,
            this.arc.mesh,
            this.pull.mesh,
            ...this.ends.map((end) => end.mesh),
        );
        this.root.visible = false;
        this.repaint(palette);
    }

    repaint(palette: Palette): void {
        this.paint.color = palette.ghost;
        this.endPaint.color = palette.limit;
    }

    hide(): void {
        this.root.visible = false;
    }

    /** `range` are the ends of the free turn where known; `target` where the elbow is drawn to. */
    set(
        elbow: Elbow,
        size: number,
        strong: boolean,
        camera: Camera,
        range: [number, number] | null,
        target: Vec | null,
    ): void {
        this.root.visible = true;
        this.ring.visible = !strong;
        this.thick.visible = strong;
        for (const mesh of [this.ring, this.thick]) {
            mesh.position.set(...(elbow.at as [number, number, number]));
            mesh.quaternion.copy(camera.quaternion);
            mesh.scale.setScalar(size);
        }
        for (const rods of [this.arc, this.pull, ...this.ends]) rods.clear();
        if (range !== null && range[1] > range[0]) {
            const way = elbowArc(elbow, range[0], range[1]);
            this.arc.through(way, size * 0.03);
            // the ends stand out: there the freedom is over
            this.ends[0].through(way.slice(0, 3), size * 0.07);
            this.ends[1].through(way.slice(-3), size * 0.07);
        }
        if (target !== null && distance(target, elbow.at) > 0.002) {
            this.pull.dashed(elbow.at, target, size * 0.25, size * 0.025);
        }
    }
}
