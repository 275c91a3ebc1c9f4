// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Ten clients that ask and look at a run in virtual time until it ends; one of them does not read.
// Called with port and token.

import { Client, sleep } from './client.mjs';
import { check, finish } from './report.mjs';

const port = Number(process.argv[2]);
const token = process.argv[3];

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

async function look(index) {
    await sleep(40 * index);
    const client = await enter();
    let over = false;
    client.closed.then(() => (over = true));
    const signals = Array.from({ length: 7 }, (_, i) => `arm/sensed/q[${i}]`);
    await client.request('subscribe', { signals });
    client.asked = 0;
    if (index === 9) {
        client.socket.pause();
        await sleep(2000);
        client.socket.resume();
    }
    const questions = [
        ['status', {}],
        ['catalogue', {}],
        ['list', { path: '**', most: 200 }],
        ['get', { path: 'loop/t' }],
        ['describe', { type: 'motion' }],
        ['scene', {}],
    ];
    while (!over) {
        const [command, fields] = questions[(client.asked + index) % questions.length];
        const answer = await Promise.race([client.request(command, fields), sleep(60000).then(() => ({}))]);
        if (answer.ok) client.asked++;
        await sleep(5);
    }
    return client;
}

const clients = await Promise.all(Array.from({ length: 10 }, (_, i) => look(i)));
for (const client of clients.slice(0, 9)) {
    check('a client was answered until the end', client.asked >= 5, String(client.asked));
    check('and saw frames', client.frameCount >= 5, String(client.frameCount));
}
finish();
