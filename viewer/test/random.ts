// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Numbers for property tests: the same in every run.

/** Uniform in [0, 1), by the generator of Park and Miller (1988). */
export function seeded(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
    };
}
