// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Who may move the arm. The lease lives by a sign of life: the newest challenge of the server is
// given back 10 times a second, 20 while something is held. It is sent from the main thread on
// purpose: a page that hangs must lose it. After a lost contact it is asked for again, never assumed.

import type { Clock } from './clock';

const CALM = 100; // [ms] between signs of life
const HELD = 50;
const MOST_OPEN = 20; // signs of life on their way; more means that nothing gets through

export interface Lease {
    epoch: unknown;
    sequence: unknown;
}

export type Ask = (command: string, fields: Record<string, unknown>) => Promise<Record<string, unknown>>;

export class LeaseKeeper {
    present: Lease | null = null;
    /** Set by hold(): signs of life come faster. */
    held = 0;
    /** It was ours when contact was lost: ask for it again. */
    private wanted = false;
    private challenge: unknown = null;
    private open = 0; // signs of life without an answer yet
    private last = -Infinity;

    constructor(
        private readonly ask: Ask,
        private readonly clock: Clock,
        private readonly changed: () => void,
    ) {
        clock.every(HELD, () => this.keep());
    }

    get holds(): boolean {
        return this.present !== null;
    }

    setChallenge(value: unknown): void {
        if (value !== undefined && value !== null) this.challenge = value;
    }

    /** The server asks of itself: timers of a hidden page come too seldom, messages do not. */
    challenged(value: unknown): void {
        this.setChallenge(value);
        this.keep();
    }

    async act(act: 'acquire' | 'take' | 'return' | 'ask'): Promise<void> {
        const answer = await this.ask('lease', { act });
        if (act === 'return') {
            this.wanted = false;
            this.set(null);
        } else if (act !== 'ask') {
            this.setChallenge(answer['challenge']);
            this.wanted = true;
            this.set((answer['lease'] as Lease | undefined) ?? null);
        }
    }

    /** The server says whose it is; only it can know. */
    heard(yours: boolean): void {
        if (yours || this.present === null) return;
        this.wanted = false; // somebody took it: that is not a lost contact
        this.set(null);
    }

    lost(): void {
        this.challenge = null;
        this.open = 0;
        this.set(null);
    }

    /** Contact is back. True if it was asked for and given. */
    async again(): Promise<boolean> {
        if (!this.wanted) return false;
        try {
            await this.act('acquire');
        } catch {
            this.wanted = false;
        }
        return this.holds;
    }

    private set(lease: Lease | null): void {
        const news = (lease === null) !== (this.present === null);
        this.present = lease;
        if (news) this.changed();
    }

    private keep(): void {
        if (this.present === null || this.challenge === null) return;
        const now = this.clock.now();
        // a timer may come a little early: half a step of slack
        if (now - this.last < (this.held > 0 ? HELD : CALM) - HELD / 2) return;
        // on a slow way the same challenge goes out again: the server takes the one before, too
        if (this.open >= MOST_OPEN) return;
        this.last = now;
        this.open++;
        const settled = (): void => {
            this.open = Math.max(0, this.open - 1);
        };
        this.ask('keep', { challenge: this.challenge }).then((answer) => {
            settled();
            this.setChallenge(answer['challenge']);
        }, settled);
    }
}
