// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Which look this machine can draw. It begins plain, goes full after ten quick frames, comes down
// when frames take long, and if even the plain look is slow, draws fewer pixels, then fewer triangles.
// The rate of the state is never touched.

import type { Detail } from '../core/types';
import type { Look } from './materials';

const QUICK = 12; // [ms]
const SLOW = 40; // [ms]: the full look is given up
const TOO_SLOW = 45; // [ms]: the plain look saves; 20 frames a second are 50
const ENOUGH = 10; // quick frames in a row
const PATIENCE = 3; // slow frames in a row
const SETTLE = 3; // first frames of a look compile its shaders and do not count
const AGAIN = 60000; // [ms] before the full look is tried again
const MOST_FALLS = 2;
const CALM = 25; // [ms]: a machine that was busy is not any more, and what was saved is given back
const CALM_ENOUGH = 60; // frames

export class LookGovernor {
    look: Look = 'plain';
    ratio = 1; // of pixels, beside that of the screen
    coarse = false;
    detail: Detail = 'automatic';
    private quick = 0;
    private slow = 0;
    private calm = 0;
    private saved = -Infinity;
    private skip = SETTLE;
    private falls = 0;
    private fell = -Infinity;

    /** More frames are wanted only to know how quick they are. */
    get undecided(): boolean {
        return (
            this.detail === 'automatic' &&
            this.look === 'plain' &&
            this.falls === 0 &&
            this.slow === 0 &&
            this.quick < ENOUGH &&
            this.ratio === 1
        );
    }

    /** A person chose; what was learnt of the machine is forgotten. */
    choose(detail: Detail): void {
        this.detail = detail;
        this.look = detail === 'fine' ? 'full' : 'plain';
        this.ratio = detail === 'low' ? 0.75 : 1;
        this.coarse = detail === 'low';
        this.quick = this.slow = this.calm = this.falls = 0;
        this.saved = this.fell = -Infinity;
        this.skip = SETTLE;
    }

    /** A frame took so long. True if something is to be drawn in another way from now on. */
    note(milliseconds: number, now: number): boolean {
        if (this.detail !== 'automatic') return false;
        if (this.skip > 0) {
            this.skip--;
            return false;
        }
        this.quick = milliseconds < QUICK ? this.quick + 1 : 0;
        this.slow = milliseconds >= (this.look === 'full' ? SLOW : TOO_SLOW) ? this.slow + 1 : 0;
        if (this.look === 'full') return this.slow >= PATIENCE && this.fall(now);
        if (this.slow >= PATIENCE) return this.save(now);
        this.calm = milliseconds < CALM ? this.calm + 1 : 0;
        const saves = this.ratio < 1 || this.coarse;
        if (saves && this.calm >= CALM_ENOUGH && now - this.saved > AGAIN) return this.giveBack();
        const mayRise =
            this.falls < MOST_FALLS && now - this.fell > AGAIN && this.ratio === 1 && !this.coarse;
        return this.quick >= ENOUGH && mayRise && this.change('full');
    }

    private fall(now: number): boolean {
        this.falls++;
        this.fell = now;
        return this.change('plain');
    }

    private giveBack(): boolean {
        this.calm = 0;
        this.ratio = 1;
        this.coarse = false;
        this.skip = SETTLE;
        return true;
    }

    private save(now: number): boolean {
        this.slow = this.calm = 0;
        this.saved = now;
        this.skip = SETTLE;
        if (this.ratio === 1) this.ratio = 0.75;
        else if (!this.coarse) this.coarse = true;
        else return false;
        return true;
    }

    private change(look: Look): boolean {
        this.look = look;
        this.quick = this.slow = 0;
        this.skip = SETTLE;
        return true;
    }
}
