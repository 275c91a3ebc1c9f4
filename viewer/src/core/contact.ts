// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How fresh what the page shows is: by the age of the newest state frame alone, because a socket may
// stay open long after anything came through it.

import type { Contact } from './types';

export const OLD = 300; // [ms] after which values lose their ink
export const LOST = 1000;
export const FIRST = 3000; // [ms] a page may wait for its first frame
export const RENEW = 5000; // [ms] of silence after which an open socket is given up

/** `age` is that of the newest frame, null for none yet; `silence` what the page heard nothing for. */
export function contactOf(age: number | null, silence: number, isOpen: boolean): Contact {
    if (age === null) return silence < FIRST ? 'starting' : 'lost';
    if (age >= LOST) return 'lost';
    return age >= OLD || !isOpen ? 'old' : 'live';
}
