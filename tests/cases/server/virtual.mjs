// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Ten clients that ask and look at a run in virtual time; one of them does not read for a while.
// Called with port, token and a file: they go on until that file is there. Prints "looks" once all
// of them are in, and the loop time at the end.

import fs from 'node:fs';

import { Client, sleep } from './client.mjs';
import { check, finish } from './report.mjs';

const port = Number(process.argv[2]);
const token = process.argv[3];
const last = process.argv[4];

const CLIENTS = 10;
const SILENT = 9; // the one that does not read
const ENOUGH = 5; // answers and frames of each client
const SECONDS = 20; // of loop time with all clients, at least
const PATIENCE = 300000; // [ms]: only a defect lasts so long

const questions = [
    ['status', {}],
    ['catalogue', {}],
    ['list', { path: '**', most: 200 }],
    ['get', { path: 'loop/t' }],
    ['describe', { type: 'motion' }],
    ['scene', {}],
];

// A session; on a busy machine all of them may come at once, and some are told to come later.
async function enter() {
    for (let i = 0; ; i++) {
        const client = new Client(port);
        const closed = client.closed.then(() => ({ ok: false }));
        if ((await client.open()) === 101 && (await Promise.race([client.hello(token), closed])).ok) return client;
        if (i === 20) return client;
        await sleep(100);
    }
}

async function begin(index) {
    await sleep(40 * index);
    const client = await enter();
    client.index = index;
    client.asked = 0;
    client.closed.then(() => (client.over = true));
    const signals = Array.from({ length: 7 }, (_, i) => `arm/sensed/q[${i}]`);
    await client.request('subscribe', { signals });
    return client;
}

async function ask(client, command, fields) {
    return Promise.race([client.request(command, fields), client.closed.then(() => ({}))]);
}

// Asks until `ended` says so, or the server hangs up.
async function look(client, ended) {
    while (!client.over && !ended()) {
        const [command, fields] = questions[(client.asked + client.index) % questions.length];
        if ((await ask(client, command, fields)).ok) client.asked++;
        await sleep(5);
    }
}

const begun = performance.now();
const isLate = () => performance.now() - begun > PATIENCE;
const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => begin(i)));
const readers = clients.filter((client) => client.index !== SILENT);
const loopTime = async () => Number((await ask(readers[0], 'get', { path: 'loop/t' })).value);
const first = await loopTime();
console.log('looks');

// While one does not read, the others are served; then it reads again, until the end.
const served = (client) => client.asked >= ENOUGH && client.frameCount >= ENOUGH;
const silent = clients[SILENT];
silent.socket.pause();
let ended = false;
const looks = readers.map((client) => look(client, () => ended));
while (!readers.every(served) && !isLate()) await sleep(20);
silent.socket.resume();
looks.push(look(silent, () => ended));
let seconds = first;
while ((!fs.existsSync(last) || seconds < first + SECONDS) && !isLate()) {
    seconds = await loopTime();
    await sleep(20);
}
ended = true;
await Promise.all(looks);
for (const client of readers) {
    check('a client was answered until the end', client.asked >= ENOUGH && !client.over, String(client.asked));
    check('and saw frames', client.frameCount >= ENOUGH, String(client.frameCount));
}
check('the run lasted', seconds >= first + SECONDS, `${first} to ${seconds} s`);
console.log(`time ${Math.floor(seconds)}`);
finish();
