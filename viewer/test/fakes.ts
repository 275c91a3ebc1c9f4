// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Clock and socket that tests turn by hand.

import type { Clock } from '../src/core/clock';
import type { Wire } from '../src/core/connection';

interface Timer {
    at: number;
    step: number; // 0 for once
    call: () => void;
}

export class FakeClock implements Clock {
    private time = 1000;
    private readonly timers = new Set<Timer>();

    now(): number {
        return this.time;
    }

    every(milliseconds: number, call: () => void): () => void {
        return this.add(milliseconds, milliseconds, call);
    }

    after(milliseconds: number, call: () => void): () => void {
        return this.add(milliseconds, 0, call);
    }

    /** Lets time pass, step by step, with the promises that settle in between. */
    async pass(milliseconds: number): Promise<void> {
        const end = this.time + milliseconds;
        for (;;) {
            const due = [...this.timers].sort((a, b) => a.at - b.at)[0];
            if (due === undefined || due.at > end) break;
            this.time = Math.max(this.time, due.at);
            if (due.step > 0) due.at += due.step;
            else this.timers.delete(due);
            due.call();
            await settle();
        }
        this.time = end;
        await settle();
    }

    /** Time in which the page was busy: what is due meanwhile is called late, and once. */
    skip(milliseconds: number): void {
        this.time += milliseconds;
        for (const timer of this.timers) {
            if (timer.at < this.time) timer.at = this.time;
        }
    }

    private add(milliseconds: number, step: number, call: () => void): () => void {
        const timer = { at: this.time + milliseconds, step, call };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
    }
}

export async function settle(): Promise<void> {
    for (let k = 0; k < 20; k++) await Promise.resolve();
}

export type Sent = Record<string, unknown> & { id: number; command: string };

/** A server in a few lines: answers what a test tells it to. */
export class FakeWire implements Wire {
    readyState = 0;
    bufferedAmount = 0;
    binaryType = '';
    onopen: ((event: never) => void) | null = null;
    onclose: ((event: never) => void) | null = null;
    onmessage: ((event: never) => void) | null = null;
    readonly sent: Sent[] = [];
    closed = false;

    constructor(readonly answer: (sent: Sent, wire: FakeWire) => Record<string, unknown> | null) {}

    accept(): void {
        this.readyState = 1;
        this.onopen?.({} as never);
    }

    send(text: string): void {
        const sent = JSON.parse(text) as Sent;
        this.sent.push(sent);
        const answer = this.answer(sent, this);
        if (answer !== null) queueMicrotask(() => this.say({ id: sent.id, ...answer }));
    }

    say(message: Record<string, unknown>): void {
        this.onmessage?.({ data: JSON.stringify(message) } as never);
    }

    frame(buffer: ArrayBuffer): void {
        this.onmessage?.({ data: buffer } as never);
    }

    close(): void {
        this.closed = true;
        this.drop();
    }

    drop(code = 1006): void {
        this.readyState = 3;
        this.onclose?.({ code, reason: '' } as never);
    }

    commands(word: string): Sent[] {
        return this.sent.filter((sent) => sent.command === word);
    }
}
