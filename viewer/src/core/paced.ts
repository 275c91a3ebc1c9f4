// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A target that goes to where a hand wants it, never faster than the speed that is set on the page: the arm
// follows this target, so a drag is as slow as a jog.

import type { Pose } from './types';

/** How fast a tool may be moved by hand from this page. */
export interface HandRate {
    linear: number; // [m/s]
    angular: number; // [rad/s]
}

const LONGEST = 0.1; // [s] that one step counts: a page that was asleep does not jump

export class Paced {
    private last: number;

    constructor(
        private now: Pose,
        private readonly rate: () => HandRate,
        private readonly clock: () => number = () => performance.now() / 1000,
    ) {
        this.last = clock();
    }

    /** The next target on the way to a goal. */
    toward(goal: Pose): Pose {
        const time = this.clock();
        const step = Math.min(LONGEST, Math.max(0, time - this.last));
        this.last = time;
        const { linear, angular } = this.rate();
        this.now = between(this.now, goal, linear * step, angular * step);
        return this.now;
    }
}

/** A pose on the way from one to another, not more than so far [m] and so much turned [rad]. */
export function between(from: Pose, to: Pose, far: number, turned: number): Pose {
    const way = [0, 1, 2].map((k) => to[k] - from[k]);
    const length = Math.hypot(...way);
    const part = length > far ? far / length : 1;
    // the short way round
    const dot = [3, 4, 5, 6].reduce((sum, k) => sum + from[k] * to[k], 0);
    const sign = dot < 0 ? -1 : 1;
    const angle = 2 * Math.acos(Math.min(1, Math.abs(dot)));
    const share = angle > turned ? turned / angle : 1;
    const half = angle / 2;
    const [a, b] =
        half < 1e-6 ? [1 - share, share] : [Math.sin((1 - share) * half), Math.sin(share * half)].map((s) => s / Math.sin(half));
    const mixed = [3, 4, 5, 6].map((k) => a * from[k] + b * sign * to[k]);
    const size = Math.hypot(...mixed);
    const place = way.map((w, k) => from[k] + part * w);
    return [place[0], place[1], place[2], mixed[0] / size, mixed[1] / size, mixed[2] / size, mixed[3] / size];
}
