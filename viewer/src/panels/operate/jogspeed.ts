// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The speed of jogging on one logarithmic slider: fine at the slow end. Turning and joints follow
// the same slider, so that one hand knows all speeds.

import type { Axis } from '../../core/types';

export const SLOWEST = 0.001; // [m/s]
export const FASTEST = 0.25;
const TURN = 2; // [rad/s] of turning per m/s of moving
const JOINT = 4; // [rad/s] of a joint per m/s of moving

export class JogSpeed {
    part = 0.6; // of the slider

    /** Speed of the tool [m/s]. */
    get linear(): number {
        return SLOWEST * (FASTEST / SLOWEST) ** this.part;
    }

    /** Rate of turning the tool [rad/s]. */
    get angular(): number {
        return TURN * this.linear;
    }

    /** Rate of a joint, never above what the axis may. */
    rateOf(axis: Axis): number {
        const wanted = axis.unit === 'm' ? this.linear : JOINT * this.linear;
        return Math.min(wanted, axis.velocity ?? wanted);
    }
}
