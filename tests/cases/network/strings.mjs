// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Texts that mean something to a shell, to printf, to a terminal or to a path, in every text field of
// every request (row G08). Each is answered, and nothing else happens. Called with port, token and the
// file that the texts would make.

import fs from 'node:fs';

import { Client, sleep } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token, trap] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
const texts = [
    `; touch ${trap} #`, `$(touch ${trap})`, `\`touch ${trap}\``, `| touch ${trap}`, `&& touch ${trap}`,
    `'; touch ${trap}; '`, `"; touch ${trap}; "`, `../../../../..${trap}`, '%n%n%n%n%s%s%s%s', '%1000000d%hhn',
    '\u001b]0;x\u0007\u001b[2J', '<script>alert(1)</script>', "' OR 1=1 --", '\r\nSet-Cookie: x=1', '{{7*7}}${7*7}',
    '\u202e\u2066gnp.exe', '-rf', '~root',
];
const fields = ['path', 'value', 'object', 'text', 'arm', 'document', 'type', 'act', 'name', 'version'];
const commands = ['hello', 'get', 'set', 'list', 'save', 'load', 'message', 'start', 'halt', 'acknowledge', 'describe',
    'lease', 'record', 'points', 'open', 'states'];

let answered = 0;
async function one(text) {
    const client = new Client(port);
    await client.open();
    await client.hello(token, { name: text.slice(0, 40) });
    await client.acquire('take');
    client.stopKeeping();
    const all = Object.fromEntries(fields.map((field) => [field, text]));
    const requests = commands.map((command) => [command, all]);
    // and by itself, where the others are right
    for (const field of fields) {
        requests.push(['message', { object: 'task', text: 'halt', [field]: text }]);
        requests.push(['set', { path: 'task/speed', value: '0.1', [field]: text }]);
    }
    for (const [command, words] of requests) {
        const answer = await Promise.race([client.request(command, words), sleep(60000).then(() => null)]);
        if (answer !== null) answered++;
    }
    await client.close();
}

for (const text of texts) await one(text);
const wanted = texts.length * (commands.length + 2 * fields.length);
check('every request was answered', answered === wanted, `${answered} of ${wanted}`);
check('and nothing was run', !fs.existsSync(trap));
const client = new Client(port);
await client.open();
check('the server is well', (await client.hello(token)).ok && (await client.request('status')).ok);
await client.close();
finish();
