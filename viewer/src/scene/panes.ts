// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Several views of one scene in one canvas, each with its own eye, docked beside each other or floating
// above the others. A view may ride on the tool or on a link.

import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { Pose } from '../core/types';
import { eyeOf, FIELD, looking, type View } from './camera';
import type { Ray } from './drag';
import type { Rect } from './stage';
import type { Vec } from './vec';

const TOOL_FIELD = 60; // [degrees] of the camera on the tool
const TOOL_EYE = [-0.11, 0, -0.13] as const; // [m] in the tool: beside the hand, its fingers in sight
const TOOL_AIM = [0, 0, 0.06] as const;
const MOST = 4;
const LEAST = { width: 200, height: 150 }; // [px] of a floating pane

/** A camera that is fixed to a link. */
export interface Ride {
    link: number;
    camera: Matrix4; // where the camera is in the link
}

export interface Pane {
    view: View;
    name: string; // of the saved view it shows, empty when it was moved since
    onTool: boolean;
    /** Seen without perspective for as long as the eye looks in this direction; null for never. */
    flat: Pick<View, 'azimuth' | 'elevation'> | null;
    ride: Ride | null;
    camera: PerspectiveCamera;
    /** Where it floats, as it was asked for; null for docked. */
    float: Rect | null;
    rect: Rect;
    drawn: number; // how often
    sequence: number; // of the state that it was last drawn with
}

/** Places of up to four panes in a picture: side by side, then two rows. */
export function layout(count: number, width: number, height: number): Rect[] {
    if (count <= 1) return [{ x: 0, y: 0, width, height }];
    const columns = 2;
    const rows = Math.ceil(count / columns);
    return Array.from({ length: count }, (_, k) => {
        const row = Math.floor(k / columns);
        // a last pane alone in its row takes all of it
        const alone = k === count - 1 && count % columns === 1;
        const w = alone ? width : Math.floor(width / columns);
        const x = alone ? 0 : (k % columns) * Math.floor(width / columns);
        const h = Math.floor(height / rows);
        return { x, y: row * h, width: w, height: h };
    });
}

const point = new Vector3();
const back = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();
const ONE = new Vector3(1, 1, 1);

export class Panes {
    readonly all: Pane[] = [];
    private width = 1;
    private height = 1;
    private single = false;

    constructor(view: View) {
        this.add(view);
    }

    get main(): Pane {
        return this.all[0];
    }

    /** Those that are drawn: a small picture has one only. */
    get drawn(): Pane[] {
        return this.single ? this.all.slice(0, 1) : this.all;
    }

    /** In the order in which they are drawn: those that float lie above the others. */
    get stacked(): Pane[] {
        return [...this.drawn.filter((p) => p.float === null), ...this.drawn.filter((p) => p.float !== null)];
    }

    add(view: View): boolean {
        if (this.all.length >= MOST) return false;
        const camera = new PerspectiveCamera((FIELD * 180) / Math.PI, 1, 0.02, 120);
        camera.up.set(0, 0, 1);
        const rect = { x: 0, y: 0, width: 1, height: 1 };
        this.all.push({ view, name: '', onTool: false, flat: null, ride: null, camera, float: null, rect, drawn: 0, sequence: -1 });
        this.arrange();
        return true;
    }

    remove(pane: Pane): void {
        const at = this.all.indexOf(pane);
        if (at > 0) this.all.splice(at, 1);
        this.arrange();
    }

    resize(width: number, height: number, single: boolean): void {
        this.width = width;
        this.height = height;
        this.single = single;
        this.arrange();
    }

    private arrange(): void {
        const docked = this.drawn.filter((p) => p.float === null);
        layout(docked.length, this.width, this.height).forEach((rect, k) => (docked[k].rect = rect));
        for (const pane of this.drawn) if (pane.float !== null) pane.rect = this.within(pane.float);
    }

    /** As much of a place as the picture has, in whole pixels. */
    private within({ x, y, width, height }: Rect): Rect {
        const size = (n: number, least: number, most: number): number =>
            Math.round(Math.min(most, Math.max(least, n)));
        const w = size(width, LEAST.width, this.width);
        const h = size(height, LEAST.height, this.height);
        return { x: size(x, 0, this.width - w), y: size(y, 0, this.height - h), width: w, height: h };
    }

    /** Lets a further pane float where it is asked to, or docks it with null; the first one stays docked. */
    float(pane: Pane, place: Rect | null): void {
        if (pane === this.main) return;
        pane.float = place === null ? null : this.within(place);
        this.arrange();
    }

    /** Where a pane floats first: at the lower right, each a little higher than the one before. */
    firstPlace(pane: Pane): Rect {
        const step = 28 * this.all.indexOf(pane);
        const [width, height] = [0.4 * this.width, 0.4 * this.height];
        return { x: this.width - width - step, y: this.height - height - step - 40, width, height };
    }

    at(x: number, y: number): Pane {
        const inside = ({ rect }: Pane): boolean =>
            x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
        return this.stacked.reverse().find(inside) ?? this.main;
    }

    /** Puts the cameras where their views say; `tool` is where the tool is, `links` where links are. */
    aim(tool: Pose | null, links: ArrayLike<number> = []): void {
        for (const pane of this.drawn) {
            const { camera, rect, view, ride } = pane;
            const onTool = pane.onTool && tool !== null;
            const onLink = ride !== null && 7 * ride.link + 6 < links.length;
            camera.fov = onTool ? TOOL_FIELD : (FIELD * 180) / Math.PI;
            camera.aspect = rect.width / Math.max(1, rect.height);
            if (onLink) rideOn(camera, ride, links);
            else if (onTool) aimFromTool(camera, tool);
            else aimAt(camera, view);
            // near and far by the distance: depth stays fine enough close up
            camera.near = onTool || onLink ? 0.01 : Math.max(0.01, view.distance * 0.02);
            camera.far = onTool ? 20 : view.distance * 20 + 20;
            camera.updateProjectionMatrix();
            if (isFlat(pane)) flatten(camera, view);
            camera.updateMatrixWorld(true);
        }
    }
}

/** Whether a pane is drawn without perspective: a view along an axis, until it is turned. */
export function isFlat({ flat, view, onTool, ride }: Pane): boolean {
    if (flat === null || onTool || ride !== null) return false;
    return Math.abs(flat.azimuth - view.azimuth) < 1e-9 && Math.abs(flat.elevation - view.elevation) < 1e-9;
}

const DEEP = 60; // [m] before and behind the eye that a view without perspective shows

/** Parallel rays that show at the centre what the perspective showed there. */
function flatten(camera: PerspectiveCamera, view: View): void {
    const tall = view.distance * Math.tan(FIELD / 2);
    const wide = tall * camera.aspect;
    camera.projectionMatrix.makeOrthographic(-wide, wide, tall, -tall, -DEEP, DEEP + view.distance, camera.coordinateSystem);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

function aimAt(camera: PerspectiveCamera, view: View): void {
    camera.up.set(0, 0, 1);
    camera.position.set(...(eyeOf(view) as [number, number, number]));
    camera.lookAt(point.set(view.centre[0], view.centre[1], view.centre[2]));
}

function aimFromTool(camera: PerspectiveCamera, tool: Pose): void {
    turn.set(tool[3], tool[4], tool[5], tool[6]);
    back.set(...TOOL_EYE).applyQuaternion(turn);
    camera.position.set(tool[0], tool[1], tool[2]).add(back);
    // what lies in front of the hand is above its axis in the picture
    camera.up.set(1, 0, 0).applyQuaternion(turn);
    back.set(...TOOL_AIM).applyQuaternion(turn);
    camera.lookAt(point.set(tool[0], tool[1], tool[2]).add(back));
}

function linkMatrix(links: ArrayLike<number>, link: number): Matrix4 {
    const k = 7 * link;
    // poses come in single precision: a turn that is not quite of length one would bend the picture
    turn.set(links[k + 3], links[k + 4], links[k + 5], links[k + 6]).normalize();
    return matrix.compose(point.set(links[k], links[k + 1], links[k + 2]), turn, ONE);
}

function rideOn(camera: PerspectiveCamera, ride: Ride, links: ArrayLike<number>): void {
    linkMatrix(links, ride.link)
        .multiply(ride.camera)
        .decompose(camera.position, camera.quaternion, camera.scale);
}

/** Fixes the camera of a pane to a link, where it is now. */
export function mount(pane: Pane, link: number, links: ArrayLike<number>): void {
    const camera = linkMatrix(links, link).clone().invert().multiply(pane.camera.matrixWorld);
    pane.ride = { link, camera };
    pane.onTool = false;
}

/** Takes the camera off its link; the eye stays where it is, what is upright is upright again. */
export function dismount(pane: Pane): void {
    if (pane.ride === null) return;
    const eye = pane.camera.position;
    pane.camera.getWorldDirection(back).multiplyScalar(pane.view.distance).add(eye);
    pane.ride = null;
    pane.view = looking([eye.x, eye.y, eye.z], [back.x, back.y, back.z]);
}

/** The ray of a place in the picture of a pane. */
export function rayAt(pane: Pane, x: number, y: number): Ray {
    const { rect, camera } = pane;
    point
        .set(((x - rect.x) / rect.width) * 2 - 1, 1 - ((y - rect.y) / rect.height) * 2, 0.5)
        .unproject(camera);
    if (isFlat(pane)) {
        const sight = camera.getWorldDirection(back);
        // it begins before all that is seen
        point.addScaledVector(sight, -DEEP - point.clone().sub(camera.position).dot(sight));
        return { origin: [point.x, point.y, point.z], direction: [sight.x, sight.y, sight.z] };
    }
    const origin = camera.position;
    point.sub(origin).normalize();
    return { origin: [origin.x, origin.y, origin.z], direction: [point.x, point.y, point.z] };
}

/** Where a place of the world is in the picture [px]; null behind the eye. */
export function pixelOf(pane: Pane, at: Vec): [number, number] | null {
    point.set(at[0], at[1], at[2]).project(pane.camera);
    if (point.z > 1) return null;
    const { rect } = pane;
    return [rect.x + ((point.x + 1) / 2) * rect.width, rect.y + ((1 - point.y) / 2) * rect.height];
}

/** Metres that one pixel covers at a place of the world. */
export function metresPerPixel(pane: Pane, at: Vec): number {
    const { camera, rect } = pane;
    if (isFlat(pane)) return (2 * pane.view.distance * Math.tan(FIELD / 2)) / Math.max(1, rect.height);
    const forward = camera.getWorldDirection(back);
    const depth =
        (at[0] - camera.position.x) * forward.x +
        (at[1] - camera.position.y) * forward.y +
        (at[2] - camera.position.z) * forward.z;
    return (2 * Math.max(0.01, depth) * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, rect.height);
}
