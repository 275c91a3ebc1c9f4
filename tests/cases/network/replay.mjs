// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A line of TLS on which somebody listens, and says again what was said. Called with the port and the
// token of a server, its certificate and one that it does not have.

import fs from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

import { Client, sleep } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token] = [Number(process.argv[2]), process.argv[3]];
const [own, other] = [4, 5].map((i) => fs.readFileSync(process.argv[i]));

// the server shows who it is: who does not believe it goes away before a word is said
const dial = (options) => new Promise((resolve) => {
    const socket = tls.connect({ port, host: '127.0.0.1', ...options }, () => resolve('in'));
    socket.on('error', (error) => resolve(error.code));
});
check('who knows the certificate comes in', (await dial({ ca: own, servername: 'localhost' })) === 'in');
check('who knows another does not', (await dial({ ca: other, servername: 'localhost' })) !== 'in');
check('nor who wants another name', (await dial({ ca: own, servername: 'elsewhere' })) !== 'in');

// the client shows who it is
const nobody = new Client(port);
await nobody.open();
check('a client without a right token is refused', !(await nobody.hello('0'.repeat(64))).ok);
nobody.socket.destroy();

// somebody in between, on another address, who keeps what the client says
const line = { far: null, said: [] };
const server = net.createServer((near) => {
    line.far = net.connect({ port, host: '127.0.0.1' });
    near.on('data', (bytes) => {
        line.said.push(bytes);
        line.far.write(bytes);
    });
    line.far.on('data', (bytes) => near.write(bytes));
    for (const [one, two] of [[near, line.far], [line.far, near]]) {
        one.on('error', () => {});
        one.on('close', () => two.destroy());
    }
});
await new Promise((resolve) => server.listen(port, '127.0.0.2', resolve));

const client = new Client(port);
await client.open({ address: '127.0.0.2' });
check('a client is greeted', (await client.hello(token)).ok);
line.said = [];
const first = await client.request('get', { path: 'loop/t' });
check('and answered', first.ok, first);
const heard = Buffer.concat(line.said);
check('what it said was heard', heard.length > 20 && !heard.includes('loop'), heard.toString('latin1'));
line.far.write(heard);
check('what is said again ends the connection', (await Promise.race([client.closed.then(() => true), sleep(60000).then(() => false)])));
server.close();

// one id, one act: also where nobody listens
const again = new Client(port);
await again.open();
await again.hello(token);
const once = await again.request('lease', { act: 'acquire', id: 40 });
const twice = await again.request('lease', { act: 'return', id: 40 });
check('an id that has been heard does nothing', JSON.stringify(once) === JSON.stringify(twice), twice);
check('so the lease is still held', !(await again.request('sessions')).lease.free);
check('and an id that is older than those kept is refused', !(await (async () => {
    for (let i = 100; i < 200; i++) await again.request('get', { path: 'loop/t', id: i });
    return again.request('get', { path: 'loop/t', id: 41 });
})()).ok);
await again.close();
finish();
