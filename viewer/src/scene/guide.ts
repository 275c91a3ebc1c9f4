// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The guide frame under a pointer: across the picture, about itself, or in and out of it. Pure.

import type { Pose } from '../core/types';
import { eyeOf, type Mode, sidesOf } from './camera';
import { guideDepth, guideMoved, guideTurned } from './drag';
import { metresPerPixel, type Pane, rayAt } from './panes';
import { placeOf, type Vec } from './vec';

/** Where the eye of a pane looks. */
export function facingOf(pane: Pane): Vec {
    const m = pane.camera.matrixWorld.elements;
    return [-m[8], -m[9], -m[10]];
}

/** The guide frame after the pointer came to (x, y) by (dx, dy) pixels; null where it cannot go. */
export function guideAfter(
    pose: Pose,
    mode: Mode,
    pane: Pane,
    at: { x: number; y: number; dx: number; dy: number },
): Pose | null {
    const { x, y, dx, dy } = at;
    const { right, up } = sidesOf(pane.view);
    if (mode === 'guide turn') return guideTurned(pose, dx, dy, pane.rect.height, right, up);
    if (mode === 'guide depth')
        return guideDepth(pose, eyeOf(pane.view), -dy * metresPerPixel(pane, placeOf(pose)));
    return guideMoved(pose, rayAt(pane, x - dx, y - dy), rayAt(pane, x, y), facingOf(pane));
}
