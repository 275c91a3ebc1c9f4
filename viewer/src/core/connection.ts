// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The socket to the cell: requests with numbers, answers, pushes and binary frames. It knows nothing
// of what is said. A socket that closes is opened again each second.

import type { Clock } from './clock';
import { Refusal, type Why } from './types';
import { whyOf } from './why';

/** The part of WebSocket that is needed here; tests bring their own. */
export interface Wire {
    readyState: number;
    readonly bufferedAmount: number;
    binaryType: string;
    send(text: string): void;
    close(): void;
    onopen: ((event: never) => void) | null;
    onclose: ((event: never) => void) | null;
    onmessage: ((event: never) => void) | null;
}

export interface Told {
    opened(): void;
    closed(code: number, reason: string): void;
    push(message: Record<string, unknown>): void;
    binary(buffer: ArrayBuffer): void;
}

interface Waiting {
    resolve(fields: Record<string, unknown>): void;
    reject(error: Error): void;
    sent: number;
}

const RETRY = 1000; // [ms]
const PATIENCE = 10000; // [ms] for an answer
const FULL = 256 * 1024; // bytes in the socket at which nothing more is sent

export const NO_CONTACT: Why = {
    code: 'no_contact',
    text: 'There is no contact with the cell.',
    fix: 'Wait until the page has found it again.',
};

export class Connection {
    private socket: Wire | null = null;
    private readonly waiting = new Map<number, Waiting>();
    private next = 1;
    private ended = false;
    private stopRetry: (() => void) | null = null;

    constructor(
        private readonly open: () => Wire,
        private readonly told: Told,
        private readonly clock: Clock,
    ) {
        clock.every(RETRY, () => this.expire());
    }

    get isOpen(): boolean {
        return this.socket !== null && this.socket.readyState === 1;
    }

    /** True when what was sent before is still on its way in quantity. */
    get jammed(): boolean {
        return this.socket !== null && this.socket.bufferedAmount > FULL;
    }

    connect(): void {
        this.stopRetry = null;
        if (this.socket !== null || this.ended) return;
        const socket = this.open();
        this.socket = socket;
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => this.told.opened();
        socket.onclose = (event: unknown) => this.lost(socket, event as { code?: number; reason?: string });
        socket.onmessage = (event: unknown) => this.heard((event as { data: unknown }).data);
    }

    /** Lets this socket go and takes a new one: it has been silent for too long. */
    renew(): void {
        const socket = this.socket;
        if (socket === null) return;
        this.lost(socket, { code: 1006, reason: 'silent' });
        socket.close();
    }

    /** No more tries: the server has said no for good. */
    end(): void {
        this.ended = true;
        this.stopRetry?.();
        this.socket?.close();
    }

    request(command: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
        if (!this.isOpen) return Promise.reject(new Refusal(NO_CONTACT));
        const id = this.next++;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject, sent: this.clock.now() });
            this.socket!.send(JSON.stringify({ id, command, ...fields }));
        });
    }

    private heard(data: unknown): void {
        if (typeof data !== 'string') {
            this.told.binary(data as ArrayBuffer);
            return;
        }
        let message: Record<string, unknown>;
        try {
            message = JSON.parse(data) as Record<string, unknown>;
        } catch {
            return; // not a text of this protocol
        }
        if (typeof message['id'] !== 'number') {
            this.told.push(message);
            return;
        }
        const asked = this.waiting.get(message['id']);
        this.waiting.delete(message['id']);
        if (asked === undefined) return;
        if (message['ok'] === true) asked.resolve(message);
        else
            asked.reject(
                new Refusal(whyOf(message['error']) ?? { code: 'unknown', text: 'It was refused.' }),
            );
    }

    private lost(socket: Wire, event: { code?: number; reason?: string }): void {
        if (this.socket !== socket) return;
        socket.onopen = socket.onclose = socket.onmessage = null;
        this.socket = null;
        for (const asked of this.waiting.values()) asked.reject(new Refusal(NO_CONTACT));
        this.waiting.clear();
        this.told.closed(event.code ?? 1006, event.reason ?? '');
        if (!this.ended) this.stopRetry = this.clock.after(RETRY, () => this.connect());
    }

    private expire(): void {
        const before = this.clock.now() - PATIENCE;
        for (const [id, asked] of this.waiting) {
            if (asked.sent > before) continue;
            this.waiting.delete(id);
            asked.reject(new Refusal({ code: 'no_answer', text: 'The cell did not answer.' }));
        }
    }
}
