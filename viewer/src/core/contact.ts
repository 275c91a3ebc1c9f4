// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How fresh what the page shows is: by the age of the newest state frame alone, because a socket may
// stay open long after anything came through it.

import type { Contact } from './types';

export const OLD = 300; // [ms] after which values lose their ink
export const LOST = 1000;
export const FIRST = 3000; // [ms] a page may wait for its first frame

/** `received` is when the last frame came, 0 for never; `started` when the page or the cell began. */
export function contactOf(now: number, received: number, started: number, isOpen: boolean): Contact {
    if (received === 0) return now - started < FIRST ? 'starting' : 'lost';
    const age = now - received;
    if (age >= LOST) return 'lost';
    return age >= OLD || !isOpen ? 'old' : 'live';
}
