// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Members whose model has no geometry at all, only axes and lengths: rods from joint to joint and a
// knob at each, so that a bare kinematic model can be seen and moved too.

import { Group, InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry } from 'three';
import type { SceneDescription } from '../core/types';
import type { Palette } from './palette';
import { Rods } from './rods';
import { placeOf, type Vec } from './vec';

const ROD = 0.012; // [m]
const KNOB = 0.026;

export class Skeleton {
    readonly root = new Group();
    private readonly rodPaint = new MeshLambertMaterial();
    private readonly knobPaint = new MeshLambertMaterial();
    private pairs: [number, number][] = []; // parent and child
    private links: number[] = [];
    private rods: Rods | null = null;
    private knobs: InstancedMesh | null = null;
    private readonly matrix = new Matrix4();

    constructor(palette: Palette) {
        this.repaint(palette);
    }

    repaint(palette: Palette): void {
        this.rodPaint.color = palette.ink2;
        this.knobPaint.color = palette.shell;
    }

    build(scene: SceneDescription): void {
        this.root.clear();
        this.links = [];
        for (const { first, count } of scene.members) {
            const own = Array.from({ length: count }, (_, k) => first + k).filter(
                (k) => scene.links[k] !== undefined,
            );
            // a single body without a shape is a place, not an arm
            if (own.length > 1 && own.every((k) => scene.links[k].shapes.length === 0))
                this.links.push(...own);
        }
        this.pairs = this.links
            .filter((k) => scene.links[k].parent >= 0)
            .map((k) => [scene.links[k].parent, k]);
        this.rods = this.knobs = null;
        if (this.links.length === 0) return;
        this.rods = new Rods(this.rodPaint, this.pairs.length);
        this.rods.mesh.renderOrder = 0;
        this.knobs = new InstancedMesh(new SphereGeometry(1, 20, 12), this.knobPaint, this.links.length);
        this.knobs.frustumCulled = false;
        this.root.add(this.rods.mesh, this.knobs);
    }

    apply(poses: ArrayLike<number>): void {
        if (this.rods === null || this.knobs === null) return;
        this.rods.between(
            this.pairs.map(([a, b]): [Vec, Vec] => [placeOf(poses, 7 * a), placeOf(poses, 7 * b)]),
            ROD,
        );
        this.links.forEach((link, k) => {
            const [x, y, z] = placeOf(poses, 7 * link);
            this.knobs!.setMatrixAt(k, this.matrix.makeScale(KNOB, KNOB, KNOB).setPosition(x, y, z));
        });
        this.knobs.instanceMatrix.needsUpdate = true;
    }

    /** Places that a fitted view must show. */
    places(poses: ArrayLike<number>): Vec[] {
        return this.links.map((link) => placeOf(poses, 7 * link));
    }
}
