// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What a hostile or broken client can do to a running server: rows F and G of the fault table. Called
// with the port, the token and the process id of a server that runs in real time.

import fs from 'node:fs';
import net from 'node:net';

import { Client, frameBytes, http, parse, raw, sleep } from './client.mjs';
import { check, finish } from './report.mjs';

const [port, token, pid] = [Number(process.argv[2]), process.argv[3], process.argv[4]];

function memory() {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024; // MB
}

async function greeted() {
    const client = new Client(port);
    await client.open();
    await client.hello(token);
    return client;
}

// the operator whom nothing of this may disturb
const operator = await greeted();
async function stillServed(what) {
    const answer = await operator.request('get', { path: 'loop/ticks' });
    check(`${what}: the operator is served`, answer.ok, answer);
}

// --- F01: heads and bodies that never end ---------------------------------------------------------

const SLOW_HEAD = 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ' + 'y'.repeat(1000);

function slowSockets(count, text) {
    const sockets = [];
    for (let i = 0; i < count; i++) {
        const socket = net.connect({ port, host: '127.0.0.1' });
        socket.ended = new Promise((resolve) => socket.on('close', () => resolve(performance.now())));
        socket.on('error', () => {});
        let at = 0;
        socket.timer = setInterval(() => socket.write(text[at++ % text.length]), 250);
        socket.on('close', () => {
            socket.isOver = true;
            clearInterval(socket.timer);
        });
        sockets.push(socket);
    }
    return sockets;
}

// A server that waits for a head answers the operator when it has cut that head off, and not before.
// One answer while every head that was open before the question still is, shows that it does not wait.
// On a machine that stands still for seconds this may be another head.
async function servedBeside(sockets) {
    for (const end = performance.now() + 120000; performance.now() < end;) {
        const open = sockets.filter((socket) => !socket.isOver && socket.readyState === 'open');
        if (open.length === 0) sockets.push(...slowSockets(20, SLOW_HEAD));
        const answer = await operator.request('get', { path: 'loop/ticks' });
        await sleep(200); // the end of a head that came before the answer is known by now
        if (answer.ok && open.length > 0 && open.every((socket) => !socket.isOver)) return true;
    }
    return false;
}

// --- F02: a client that does not read -------------------------------------------------------------

async function sleeper() {
    const client = await greeted();
    const signals = [];
    for (let i = 0; i < 7; i++) {
        for (const name of ['sensed/q', 'sensed/v', 'sensed/effort', 'command/q', 'command/v', 'estimate/q',
            'estimate/v', 'target/q', 'wanted/q']) {
            signals.push(`arm/${name}[${i}]`);
        }
    }
    const answer = await client.request('subscribe', { signals });
    check('63 signals can be subscribed to', answer.ok, answer);
    client.socket.pause();
    return client;
}

// --- F04: what no browser would send --------------------------------------------------------------

const badText = Buffer.from([0xc3, 0x28]);
const closing = (code, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(2);
    head.writeUInt16BE(code);
    return Buffer.concat([head, more]);
};
const text = '{"id":1,"command":"status"}';
const wrongFrames = [
    ...[1, 2, 4, 3, 5, 6, 7].map((bits) => [
        `reserved bits ${bits}`,
        [frameBytes(text, { reserved: bits })],
        [1002, null],
    ]),
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [
        `opcode ${opcode}`,
        [frameBytes(text, { opcode })],
        [1002, null],
    ]),
    ['a ping of 126 bytes', [frameBytes('x'.repeat(126), { opcode: 9 })], [1002, null]],
    ['a pong of 300 bytes', [frameBytes('x'.repeat(300), { opcode: 10 })], [1002, null]],
    ['a ping in two pieces', [frameBytes('x', { opcode: 9, fin: false })], [1002, null]],
    ['a close of 130 bytes', [frameBytes('x'.repeat(130), { opcode: 8 })], [1002, null]],
    ['a continuation of nothing', [frameBytes(text, { opcode: 0 })], [1002, null]],
    [
        'a text inside a text',
        [frameBytes('{', { fin: false }), frameBytes('}', { opcode: 1 })],
        [1002, null],
    ],
    ['text that is not UTF-8', [frameBytes(badText)], [1007, null]],
    ['a surrogate in UTF-8', [frameBytes(Buffer.from([0xed, 0xa0, 0x80]))], [1007, null]],
    ['an overlong form', [frameBytes(Buffer.from([0xc0, 0xaf]))], [1007, null]],
    [
        'text that ends inside a letter',
        [frameBytes(Buffer.from([0x22, 0xc3]))],
        [1007, null],
    ],
    ['a length beyond 2^63', [Buffer.from([0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0])],
        [1002, 1009, null]],
    ['a close with one byte', [frameBytes(Buffer.from([3]), { opcode: 8 })], [1002, 1000, 1005, null]],
    ['bytes that are no frame', [Buffer.from('GET / HTTP/1.1\r\n\r\n')], [1002, 1007, null]],
];

async function protocolErrors() {
    for (const [what, pieces, codes] of wrongFrames) {
        const client = await greeted();
        for (const piece of pieces) client.write(piece);
        const ended = await Promise.race([client.closed.then(() => true), sleep(60000).then(() => false)]);
        check(`${what} ends the session`, ended);
        check(`${what}: code`, codes.includes(client.closeCode), String(client.closeCode));
        if (!ended) client.socket.destroy();
    }
    // codes of a close that are fine, and those that are not, end it all the same
    for (const code of [1000, 1001, 1003, 3000, 4999, 0, 999, 1004, 1005, 1006, 1016, 5000]) {
        const client = await greeted();
        client.write(frameBytes(closing(code), { opcode: 8 }));
        const ended = await Promise.race([client.closed.then(() => true), sleep(60000).then(() => false)]);
        check(`close ${code} ends the session`, ended);
        if (!ended) client.socket.destroy();
    }
    await stillServed('after protocol errors');
}

// --- F03: too long --------------------------------------------------------------------------------

async function tooLong() {
    const cases = [
        ['a message of 64 kB and a byte', (c) => c.write(frameBytes('x'.repeat(65537)))],
        ['a message of 1 MB', (c) => c.write(frameBytes('x'.repeat(1 << 20)))],
        [
            'a message of 65 fragments',
            (c) => {
                c.write(frameBytes(' ', { fin: false }));
                for (let i = 0; i < 70; i++) c.write(frameBytes(' ', { opcode: 0, fin: false }));
            },
        ],
        [
            'fragments that add up to too much',
            (c) => {
                c.write(frameBytes(' ', { fin: false }));
                for (let i = 0; i < 9; i++) {
                    c.write(frameBytes('x'.repeat(8000), { opcode: 0, fin: false }));
                }
            },
        ],
    ];
    for (const [what, act] of cases) {
        const client = await greeted();
        act(client);
        await Promise.race([client.closed, sleep(60000)]);
        check(`${what} is refused with 1009`, client.closeCode === 1009, String(client.closeCode));
        client.socket.destroy();
    }
    const client = await greeted();
    const padded = '{"id":77,"command":"status"' + ' '.repeat(60000) + '}';
    const answer = new Promise((resolve) => client.waiting.set(77, resolve));
    for (let i = 0; i < padded.length; i += 1000) {
        client.write(
            frameBytes(padded.slice(i, i + 1000), { opcode: i === 0 ? 1 : 0, fin: i + 1000 >= padded.length }),
        );
    }
    check('60 kB in 61 fragments are one request', (await answer).ok);
    // frames do not care how the bytes were cut on their way
    const two = [78, 79].map((id) => new Promise((resolve) => client.waiting.set(id, resolve)));
    const joined = [78, 79].map((id) => frameBytes(`{"id":${id},"command":"get","path":"loop/t"}`));
    client.write(Buffer.concat(joined));
    check('two requests in one piece', (await Promise.all(two)).every((a) => a.ok));
    const cut = new Promise((resolve) => client.waiting.set(80, resolve));
    for (const byte of frameBytes('{"id":80,"command":"get","path":"loop/t"}')) {
        client.write(Buffer.from([byte]));
        await sleep(2);
    }
    check('a request byte by byte', (await cut).ok);
    // nothing that the client offers makes the server unpack what it is sent
    const offer = new Client(port);
    check('compression is not agreed to', (await offer.open({ more: ['Sec-WebSocket-Extensions: permessage-deflate'] })) === 101);
    offer.write(frameBytes(Buffer.from([0xaa, 0x56, 0x4a]), { reserved: 4 }));
    await Promise.race([offer.closed, sleep(60000)]);
    check('a compressed frame ends the session', offer.socket.destroyed || offer.closeCode !== null);
    await client.close();
}

// --- F07: JSON that is not meant well ---------------------------------------------------------------

const wrongTexts = [
    '', ' ', '{', '}', '[]', '[1]', '"x"', '1', 'null', 'true', 'NaN', '{"id":1', '{"id":1,}',
    '{"command":"status","id":1}x', '{"id":1,"command":"status"}{"id":2,"command":"status"}',
    '{"id":1,"command":"status","id":2}', '{"id":1,"command":"status","command":"stop"}',
    '{"id":1e999,"command":"status"}', '{"id":-1,"command":"status"}', '{"id":1.5,"command":"status"}',
    '{"id":1,"command":"pace","value":1e999}', '{"id":1,"command":"pace","value":NaN}',
    '{"id":1,"command":"pace","value":Infinity}', '{"id":1,"command":"fly"}', '{"id":1}',
    '{"id":1,"command":7}', "{'id':1,'command':'status'}",
    '{"id":1,"command":"get","path":"\\ud800"}', '{"id":1,"command":"get","path":"\\udc00\\ud800"}',
    '{"id":1,"command":"get","path":"a\u0000b"}', '{"id":1,"command":"get","path":"\\u0000"}',
    '{"id":1,"command":"get","path":"' + 'x'.repeat(60000) + '"}', '{"id":01,"command":"status"}',
    '{"id":+1,"command":"status"}', '{"id":.5,"command":"status"}', '{"id":1,"command":"status",}',
    '{"id":1 "command":"status"}', '/* */{"id":1,"command":"status"}', '{"id":1,"command":"status"//\n}',
    '['.repeat(20000), '{"a":'.repeat(10000), '{"id":1,"command":"subscribe","signals":' + '['.repeat(17) + ']'.repeat(17) + '}',
    '{"id":1,"command":"subscribe","signals":["' + 'a","'.repeat(100) + '"]}',
    '{"id":1,"command":"status","extra":1}', '\ufeff{"id":1,"command":"status"}',
    '{"id":1,"command":"lease","act":"acquire","lease":{"epoch":"x","epoch":"y"}}',
];

async function wrongJson() {
    for (const words of wrongTexts) {
        const client = await greeted();
        client.pushes = [];
        client.waiting.clear();
        const before = client.pushes.length;
        client.write(frameBytes(words));
        const refusal = () => client.pushes.slice(before).find((m) => m.ok === false);
        const came = await client.until(refusal);
        check(`refused: ${words.slice(0, 60)}`, came, client.pushes.map((m) => m.push ?? m));
        check(`and the session goes on: ${words.slice(0, 40)}`, (await client.request('status', { id: 500 })).ok);
        await client.close();
    }
    const client = await greeted();
    client.write(frameBytes(Buffer.from('{"id":3,"command":"status"}'), { opcode: 2 }));
    check('a binary request is refused', await client.until(() => client.pushes.some((m) => m.ok === false)));
    await client.close();
}

// --- G03: other sites, other names ------------------------------------------------------------------

async function names() {
    const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LocalHost:${port}`];
    const other = [
        '', '127.0.0.1', 'localhost', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`,
        `localhost.evil.example:${port}`, `evil-localhost:${port}`, `127.0.0.1:${port + 1}`, '127.0.0.1:80',
        `127.0.0.1:${port}x`, `127.0.0.1:${port} `.trim() + '.', `[::1%lo]:${port}`, `[::2]:${port}`,
        `0.0.0.0:${port}`, `127.0.0.2:${port}`, `2130706433:${port}`, `0x7f.1:${port}`,
        `user@127.0.0.1:${port}`, `127.0.0.1:${port}/`, `127.0.0.1:${port},localhost:${port}`,
        'x'.repeat(300) + `:${port}`, `:${port}`, `127.0.0.1:`, `127.0.0.1:-1`, `127.0.0.1:999999`,
    ];
    for (const host of own) {
        const client = new Client(port);
        check(`host ${host} is ours`, (await client.open({ host })) === 101);
        client.socket.destroy();
        check(`and by HTTP: ${host}`, (await http(port, 'HEAD', '/', { headers: { Host: host } })).status !== 403);
    }
    for (const host of other) {
        const client = new Client(port);
        const status = await client.open({ host });
        check(`host '${host.slice(0, 40)}' is not ours`, status !== 101, String(status));
        client.socket.destroy();
        const answer = await http(port, 'POST', '/stop', { headers: { Host: host === '' ? null : host } });
        check(`and by HTTP: ${host.slice(0, 40)}`, answer.status !== 204, String(answer.status));
    }
    const ours = [undefined, `http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`,
        `HTTP://LOCALHOST:${port}`];
    const foreign = [
        'null', '', 'http://evil.example', `http://evil.example:${port}`, `https://127.0.0.1:${port}`,
        `http://127.0.0.1:${port + 1}`, 'http://127.0.0.1', `http://127.0.0.1:${port}.evil.example`,
        `http://127.0.0.1:${port}@evil.example`, `http://evil.example/http://127.0.0.1:${port}`,
        `file://`, `chrome-extension://abcdefgh`, `http://localhost.evil.example:${port}`,
        `http:///127.0.0.1:${port}`, `http//127.0.0.1:${port}`, `ws://127.0.0.1:${port}`,
        `http://127.0.0.1:${port}/`, `http://127.0.0.1:${port} http://evil.example`,
    ];
    for (const origin of ours) {
        const client = new Client(port);
        check(`origin ${origin} may`, (await client.open({ origin })) === 101);
        client.socket.destroy();
    }
    for (const origin of foreign) {
        const client = new Client(port);
        const status = await client.open({ origin });
        check(`origin '${origin}' may not`, origin === '' || status !== 101, String(status));
        client.socket.destroy();
        if (origin === '') continue;
        const answer = await http(port, 'POST', '/stop', { headers: { Origin: origin } });
        check(`nor stop by HTTP: '${origin}'`, answer.status !== 204, String(answer.status));
    }
    // paths and subprotocols that there are not
    for (const [path, protocol] of [['/', 'sinew.v1'], ['/ws2', 'sinew.v1'], ['/ws/', 'sinew.v1'],
        ['/ws', 'sinew.v2'], ['/ws', 'http'], ['/../ws', 'chat']]) {
        const client = new Client(port);
        const status = await client.open({ path, protocol });
        check(`no session at ${path} for ${protocol}`, status !== 101, String(status));
        client.socket.destroy();
    }
    await stillServed('after other names');
}

// --- F06: HTTP that is not meant well ---------------------------------------------------------------

function wrongRequests() {
    const list = [];
    const target = ['etc/passwd', 'proc/self/environ', 'assets/../../package.json', 'tokens'];
    const climbs = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%252f', '..\\', '..%5c', '....//', '..;/',
        '%c0%ae%c0%ae/', '.%00./', '/./../', '%252e%252e%252f', '..%c1%9c', '%uff0e%uff0e/'];
    for (const climb of climbs) {
        for (const leaf of target) list.push(['GET', `/${climb.repeat(6)}${leaf}`]);
    }
    for (const path of ['//etc/passwd', '/etc/passwd', '/assets/', '/assets', '/mesh/', '/mesh/x.glb', '/mesh/../x',
        '/record/../../etc/passwd', '/record/..%2f..%2fetc%2fpasswd', '/record/', '/record/.', '/record/%00',
        '/record/a%00.mcap', '/file/x', '/index.html%00.js', '/%00', '/%', '/%zz', '/stop', '/stop?off', '/ws',
        '/.git/config', '/%2e%2e', '/a%0ab', '/a%7fb', '/%e2%80%ae', '/a%20b', '/..', '/assets/..%00/', '/x'.repeat(50), '/' + 'a'.repeat(3000), '/assets?x=' + 'b'.repeat(2000), '/%0d%0aX: y',
        'http://evil.example/', '*', 'x', '\\', '/~root', '/cgi-bin/sh', '/assets/main.js/..', '/;', '/#/',
        '/mesh/' + '0'.repeat(32) + '.glb']) {
        list.push(['GET', path]);
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'G\u0000T',
        'STOP', '', 'POST/', 'BREW', 'LOCK', 'X'.repeat(200)]) {
        list.push([method, '/stop']);
    }
    for (const path of ['/', '/ws', '/assets/', '/record/x', '/mesh/x.glb', '/stop/', '/stop/x', '/Stop', '/nothing']) {
        list.push(['POST', path]);
    }
    for (const name of ['', '.', '..', '../x', 'a/b', 'a%2fb', '%2e%2e', 'a b', 'a%00', '.hidden']) {
        list.push(['POST', `/file/${name}`, { body: 'x' }]);
    }
    return list;
}

// whole requests, byte by byte as they stand here
const smuggled = [
    'POST /stop HTTP/1.1\r\nHost: H\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /stop HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /stop HTTP/1.1\r\nHost: H\r\nContent-Length: -1\r\n\r\n',
    'POST /stop HTTP/1.1\r\nHost: H\r\nContent-Length: abc\r\n\r\n',
    'POST /stop HTTP/1.1\r\nHost: H\r\nContent-Length: 99999999999999999999\r\n\r\n',
    'POST /stop HTTP/1.1\r\nHost: H\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: evil\r\n\r\n',
    'GET  /  HTTP/1.1\r\nHost: evil\r\n\r\n',
    '\r\n\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: evil\r\nX: ' + 'y'.repeat(100000) + '\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: evil\r\n' + 'X-A: b\r\n'.repeat(5000) + '\r\n',
    'GET /' + 'z'.repeat(100000) + ' HTTP/1.1\r\nHost: evil\r\n\r\n',
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
    Buffer.alloc(4096),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: H\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
];

async function stops() {
    const answer = await operator.request('get', { path: 'arm/guard/stops' });
    return Number(answer.value);
}

async function httpAbuse() {
    const before = await stops();
    const list = wrongRequests();
    check('the table of requests is long enough', list.length + smuggled.length >= 150, String(list.length));
    // what leads back to the root is the page and nothing else
    const page = (await http(port, 'GET', '/')).body;
    for (let i = 0; i < list.length; i += 6) {
        await Promise.all(
            list.slice(i, i + 6).map(async ([method, path, options]) => {
                const answer = await http(port, method, path, { ms: 1500, ...options });
                const shown = `${method} ${path}`.slice(0, 70).replaceAll('\u0000', '\\0');
                const isPage = answer.status === 200 && answer.body.equals(page);
                const fine = answer.status === 0 || (answer.status >= 300 && answer.status < 500) || isPage;
                check(`refused: ${shown}`, fine, String(answer.status));
                check(`no file: ${shown}`, !answer.body.includes('root:') && !answer.body.includes('sinew-viewer'));
            }),
        );
    }
    for (const words of smuggled) {
        const bytes = Buffer.isBuffer(words) ? words : Buffer.from(words.replaceAll('Host: H\r', `Host: 127.0.0.1:${port}\r`), 'latin1');
        const answer = parse(await raw(port, bytes, 700));
        check(`refused: ${words.toString('latin1').slice(0, 60)}`, answer.status === 0 || answer.status >= 400, String(answer.status));
    }
    check('none of it stopped an arm', (await stops()) === before);
    await stillServed('after HTTP abuse');
}

// --- F05: many sockets ----------------------------------------------------------------------------

async function manySockets() {
    const sockets = [];
    for (let i = 0; i < 2000; i++) {
        const socket = net.connect({ port, host: '127.0.0.1' });
        socket.on('error', () => {});
        sockets.push(socket);
        if (i % 250 === 249) await stillServed(`with ${i + 1} sockets`);
    }
    const late = await greeted();
    check('who comes now is let in', (await late.request('status')).ok);
    await late.close();
    for (const socket of sockets) socket.destroy();
    await sleep(300);
    await stillServed('when they have gone');
}

// --- floods -----------------------------------------------------------------------------------------

async function flood() {
    const client = await greeted();
    let refused = 0;
    let answered = 0;
    const all = [];
    for (let i = 0; i < 2000; i++) {
        all.push(client.request('status').then((a) => (a.ok ? answered++ : refused++)));
    }
    const stop = client.request('stop');
    await stillServed('in a flood');
    check('a stop is heard in a flood', (await stop).ok);
    await Promise.race([Promise.all(all), sleep(60000)]);
    check('most of a flood is refused', refused > 1000, `${answered} answered, ${refused} refused`);
    check('and some of it is answered', answered >= 100, `${answered}`);
    await client.close();
}

const begin = performance.now();
const slow = slowSockets(200, SLOW_HEAD);
const body = http(port, 'POST', '/file/slow.cell.xml', {
    headers: { Authorization: `Bearer ${token}`, 'Content-Length': '100000' }, ms: 120000,
});
await sleep(300);
check('with 200 slow sockets: the operator is not kept waiting', await servedBeside(slow));
const fresh = await greeted();
check('and a new one gets in', (await fresh.request('status')).ok);
await fresh.close();
const asleep = await sleeper();
const memoryBefore = memory();
await protocolErrors();
await tooLong();
await wrongJson();
await names();
await httpAbuse();
await flood();
await manySockets();
const ends = await Promise.all(slow.map((s) => Promise.race([s.ended, sleep(120000).then(() => Infinity)])));
const longest = Math.max(...ends) - begin;
check('slow heads are cut off after 5 s', longest > 4500 && longest < Infinity, `${longest}`);
check('and a slow body', (await body).status !== 204);
while (performance.now() - begin < 8000) await sleep(100);
check('memory stays as it is with a client that does not read', memory() - memoryBefore < 48, `${memoryBefore} -> ${memory()}`);
asleep.socket.resume();
check('who did not read is cut off', (await Promise.race([asleep.closed, sleep(60000).then(() => 'open')])) !== 'open');
check('with 1013 or without a word', [1013, null].includes(asleep.closeCode), String(asleep.closeCode));
const count = operator.frameCount;
check('and gets its frames', await operator.until(() => operator.frameCount > count + 10), `${operator.frameCount - count}`);
await operator.close();
finish();
