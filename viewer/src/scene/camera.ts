// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where the eye is: a centre of interest that it always looks at, two angles and a distance. z is up.

import { add, cross, dot, type Vec, scale, sub, unit } from './vec';

export interface View {
    readonly centre: Vec;
    readonly azimuth: number; // [rad] of the eye about z, from x
    readonly elevation: number; // [rad] above the ground
    readonly distance: number; // [m] from the eye to the centre
}

export const FIELD = (30 * Math.PI) / 180; // [rad] seen from lower to upper edge

export const STEEPEST = (89.9 * Math.PI) / 180; // straight down has no "up" any more
const NEAREST = 0.05; // [m]
const FURTHEST = 60;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** From the centre to the eye, of length one. */
export function backOf(view: View): Vec {
    const c = Math.cos(view.elevation);
    return [c * Math.cos(view.azimuth), c * Math.sin(view.azimuth), Math.sin(view.elevation)];
}

export const eyeOf = (view: View): Vec => add(view.centre, scale(backOf(view), view.distance));

/** Right and up of the picture in the world. */
export function sidesOf(view: View): { right: Vec; up: Vec } {
    const right: Vec = [-Math.sin(view.azimuth), Math.cos(view.azimuth), 0];
    return { right, up: cross(backOf(view), right) };
}

/** Metres at the centre of interest that one pixel covers. */
export const pixelAt = (distance: number, height: number, field = FIELD): number =>
    (2 * distance * Math.tan(field / 2)) / height;

/** Turns the eye about the centre: across the picture is half a turn. */
export function orbit(view: View, dx: number, dy: number, height: number): View {
    const step = Math.PI / height;
    return {
        ...view,
        azimuth: view.azimuth - dx * step,
        elevation: clamp(view.elevation + dy * step, -STEEPEST, STEEPEST),
    };
}

/** Moves eye and centre so that what is at the centre follows the pointer. */
export function pan(view: View, dx: number, dy: number, height: number): View {
    const { right, up } = sidesOf(view);
    const step = pixelAt(view.distance, height);
    return { ...view, centre: add(view.centre, add(scale(right, -dx * step), scale(up, dy * step))) };
}

export const zoom = (view: View, factor: number): View => ({
    ...view,
    distance: clamp(view.distance * factor, NEAREST, FURTHEST),
});

/** The factor of a wheel step or of a drag by so many pixels: away is nearer to what is seen. */
export const wheelFactor = (delta: number): number => Math.exp(clamp(delta, -400, 400) * 0.0012);
export const dragFactor = (dy: number): number => Math.exp(dy * 0.006);

/** Moves the centre of interest over the ground, in x and y only, as the pointer goes in the picture. */
export function slideCentre(view: View, dx: number, dy: number, height: number): View {
    const step = pixelAt(view.distance, height);
    const right: Vec = [-Math.sin(view.azimuth), Math.cos(view.azimuth), 0];
    const away: Vec = [-Math.cos(view.azimuth), -Math.sin(view.azimuth), 0];
    return { ...view, centre: add(view.centre, add(scale(right, dx * step), scale(away, -dy * step))) };
}

/** Moves the centre of interest up or down only. */
export function liftCentre(view: View, pixels: number, height: number): View {
    const [x, y, z] = view.centre;
    return { ...view, centre: [x, y, z + pixels * pixelAt(view.distance, height)] };
}

const FILLED = 0.9; // of the picture, by a fitted box

const cornersOf = (low: Vec, high: Vec): Vec[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vec => {
        const pick = (axis: number): number => ((k >> axis) & 1 ? high : low)[axis];
        return [pick(0), pick(1), pick(2)];
    });

/**
 * All of a box in the picture, seen from the same side and as large as it can be. A corner that is x
 * aside, y up and z nearer than the centre is seen if the distance is at least z + |x| / w and
 * z + |y| / h, with w and h the tangents of half the field; the centre then goes to the middle of what
 * is seen, and the distance is asked for again.
 */
export function fit(view: View, low: Vec, high: Vec, aspect: number): View {
    const back = backOf(view);
    const { right, up } = sidesOf(view);
    const tall = FILLED * Math.tan(FIELD / 2);
    const wide = tall * aspect;
    const corners = cornersOf(low, high);
    let centre = scale(add(low, high), 0.5);
    let distance = 0;
    for (let pass = 0; pass < 4; pass++) {
        const seen = corners.map((corner) => {
            const way = sub(corner, centre);
            return { x: dot(way, right), y: dot(way, up), z: dot(way, back) };
        });
        const asked = seen.map(({ x, y, z }) => z + Math.max(Math.abs(x) / wide, Math.abs(y) / tall));
        distance = Math.max(0.35, ...asked);
        if (pass === 3) break;
        const middle = (part: 'x' | 'y'): number => {
            const all = seen.map((at) => at[part] / (distance - at.z));
            return ((Math.min(...all) + Math.max(...all)) / 2) * distance;
        };
        centre = add(centre, add(scale(right, middle('x')), scale(up, middle('y'))));
    }
    return { ...view, centre, distance: clamp(distance, NEAREST, FURTHEST) };
}

/** The view of an eye at one place that looks at another. */
export function looking(eye: Vec, centre: Vec): View {
    const back = sub(eye, centre);
    const [x, y, z] = unit(back);
    return {
        centre,
        azimuth: Math.atan2(y, x),
        elevation: clamp(Math.asin(clamp(z, -1, 1)), -STEEPEST, STEEPEST),
        distance: clamp(Math.hypot(...back), NEAREST, FURTHEST),
    };
}

export type Mode =
    'orbit' | 'pan' | 'zoom' | 'guide move' | 'guide turn' | 'guide depth' | 'centre' | 'lift' | 'none';

/**
 * What the pointer does now. Keys count only while they are down, so letting go of one is the way
 * back to the mode before. Bits of `buttons`: 1 left, 2 right, 4 middle.
 */
export function modeOf(buttons: number, shift: boolean, ctrl: boolean): Mode {
    const zooming = (buttons & 4) !== 0 || (buttons & 3) === 3;
    if (shift)
        return zooming ? 'guide depth' : buttons & 1 ? 'guide move' : buttons & 2 ? 'guide turn' : 'none';
    if (ctrl) return zooming ? 'lift' : buttons & 1 ? 'centre' : 'none';
    return zooming ? 'zoom' : buttons & 1 ? 'orbit' : buttons & 2 ? 'pan' : 'none';
}

/** What the wheel does now. */
export const wheelModeOf = (shift: boolean, ctrl: boolean): Mode =>
    shift ? 'guide depth' : ctrl ? 'lift' : 'zoom';
