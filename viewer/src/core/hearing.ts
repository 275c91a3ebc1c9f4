// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How long the cell has said nothing while the page listened. Time in which the page itself was busy
// does not count: what came meanwhile waits in the browser, and says nothing about the connection.

export class Hearing {
    /** [ms] listened to without a word. */
    silence = 0;
    private last: number;

    constructor(
        private readonly interval: number, // [ms] between looks of a page that is not busy
        now: number,
    ) {
        this.last = now;
    }

    heard(): void {
        this.silence = 0;
    }

    look(now: number): void {
        this.silence += Math.min(now - this.last, 2 * this.interval);
        this.last = now;
    }
}
