// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Lines that are seen: graphics processors draw lines one pixel wide, so these are rods, all of one
// line in one call.

import { CylinderGeometry, InstancedMesh, Matrix4, type Material, Quaternion, Vector3 } from 'three';
import type { Vec } from './vec';

const upwards = new Vector3(0, 1, 0);
const from = new Vector3();
const way = new Vector3();
const size = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();

export class Rods {
    readonly mesh: InstancedMesh;

    constructor(
        material: Material,
        private readonly most: number,
    ) {
        this.mesh = new InstancedMesh(new CylinderGeometry(1, 1, 1, 8), material, most);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = 23;
        this.mesh.count = 0;
    }

    private put(index: number, a: Vec, b: Vec, radius: number): void {
        from.set(a[0], a[1], a[2]);
        way.set(b[0], b[1], b[2]).sub(from);
        const length = way.length();
        size.set(radius, length, radius);
        from.addScaledVector(way, 0.5);
        turn.setFromUnitVectors(upwards, length > 0 ? way.divideScalar(length) : upwards);
        this.mesh.setMatrixAt(index, matrix.compose(from, turn, size));
    }

    /** Through all points. */
    through(points: readonly Vec[], radius: number): void {
        const count = Math.min(this.most, points.length - 1);
        for (let k = 0; k < count; k++) this.put(k, points[k], points[k + 1], radius);
        this.mesh.count = Math.max(0, count);
        this.mesh.instanceMatrix.needsUpdate = true;
    }

    /** One rod for each pair of ends, of a radius for all or for each. */
    between(pairs: readonly (readonly [Vec, Vec])[], radius: number | ((index: number) => number)): void {
        const count = Math.min(this.most, pairs.length);
        const radiusOf = typeof radius === 'number' ? (): number => radius : radius;
        for (let k = 0; k < count; k++) this.put(k, pairs[k][0], pairs[k][1], radiusOf(k));
        this.mesh.count = count;
        this.mesh.instanceMatrix.needsUpdate = true;
    }

    /** From a to b in dashes of about `step`, gaps included. */
    dashed(a: Vec, b: Vec, step: number, radius: number): void {
        const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        const count = Math.min(this.most, Math.floor(length / step));
        const at = (part: number): Vec => [
            a[0] + (b[0] - a[0]) * part,
            a[1] + (b[1] - a[1]) * part,
            a[2] + (b[2] - a[2]) * part,
        ];
        for (let k = 0; k < count; k++) this.put(k, at((k + 0.2) / count), at((k + 0.8) / count), radius);
        this.mesh.count = count;
        this.mesh.instanceMatrix.needsUpdate = true;
    }

    clear(): void {
        this.mesh.count = 0;
    }
}
