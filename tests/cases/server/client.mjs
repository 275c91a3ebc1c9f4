// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A WebSocket client (RFC 6455) and an HTTP client on bare sockets, which can also say what no
// browser would: that is what the tests of the server need.

import crypto from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';

const WEBSOCKET_KEY = 'c2luZXcgdGVzdCBrZXkhIQ==';

// with SINEW_TLS set the server speaks TLS, with a certificate of its own making
const secure = process.env.SINEW_TLS !== undefined;
const connect = (to) => (secure ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to));

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The bytes of one frame. Options: opcode, fin, reserved (bits), mask (false leaves it out). */
export function frameBytes(payload, options = {}) {
    const data = Buffer.isBuffer(payload) ? payload : Buffer.from(payload, 'utf8');
    const { opcode = 1, fin = true, reserved = 0, mask = true } = options;
    const length = options.length ?? data.length;
    const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
    const bit = mask ? 0x80 : 0;
    let head;
    if (length < 126) {
        head = Buffer.from([first, bit | length]);
    } else if (length < 65536) {
        head = Buffer.from([first, bit | 126, length >> 8, length & 255]);
    } else {
        head = Buffer.alloc(10);
        head[0] = first;
        head[1] = bit | 127;
        head.writeBigUInt64BE(BigInt(length), 2);
    }
    if (!mask) return Buffer.concat([head, data]);
    const key = crypto.randomBytes(4);
    const masked = Buffer.from(data);
    for (let i = 0; i < masked.length; i++) masked[i] ^= key[i & 3];
    return Buffer.concat([head, key, masked]);
}

/** One WebSocket. Texts that carry an id answer request(); all others are pushes. */
export class Client {
    constructor(port) {
        this.port = port;
        this.buffer = Buffer.alloc(0);
        this.parts = [];
        this.waiting = new Map();
        this.pushes = [];
        this.frames = [];
        this.frameCount = 0;
        this.nextId = 1;
        this.closeCode = null;
        this.closed = new Promise((resolve) => (this.tellClosed = resolve));
        this.listeners = [];
        this.keepTimer = null;
    }

    /** Connects; resolves with the status line's number. Options: host, origin, path, protocol. */
    open(options = {}) {
        const host = options.host ?? `127.0.0.1:${this.port}`;
        const lines = [
            `GET ${options.path ?? '/ws'} HTTP/1.1`,
            ...(host === '' ? [] : [`Host: ${host}`]),
            'Connection: Upgrade',
            'Upgrade: websocket',
            'Sec-WebSocket-Version: 13',
            `Sec-WebSocket-Key: ${WEBSOCKET_KEY}`,
        ];
        if (options.protocol !== '') lines.push(`Sec-WebSocket-Protocol: ${options.protocol ?? 'sinew.v1'}`);
        if (options.origin !== undefined) lines.push(`Origin: ${options.origin}`);
        for (const line of options.more ?? []) lines.push(line);
        return new Promise((resolve) => {
            this.socket = connect({ port: this.port, host: options.address ?? '127.0.0.1' });
            this.socket.setNoDelay(true);
            this.socket.on(secure ? 'secureConnect' : 'connect', () => this.socket.write(lines.join('\r\n') + '\r\n\r\n'));
            this.socket.on('error', () => {});
            this.socket.on('close', () => {
                this.finish();
                resolve(0);
            });
            let head = Buffer.alloc(0);
            const onHead = (bytes) => {
                head = Buffer.concat([head, bytes]);
                const end = head.indexOf('\r\n\r\n');
                if (end < 0) return;
                const status = Number(head.toString('latin1', 9, 12));
                this.socket.off('data', onHead);
                this.socket.on('data', (more) => this.take(more));
                if (status === 101) this.take(head.subarray(end + 4));
                resolve(status);
            };
            this.socket.on('data', onHead);
        });
    }

    finish() {
        clearInterval(this.keepTimer);
        for (const reject of this.waiting.values()) reject({ ok: false, error: { code: 'closed' } });
        this.waiting.clear();
        this.tellClosed(this.closeCode);
    }

    take(bytes) {
        this.buffer = Buffer.concat([this.buffer, bytes]);
        for (;;) {
            if (this.buffer.length < 2) return;
            let length = this.buffer[1] & 0x7f;
            let at = 2;
            if (length === 126) {
                if (this.buffer.length < 4) return;
                length = this.buffer.readUInt16BE(2);
                at = 4;
            } else if (length === 127) {
                if (this.buffer.length < 10) return;
                length = Number(this.buffer.readBigUInt64BE(2));
                at = 10;
            }
            if (this.buffer.length < at + length) return;
            this.takeFrame(this.buffer[0], Buffer.from(this.buffer.subarray(at, at + length)));
            this.buffer = this.buffer.subarray(at + length);
        }
    }

    takeFrame(first, payload) {
        const opcode = first & 15;
        if (opcode === 8) {
            this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
            this.socket.end();
            return;
        }
        if (opcode === 9) this.write(frameBytes(payload, { opcode: 10 }));
        if (opcode > 8) return;
        if (opcode !== 0) this.kind = opcode;
        this.parts.push(payload);
        if ((first & 0x80) === 0) return;
        const whole = Buffer.concat(this.parts);
        this.parts = [];
        if (this.kind === 2) {
            this.frameCount++;
            this.frames.push(whole);
            if (this.frames.length > 8) this.frames.shift();
        } else {
            this.takeText(JSON.parse(whole.toString('utf8')));
        }
        for (const listener of this.listeners.splice(0)) listener();
    }

    takeText(message) {
        const answer = this.waiting.get(message.id);
        if (message.id !== undefined && answer) {
            this.waiting.delete(message.id);
            answer(message);
            return;
        }
        if (message.push === 'challenge') this.challenge = message.value;
        this.pushes.push(message);
        if (this.pushes.length > 4096) this.pushes.shift();
    }

    write(bytes) {
        this.wrote = performance.now(); // the last sign of life
        if (this.socket && !this.socket.destroyed) this.socket.write(bytes);
    }

    /** Sends a request and waits for its answer. */
    request(command, fields = {}) {
        const id = fields.id ?? this.nextId++;
        const answer = new Promise((resolve) => this.waiting.set(id, resolve));
        const lease = this.lease && !('lease' in fields) ? { lease: this.lease } : {};
        this.write(frameBytes(JSON.stringify({ id, command, ...lease, ...fields })));
        return answer;
    }

    async hello(token, fields = {}) {
        const answer = await this.request('hello', { token, name: 'test', ...fields });
        if (answer.ok) this.challenge = answer.challenge;
        return answer;
    }

    /** Asks for the lease and keeps it alive until stopKeeping(). */
    async acquire(act = 'acquire') {
        const answer = await this.request('lease', { act });
        if (!answer.ok) return answer;
        this.lease = answer.lease;
        this.keepTimer = setInterval(() => this.keep(), 80);
        return answer;
    }

    async keep() {
        const answer = await this.request('keep', { challenge: this.challenge });
        if (answer.challenge) this.challenge = answer.challenge;
        return answer;
    }

    stopKeeping() {
        clearInterval(this.keepTimer);
    }

    /** Waits for something to become true, looked at after each message; false after the time. */
    async until(test, ms = 60000) {
        const end = Date.now() + ms;
        while (!test()) {
            const left = end - Date.now();
            if (left <= 0) return false;
            await new Promise((resolve) => {
                this.listeners.push(resolve);
                setTimeout(resolve, Math.min(left, 50));
            });
        }
        return true;
    }

    /** Waits until no arm has moved for 0.3 s of loop time: one that settles is at rest for moments.
     * False after the time. */
    async untilRest(ms = 120000) {
        const get = async (path) => (await this.request('get', { path })).value;
        let since = Infinity;
        for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) {
            const t = Number(await get('loop/t'));
            since = (await get('loop/at_rest')) === 'true' ? Math.min(since, t) : Infinity;
            if (t - since > 0.3) return true;
        }
        return false;
    }

    async close(code = 1000) {
        const payload = Buffer.alloc(2);
        payload.writeUInt16BE(code);
        this.write(frameBytes(payload, { opcode: 8 }));
        const timer = setTimeout(() => this.socket.destroy(), 10000);
        await this.closed;
        clearTimeout(timer);
    }
}

/** Sends bytes to the port and resolves with all that comes back until the end or the time. */
export function raw(port, bytes, ms = 2000, address = '127.0.0.1') {
    return new Promise((resolve) => {
        const parts = [];
        const socket = net.connect({ port, host: address });
        const done = () => {
            socket.destroy();
            resolve(Buffer.concat(parts));
        };
        const timer = setTimeout(done, ms);
        socket.on('connect', () => socket.write(bytes));
        socket.on('data', (data) => parts.push(data));
        socket.on('error', () => {});
        socket.on('close', () => {
            clearTimeout(timer);
            done();
        });
    });
}

/** One HTTP request; resolves with {status, headers, body}, status 0 when nothing came. */
export async function http(port, method, path, options = {}) {
    const headers = { Host: `127.0.0.1:${port}`, Connection: 'close', ...options.headers };
    const lines = [`${method} ${path} HTTP/1.1`];
    for (const [name, value] of Object.entries(headers)) {
        if (value !== null) lines.push(`${name}: ${value}`);
    }
    const body = options.body ?? '';
    if (body.length > 0) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    const bytes = Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n', 'latin1'), Buffer.from(body)]);
    return parse(await raw(port, bytes, options.ms ?? 60000));
}

export function parse(bytes) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return { status: 0, headers: {}, body: bytes };
    const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = {};
    for (const line of lines) {
        const colon = line.indexOf(':');
        headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
}

/** The head of a state frame, and the joints of its first arm. */
export function readFrame(bytes) {
    const links = bytes.readUInt16LE(32);
    const frame = {
        magic: bytes.readUInt32LE(0),
        kind: bytes.readUInt16LE(4),
        flags: bytes.readUInt16LE(6),
        tick: Number(bytes.readBigUInt64LE(8)),
        time: Number(bytes.readBigInt64LE(16)) / 1e9,
        sequence: bytes.readUInt32LE(24),
        speed: bytes.readFloatLE(28),
        links,
        arms: [],
        signals: bytes.readUInt16LE(36),
        rows: bytes.readUInt16LE(38),
        bytes: bytes.length,
    };
    let at = 40 + links * 56;
    for (let a = 0; a < bytes.readUInt8(34); a++) {
        const axes = bytes.readUInt8(at + 3);
        const arm = { state: bytes.readUInt8(at), cause: bytes.readUInt32LE(at + 4), q: [], v: [], commanded: [] };
        at += 8;
        for (let i = 0; i < axes; i++, at += 32) {
            arm.q.push(bytes.readDoubleLE(at));
            arm.v.push(bytes.readDoubleLE(at + 8));
            arm.commanded.push(bytes.readDoubleLE(at + 24));
        }
        frame.arms.push(arm);
    }
    return frame;
}
