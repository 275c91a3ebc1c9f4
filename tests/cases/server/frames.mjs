// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Frames that RFC 6455 forbids a client (row F04 of the fault table): each ends the session with the
// code that the standard has for it, and the lease that the session held is free after it. Frames that
// look strange and are allowed go through. Called with the port and the token of a server.

import net from 'node:net';

import { Client, frameBytes, sleep } from './client.mjs';
import { check, finish } from './report.mjs';

const [port, token] = [Number(process.argv[2]), process.argv[3]];
const [TEXT, BINARY, CLOSE, PING, PONG] = [1, 2, 8, 9, 10];
const names = { 0: 'continuation', 1: 'text', 2: 'binary', 8: 'close', 9: 'ping', 10: 'pong' };
const status = '{"id":1,"command":"status"}';
const cases = []; // [what, frames, code]
const add = (code, what, ...frames) => cases.push([what, frames, code]);

// a head with a length in as many bytes as are asked for, and a mask of zeros
function head(opcode, length, bytes, { fin = true, mask = true } = {}) {
    const out = Buffer.alloc(2 + bytes + (mask ? 4 : 0));
    out[0] = (fin ? 0x80 : 0) | opcode;
    out[1] = (mask ? 0x80 : 0) | (bytes === 0 ? Number(length) : bytes === 2 ? 126 : 127);
    if (bytes === 2) out.writeUInt16BE(Number(length), 2);
    if (bytes === 8) out.writeBigUInt64BE(BigInt(length), 2);
    return out;
}

const begun = frameBytes('{', { fin: false });

function unmasked() {
    for (const opcode of [TEXT, BINARY, PING, PONG]) {
        for (const size of [0, 1, 125]) {
            add(1002, `unmasked ${names[opcode]} of ${size} bytes`, frameBytes('x'.repeat(size), { opcode, mask: false }));
        }
    }
    for (const size of [126, 65535, 65536]) {
        add(1002, `unmasked text of ${size} bytes`, frameBytes('x'.repeat(size), { mask: false }));
    }
    add(1002, 'an unmasked request', frameBytes(status, { mask: false }));
    add(1002, 'an unmasked close', frameBytes(Buffer.from([3, 232]), { opcode: CLOSE, mask: false }));
    add(1002, 'an unmasked continuation', begun, frameBytes('}', { opcode: 0, mask: false }));
}

function reservedBits() {
    for (const opcode of [TEXT, BINARY, CLOSE, PING, PONG]) {
        for (let bits = 1; bits < 8; bits++) {
            add(1002, `reserved bits ${bits} in a ${names[opcode]}`, frameBytes('', { opcode, reserved: bits }));
        }
    }
    for (let bits = 1; bits < 8; bits++) {
        add(1002, `reserved bits ${bits} in a continuation`, begun, frameBytes('}', { opcode: 0, reserved: bits }));
    }
}

function opcodes() {
    for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
        for (const payload of ['', status]) {
            add(1002, `opcode ${opcode} with ${payload.length} bytes`, frameBytes(payload, { opcode }));
            add(1002, `opcode ${opcode}, not final`, frameBytes(payload, { opcode, fin: false }));
        }
        add(1002, `opcode ${opcode} inside a message`, begun, frameBytes('x', { opcode }));
    }
}

function controls() {
    for (const opcode of [CLOSE, PING, PONG]) {
        for (const size of [126, 300, 65535, 65536]) {
            add(1002, `a ${names[opcode]} of ${size} bytes`, frameBytes('x'.repeat(size), { opcode }));
        }
        add(1002, `a ${names[opcode]} that says 2 bytes in 16 bits`, head(opcode, 2, 2), Buffer.from([3, 232]));
        add(1002, `a ${names[opcode]} in pieces`, frameBytes('', { opcode, fin: false }));
        add(1002, `a ${names[opcode]} in pieces, with bytes`, frameBytes('xy', { opcode, fin: false }));
        add(1002, `a ${names[opcode]} in pieces inside a message`, begun, frameBytes('', { opcode, fin: false }));
    }
}

function order() {
    for (const fin of [true, false]) {
        const final = fin ? 'final' : 'first';
        add(1002, `a ${final} continuation of nothing`, frameBytes(status, { opcode: 0, fin }));
        add(1002, `an empty ${final} continuation of nothing`, frameBytes('', { opcode: 0, fin }));
        add(1002, `a ${final} continuation after a message`, frameBytes(status), frameBytes('', { opcode: 0, fin }));
        for (const first of [TEXT, BINARY]) {
            for (const second of [TEXT, BINARY]) {
                add(1002, `a ${final} ${names[second]} inside a ${names[first]}`,
                    frameBytes('{', { opcode: first, fin: false }), frameBytes('}', { opcode: second, fin }));
            }
        }
    }
    add(1002, 'the head of a request in HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'));
}

function lengths() {
    for (const opcode of [TEXT, BINARY]) {
        for (const size of [0, 1, 125]) add(1002, `${names[opcode]}: ${size} in 16 bits`, head(opcode, size, 2));
        for (const size of [0, 1, 126, 65535]) add(1002, `${names[opcode]}: ${size} in 64 bits`, head(opcode, size, 8));
        for (const size of ['0x8000000000000000', '0xffffffffffffffff']) {
            add(1002, `${names[opcode]}: a length of ${size}`, head(opcode, size, 8));
        }
        for (const size of [65537, 1 << 20, 2 ** 31, 2 ** 32, 2 ** 53, '0x7fffffffffffffff']) {
            add(1009, `${names[opcode]}: ${size} bytes`, head(opcode, size, 8));
        }
    }
    add(1002, 'a continuation: 5 in 16 bits', begun, head(0, 5, 2));
    add(1009, 'a continuation that makes it too long', begun, head(0, 65536, 8));
    add(1009, '65 pieces', begun, ...Array.from({ length: 64 }, () => frameBytes('', { opcode: 0, fin: false })));
}

const wrongLetters = [
    '80', 'bf', '80bf80', 'c0af', 'c080', 'c1bf', 'c328', 'c3c3', 'e08080', 'e09fbf', 'e28228', 'e228a1', 'eda080',
    'edafbf', 'edb080', 'edbfbf', 'eda080edb080', 'f0808080', 'f08fbfbf', 'f0288cbc', 'f0908028', 'f4908080',
    'f7bfbfbf', 'f5808080', 'f888808080', 'fc8480808080', 'fe', 'ff', 'ceba80e1bdb9',
].map((hex) => Buffer.from(hex, 'hex'));
const cutLetters = ['c3', 'e2', 'e282', 'f0', 'f09f', 'f09f98', 'ed9f', 'f48f'].map((hex) => Buffer.from(hex, 'hex'));

function texts() {
    const some = Buffer.from('{"path":"\u00b5 \u20ac \u{1f600} ');
    for (const wrong of wrongLetters) {
        const hex = wrong.toString('hex');
        add(1007, `text ${hex}`, frameBytes(wrong));
        add(1007, `text ... ${hex} ...`, frameBytes(Buffer.concat([some, wrong, some])));
        add(1007, `text ... ${hex} across frames`, frameBytes(Buffer.concat([some, wrong.subarray(0, 1)]), { fin: false }),
            frameBytes(wrong.subarray(1), { opcode: 0, fin: false }), frameBytes('"}', { opcode: 0 }));
    }
    for (const cut of cutLetters) {
        const hex = cut.toString('hex');
        add(1007, `text that ends inside ${hex}`, frameBytes(Buffer.concat([some, cut])));
        add(1007, `frames that end inside ${hex}`, frameBytes(some, { fin: false }), frameBytes(cut, { opcode: 0 }));
        add(1007, `${hex} and nothing more`, frameBytes(cut, { fin: false }), frameBytes('', { opcode: 0 }));
    }
}

const code = (number, reason = Buffer.alloc(0)) => Buffer.concat([Buffer.from([number >> 8, number & 255]), reason]);

function closes() {
    add(1002, 'a close of one byte', frameBytes(Buffer.from([3]), { opcode: CLOSE }));
    for (const number of [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 9999, 65535]) {
        add(1002, `close ${number}`, frameBytes(code(number), { opcode: CLOSE }));
    }
    for (const wrong of ['80', 'c328', 'eda080', 'c3', 'f09f98', 'ff']) {
        add(1007, `a close with the reason ${wrong}`, frameBytes(code(1000, Buffer.from(wrong, 'hex')), { opcode: CLOSE }));
    }
}

// --- each of them ------------------------------------------------------------------------------------

const watcher = new Client(port);
await watcher.open();
await watcher.hello(token);

async function session() {
    const client = new Client(port);
    if ((await client.open()) !== 101) throw new Error('no session');
    await client.hello(token);
    return client;
}

const ended = (client) => Promise.race([client.closed.then(() => true), sleep(60000).then(() => false)]);

async function isFree() {
    for (let i = 0; i < 200; i++) {
        if ((await watcher.request('sessions')).lease.free) return true;
        await sleep(5);
    }
    return false;
}

async function runCase([what, frames, code]) {
    const client = await session();
    const lease = await client.request('lease', { act: 'acquire' });
    check(`${what}: has the lease`, lease.ok, lease);
    client.write(Buffer.concat(frames));
    check(`${what}: ends the session`, await ended(client));
    check(`${what}: ${code}`, client.closeCode === code, String(client.closeCode));
    check(`${what}: the lease is free`, await isFree());
    client.socket.destroy();
}

// --- what is allowed -----------------------------------------------------------------------------------

async function answered(what, frames, id) {
    const client = await session();
    const answer = new Promise((resolve) => client.waiting.set(id, resolve));
    for (const frame of frames) client.write(frame);
    const came = await Promise.race([answer, sleep(60000).then(() => ({}))]);
    check(`allowed: ${what}`, came.id === id, came);
    await client.close();
}

async function allowed() {
    const letters = Buffer.from('{"id":9,"command":"get","path":"\u00b5\u20ac\u{1f600}"}');
    for (let cut = 1; cut < letters.length; cut++) {
        if (letters[cut] < 0x80 && cut % 8 !== 0) continue; // every place inside a letter, and some others
        await answered(`a text cut at ${cut}`,
            [frameBytes(letters.subarray(0, cut), { fin: false }), frameBytes(letters.subarray(cut), { opcode: 0 })], 9);
    }
    const pieces = [...Buffer.from('{"id":9,"command":"status"}')].map((byte, i) =>
        frameBytes(Buffer.from([byte]), { opcode: i === 0 ? TEXT : 0, fin: false }));
    pieces.push(frameBytes('', { opcode: 0 }));
    await answered('one byte in each frame, pings between them',
        pieces.flatMap((piece) => [piece, frameBytes('between', { opcode: PING }), frameBytes('', { opcode: PONG })]), 9);
    await answered('a message in 64 frames', [frameBytes('{"id":9,"command":"status"}', { fin: false }),
        ...Array.from({ length: 62 }, () => frameBytes(' ', { opcode: 0, fin: false })), frameBytes(' ', { opcode: 0 })], 9);
    await answered('a message of 64 kB', [frameBytes('{"id":9,"command":"status"}'.padEnd(65536))], 9);
    for (const size of [0, 1, 125]) {
        const client = await session();
        let pong = null;
        const take = client.takeFrame.bind(client);
        client.takeFrame = (first, payload) => ((first & 15) === PONG ? (pong = payload) : take(first, payload));
        client.write(frameBytes('p'.repeat(size), { opcode: PING }));
        await client.until(() => pong !== null);
        check(`a ping of ${size} bytes comes back`, pong?.toString() === 'p'.repeat(size), String(pong));
        await client.close();
    }
    for (const number of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]) {
        const client = await session();
        client.write(frameBytes(code(number, Buffer.from('\u20ac')), { opcode: CLOSE }));
        check(`close ${number} ends the session`, await ended(client));
        check(`close ${number} is answered with itself`, client.closeCode === number, String(client.closeCode));
    }
    const client = await session();
    client.write(frameBytes('', { opcode: CLOSE }));
    check('a close without a code is answered', (await ended(client)) && client.closeCode === 1000, String(client.closeCode));
}

// A client waits for the answer to its handshake before it says anything.
async function tooEarly() {
    const bytes = [`GET /ws HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: Upgrade', 'Upgrade: websocket',
        'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: c2luZXcgdGVzdCBrZXkhIQ==', 'Sec-WebSocket-Protocol: sinew.v1', '', ''];
    const socket = net.connect({ port, host: '127.0.0.1' });
    const parts = [];
    socket.on('data', (data) => parts.push(data));
    socket.on('error', () => {});
    const over = new Promise((resolve) => socket.on('close', resolve));
    socket.write(Buffer.concat([Buffer.from(bytes.join('\r\n')), frameBytes('{"id":1,"command":"stop"}')]));
    await Promise.race([over, sleep(60000)]);
    const all = Buffer.concat(parts);
    const rest = all.subarray(all.indexOf('\r\n\r\n') + 4);
    check('a frame before the answer to the handshake: 1002', rest[0] === 0x88 && rest.readUInt16BE(2) === 1002, rest.toString('hex'));
    socket.destroy();
}

unmasked();
reservedBits();
opcodes();
controls();
order();
lengths();
texts();
closes();
check('the table of frames is long enough', cases.length >= 250, String(cases.length));
for (const one of cases) await runCase(one);
await allowed();
if (process.env.SINEW_TLS === undefined) await tooEarly();
check('and the cell goes on', (await watcher.request('get', { path: 'loop/ticks' })).ok);
finish();
