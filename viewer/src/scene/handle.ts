// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The drag handle as it is drawn: idle a thin frame with arcs, the part under the pointer thicker; held
// in ghost colour at the candidate, with the accepted pose as a plain frame and a dashed gap between.

import {
    type BufferGeometry,
    Color,
    ConeGeometry,
    CylinderGeometry,
    Group,
    Mesh,
    MeshBasicMaterial,
    SphereGeometry,
    TorusGeometry,
} from 'three';
import type { Pose } from '../core/types';
import type { Part } from './drag';
import { RING } from './handle_parts';
import type { Frames } from './overlays';
import type { Palette } from './palette';
import { Rods } from './rods';
import { placeOf } from './vec';

const THIN = 0.012;
const THICK = 0.028;
const DASHES = 48;

interface Drawn {
    part: Part;
    thin: Mesh;
    thick: Mesh;
    color: Color;
}

const material = (): MeshBasicMaterial =>
    new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true, opacity: 0.95 });

/** Geometry along y turned to the axis. */
function toAxis(geometry: BufferGeometry, axis: number): BufferGeometry {
    return axis === 0
        ? geometry.rotateZ(-Math.PI / 2)
        : axis === 2
          ? geometry.rotateX(Math.PI / 2)
          : geometry;
}

/** An arrow of length one along an axis. */
function arrow(axis: number, radius: number): BufferGeometry[] {
    const shaft = new CylinderGeometry(radius, radius, 0.74, 12).translate(0, 0.53, 0);
    const head = new ConeGeometry(radius * 3.2, 0.16, 20).translate(0, 0.98, 0);
    return [toAxis(shaft, axis), toAxis(head, axis)];
}

/** The quarter ring about an axis. */
function quarter(axis: number, radius: number): BufferGeometry[] {
    const ring = new TorusGeometry(RING, radius * 0.8, 8, 24, Math.PI / 2 - 0.3).rotateZ(0.15);
    if (axis === 0) return [ring.rotateX(Math.PI / 2).rotateZ(Math.PI / 2)];
    return [axis === 1 ? ring.rotateX(Math.PI / 2) : ring];
}

export class ToolHandle {
    readonly root = new Group();
    private readonly handle = new Group();
    private readonly accepted: Group = new Group();
    private readonly gap: Rods;
    private readonly parts: Drawn[] = [];
    private readonly ball: Mesh;
    private readonly ghost = material();
    private palette: Palette;
    private held = false;
    private hover: Part | null = null;

    constructor(palette: Palette, frames: Frames) {
        this.palette = palette;
        for (const axis of [0, 1, 2]) {
            const name = (['x', 'y', 'z'] as const)[axis];
            this.addPart(name, arrow(axis, THIN), arrow(axis, THICK));
            this.addPart(`turn ${name}`, quarter(axis, THIN), quarter(axis, THICK));
        }
        this.ball = new Mesh(new SphereGeometry(0.075, 20, 14), material());
        this.ball.renderOrder = 24;
        this.handle.add(this.ball);
        this.gap = new Rods(this.ghost, DASHES);
        this.accepted.add(frames.axes(1));
        this.root.add(this.handle, this.accepted, this.gap.mesh);
        this.root.visible = false;
        this.repaint(palette);
    }

    private addPart(part: Part, thin: BufferGeometry[], thick: BufferGeometry[]): void {
        const paint = material();
        const group = (geometries: BufferGeometry[]): Mesh => {
            const [first, ...rest] = geometries.map((geometry) => new Mesh(geometry, paint));
            [first, ...rest].forEach((mesh) => (mesh.renderOrder = 22));
            if (rest.length > 0) first.add(...rest);
            this.handle.add(first);
            return first;
        };
        this.parts.push({ part, thin: group(thin), thick: group(thick), color: new Color() });
    }

    repaint(palette: Palette): void {
        this.palette = palette;
        this.ghost.color = palette.ghost;
        for (const drawn of this.parts) {
            const axis = drawn.part.slice(-1);
            drawn.color = axis === 'x' ? palette.axisX : axis === 'y' ? palette.axisY : palette.axisZ;
        }
        this.dress();
    }

    private dress(): void {
        for (const { part, thin, thick, color } of this.parts) {
            const strong = part === this.hover;
            thin.visible = !strong;
            thick.visible = strong;
            const paint = thin.material as MeshBasicMaterial;
            paint.color = this.held ? this.palette.ghost : color;
            paint.opacity = strong || this.held ? 1 : 0.75;
        }
        const paint = this.ball.material as MeshBasicMaterial;
        paint.color = this.held ? this.palette.ghost : this.palette.ink;
        this.ball.scale.setScalar(this.hover === 'free' ? 1.4 : 1);
        this.accepted.visible = this.gap.mesh.visible = this.held;
    }

    hide(): void {
        this.root.visible = false;
    }

    /** Draws it at a pose; `held` brings the accepted pose and the gap. */
    set(pose: Pose, size: number, hover: Part | null, held: { accepted: Pose } | null): void {
        this.root.visible = true;
        if (this.hover !== hover || this.held !== (held !== null)) {
            this.hover = hover;
            this.held = held !== null;
            this.dress();
        }
        this.handle.position.set(pose[0], pose[1], pose[2]);
        this.handle.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
        this.handle.scale.setScalar(size);
        if (held === null) return;
        const { accepted } = held;
        this.accepted.position.set(accepted[0], accepted[1], accepted[2]);
        this.accepted.quaternion.set(accepted[3], accepted[4], accepted[5], accepted[6]);
        this.accepted.scale.setScalar(size * 0.85);
        this.gap.dashed(placeOf(accepted), placeOf(pose), size * 0.16, size * 0.014);
    }
}
