// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A program that moves the arm to and fro for ever, and begins anew when the cell has gone: a line for
// each motion. Called with port and token.

import { Client, sleep } from '../server/client.mjs';

const [port, token] = [Number(process.argv[2]), process.argv[3]];
const poses = ['0.4 -0.6 0.2 -2.0 0.1 1.5 0.3', '-0.4 -0.6 0.2 -2.0 0.1 1.5 0.3'];
let moves = 0;

async function work(client) {
    const gone = client.closed.then(() => ({ ok: false, error: { code: 'closed' } }));
    const ask = (command, fields) => Promise.race([client.request(command, fields), gone]);
    if (!(await Promise.race([client.acquire('take'), gone])).ok) return;
    for (;;) {
        const status = await ask('status');
        if (!status.ok) return;
        if (status.arms[0].state !== 'enabled') {
            await ask(status.arms[0].state === 'disabled' ? 'enable' : 'acknowledge');
            await sleep(50);
            continue;
        }
        const answer = await ask('message', { object: 'move', text: `move ${poses[moves % 2]}` });
        if (!answer.ok && answer.error.code === 'closed') return;
        if (answer.ok) console.log(`moved ${++moves}`);
        await sleep(answer.ok ? 400 : 50);
    }
}

for (;;) {
    const client = new Client(port);
    if ((await client.open()) === 101 && (await client.hello(token)).ok) await work(client);
    client.stopKeeping();
    client.socket.destroy();
    console.log('lost');
    await sleep(100);
}
