// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Pages of other sites: those that were named may talk to the cell, all others may not. Called with the
// port and the token of a run that names two.

import { Client, http } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token] = [Number(process.argv[2]), process.argv[3]];
const named = ['https://app.example.org', 'HTTPS://APP.example.org', 'http://panel.example:3000', `http://127.0.0.1:${port}`];
const others = ['http://app.example.org', 'https://app.example.org:444', 'https://app.example.org.evil.example',
    'https://evil.example', 'http://panel.example', 'http://panel.example:30000', 'null', 'https://app.example.org/'];

for (const origin of named) {
    const client = new Client(port);
    check(`${origin} may`, (await client.open({ origin })) === 101);
    check(`${origin}: who comes says who it is`, (await client.hello(token)).ok);
    await client.close();
    const fox = new Client(port);
    fox.takeText = () => undefined;
    check(`${origin} may see`, (await fox.open({ origin, path: '/', protocol: 'foxglove.websocket.v1' })) === 101);
    fox.socket.destroy();
    check(`${origin} may stop`, (await http(port, 'POST', '/stop', { headers: { Origin: origin } })).status === 204);
}
for (const origin of others) {
    const client = new Client(port);
    check(`${origin} may not`, (await client.open({ origin })) !== 101);
    client.socket.destroy();
    check(`${origin} may not stop`, (await http(port, 'POST', '/stop', { headers: { Origin: origin } })).status === 403);
}
// the name of another site is no name of this server
const host = new Client(port);
check('nor is its name ours', (await host.open({ host: `app.example.org:${port}` })) !== 101);
host.socket.destroy();
finish();
