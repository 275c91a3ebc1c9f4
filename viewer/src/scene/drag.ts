// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where a handle goes when the pointer moves: rays of the picture against the axis, plane or ring
// that is held. Pure: a ray in, a pose out.

import type { Pose } from '../core/types';
import {
    add,
    cross,
    dot,
    placeOf,
    poseOf,
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
} from './vec';

export interface Ray {
    origin: Vec;
    direction: Vec; // of length one
}

export type Part = 'x' | 'y' | 'z' | 'turn x' | 'turn y' | 'turn z' | 'free';

/** A ray that runs nearly along what is dragged tells too little: sine of the least angle. */
const GLANCING = 0.03;
const FURTHEST = 20; // [m] from the eye

/** How far along an axis the point is that is nearest to the ray; null where the eye looks along it. */
export function alongAxis(ray: Ray, origin: Vec, axis: Vec): number | null {
    const across = cross(axis, ray.direction);
    const sine = dot(across, across);
    if (sine < GLANCING * GLANCING) return null;
    const between = sub(ray.origin, origin);
    return dot(cross(between, ray.direction), across) / sine;
}

/** Where a ray goes through a plane; null where it does not, or only far away. */
export function throughPlane(ray: Ray, point: Vec, normal: Vec): Vec | null {
    const slope = dot(ray.direction, normal);
    if (Math.abs(slope) < GLANCING) return null;
    const t = dot(sub(point, ray.origin), normal) / slope;
    return t > 0 && t < FURTHEST ? add(ray.origin, scale(ray.direction, t)) : null;
}

/** The angle of the ray's point on the plane of a ring, from `zero` about `axis`. */
export function aroundAxis(ray: Ray, centre: Vec, axis: Vec, zero: Vec): number | null {
    const point = throughPlane(ray, centre, axis);
    if (point === null) return null;
    const arm = sub(point, centre);
    return Math.atan2(dot(cross(zero, arm), axis), dot(zero, arm));
}

const AXES: Record<string, Vec> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The axis that a part of the handle stands for, in the world. */
export function axisOf(part: Part, attitude: Quat): Vec {
    return rotate(attitude, AXES[part.slice(-1)] ?? AXES['z']);
}

/** A drag of one part of the handle, from where it was grasped. */
export class PartDrag {
    private readonly axis: Vec;
    private readonly place: Vec;
    private readonly attitude: Quat;
    private readonly grasp: number; // along or around the axis
    private readonly offset: Vec; // from the point under the pointer to the frame
    private angle = 0;
    private last: number;

    constructor(
        private readonly part: Part,
        start: Pose,
        ray: Ray,
        private readonly facing: Vec, // the direction of sight
    ) {
        this.place = placeOf(start);
        this.attitude = turnOf(start);
        this.axis = axisOf(part, this.attitude);
        this.grasp = this.measure(ray) ?? 0;
        this.last = this.grasp;
        const under = part === 'free' ? throughPlane(ray, this.place, facing) : null;
        this.offset = under === null ? [0, 0, 0] : sub(this.place, under);
    }

    /** The candidate for a pointer; null where it tells nothing (it stays where it was). */
    at(ray: Ray): Pose | null {
        if (this.part === 'free') {
            const under = throughPlane(ray, this.place, this.facing);
            return under === null ? null : poseOf(add(under, this.offset), this.attitude);
        }
        const now = this.measure(ray);
        if (now === null) return null;
        if (this.part.length === 1) {
            return poseOf(add(this.place, scale(this.axis, now - this.grasp)), this.attitude);
        }
        // summed step by step, so that more than half a turn is no jump
        this.angle += Math.atan2(Math.sin(now - this.last), Math.cos(now - this.last));
        this.last = now;
        return poseOf(this.place, straight(times(turned(this.axis, this.angle), this.attitude)));
    }

    private measure(ray: Ray): number | null {
        if (this.part === 'free') return 0;
        if (this.part.length === 1) return alongAxis(ray, this.place, this.axis);
        const other = AXES[this.part.endsWith('z') ? 'x' : 'z'];
        return aroundAxis(ray, this.place, this.axis, rotate(this.attitude, other));
    }
}

/**
 * The guide frame moved across the picture: both ends of the pointer's way lie on the plane through the
 * frame that faces the eye, so that the frame stays under the pointer however far it is.
 */
export function guideMoved(pose: Pose, from: Ray, to: Ray, facing: Vec): Pose | null {
    const at = placeOf(pose);
    const [a, b] = [throughPlane(from, at, facing), throughPlane(to, at, facing)];
    return a === null || b === null ? null : poseOf(add(at, sub(b, a)), turnOf(pose));
}

/** The guide frame turned by a pointer: about the upright of the picture, and about its level. */
export function guideTurned(pose: Pose, dx: number, dy: number, height: number, right: Vec, up: Vec): Pose {
    const step = Math.PI / height;
    const turn = times(turned(up, dx * step), turned(right, dy * step));
    return poseOf(placeOf(pose), straight(times(turn, turnOf(pose))));
}

/** The guide frame towards the eye or away from it. */
export function guideDepth(pose: Pose, eye: Vec, metres: number): Pose {
    const away = unit(sub(placeOf(pose), eye));
    return poseOf(add(placeOf(pose), scale(away, metres)), turnOf(pose));
}

/** A pose as words of a message: enough digits for a thousandth of a millimetre. */
export function poseText(pose: readonly number[]): string {
    return pose.map((value, k) => value.toFixed(k < 3 ? 6 : 8)).join(' ');
}
