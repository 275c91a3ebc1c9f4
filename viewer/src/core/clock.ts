// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Time as the core sees it, so that tests can turn the clock by hand.

export interface Clock {
    now(): number; // [ms], never goes back
    /** Calls again and again; the function returned ends it. */
    every(milliseconds: number, call: () => void): () => void;
    after(milliseconds: number, call: () => void): () => void;
}

export const realClock: Clock = {
    now: () => performance.now(),
    every(milliseconds, call) {
        const id = setInterval(call, milliseconds);
        return () => clearInterval(id);
    },
    after(milliseconds, call) {
        const id = setTimeout(call, milliseconds);
        return () => clearTimeout(id);
    },
};
