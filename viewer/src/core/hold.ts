// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The dead-man of the page: while something is held, its newest text goes out 20 times a second. The
// server ends the motion by itself when they stop coming; letting go says so at once.

import type { Clock } from './clock';
import { Refusal, type Saying, type Why } from './types';

const STEP = 50; // [ms]
const MOST_OPEN = 4; // answers waited for; more means that the way is jammed

export interface HoldParts {
    clock: Clock;
    tell(object: string, what: Saying): Promise<string>;
    jammed(): boolean;
    /** Begins and ends the faster signs of life. */
    counted(change: 1 | -1): void;
    /** What is sent when it is let go; null for nothing. */
    farewell(object: string): string | null;
}

export interface Hold {
    release(): void;
    ended: Promise<Why | null>;
}

/** All holds of the page; whatever ends motion ends all of them. */
export class Holds {
    private readonly open = new Set<(why: Why | null) => void>();

    constructor(private readonly parts: HoldParts) {}

    get any(): boolean {
        return this.open.size > 0;
    }

    endAll(why: Why | null): void {
        for (const end of [...this.open]) end(why);
    }

    begin(object: string, text: () => Saying | null): Hold {
        const { clock, tell, counted, farewell } = this.parts;
        let unanswered = 0;
        let resolve: (why: Why | null) => void;
        const ended = new Promise<Why | null>((done) => (resolve = done));

        const end = (why: Why | null): void => {
            if (!this.open.delete(end)) return;
            stopTimer();
            counted(-1);
            const last = farewell(object);
            // nobody waits for this answer: the hold is over whatever it is
            if (last !== null) tell(object, last).catch(() => undefined);
            resolve(why);
        };
        const send = (): void => {
            if (unanswered >= MOST_OPEN || this.parts.jammed()) return;
            const now = text();
            if (now === null) return;
            unanswered++;
            tell(object, now).then(
                () => unanswered--,
                (error: unknown) => {
                    unanswered--;
                    end(error instanceof Refusal ? error.why : { code: 'page', text: String(error) });
                },
            );
        };
        this.open.add(end);
        counted(1);
        const stopTimer = clock.every(STEP, send);
        send();
        return { release: () => end(null), ended };
    }
}
