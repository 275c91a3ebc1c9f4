// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A panel that looks: a line for each ten pictures, and anew when the cell has gone. Called with port
// and token.

import { Client, readFrame, sleep } from '../server/client.mjs';

const [port, token] = [Number(process.argv[2]), process.argv[3]];

for (;;) {
    const client = new Client(port);
    let over = false;
    client.closed.then(() => (over = true));
    if ((await client.open()) === 101 && (await client.hello(token)).ok) {
        for (let seen = 10; !over; seen += 10) {
            await client.until(() => over || client.frameCount >= seen);
            if (!over && client.frames.length > 0) console.log(`picture ${readFrame(client.frames.at(-1)).tick}`);
        }
    }
    client.socket.destroy();
    console.log('lost');
    await sleep(100);
}
