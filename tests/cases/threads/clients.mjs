// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Two pages, a Foxglove client and a command line at one run, all busy until each has done its part and
// the loop has made its ticks. Called with port, token and the program that asks by the local socket.

import { execFile } from 'node:child_process';

import { Client, frameBytes, http, sleep } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token, program] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
const TICKS = 3000;
const FRAMES = 30;

/** What is still to be done, and how often; the clients go on until nothing is left. */
const left = {
    'frames of the first page': FRAMES, 'frames of the second page': FRAMES, 'answers to the second page': 60,
    'live changes': 30, 'jogs': 30, 'recordings': 2, 'boxes': 1, 'messages of Foxglove': FRAMES,
    'parameters by Foxglove': 5, 'answers to the command line': 20, 'ticks': 1,
};
const did = (what, count = 1) => (left[what] = Math.max(0, left[what] - count));
const over = () => Object.values(left).every((count) => count === 0);

async function enter(name) {
    const client = new Client(port);
    check(`${name} comes in`, (await client.open()) === 101 && (await client.hello(token, { name })).ok);
    return client;
}

/** Has the lease and the arm, whatever happened: a busy machine may lose the one, a fault the other. */
async function ready(page) {
    if (!page.lease || !(await page.request('sessions')).lease?.yours) {
        page.stopKeeping();
        await page.acquire();
    }
    const status = await page.request('status');
    for (const arm of status.arms ?? []) {
        if (arm.cause) await page.request('acknowledge', { object: arm.name });
        if (arm.state !== 'operating') await page.request('enable', { object: arm.name });
    }
}

/** The page that moves, tunes and records. */
async function operate() {
    const page = await enter('first');
    await page.request('subscribe', { signals: ['arm/sensed/q[0]', 'task/actual[2]', 'loop/t'] });
    for (let i = 0; !over(); i++) {
        await ready(page);
        const cutoff = await page.request('set', { path: 'estimate/cutoff', value: String(200 + (i % 100)) });
        if (cutoff.ok) did('live changes');
        await page.request('set', { path: 'motion/speed', value: String(0.2 + 0.001 * (i % 100)) });
        const jog = await page.request('message', { object: 'task', text: `jog base 0 0 ${i % 2 ? -0.02 : 0.02} 0 0 0` });
        if (jog.ok) did('jogs');
        if (i % 10 === 3) await page.request('record', { act: 'start', name: `r${i}` });
        if (i % 10 === 8 && (await page.request('record', { act: 'stop' })).ok) did('recordings');
        if (((await page.request('records')).boxes ?? []).length > 0) did('boxes');
        did('frames of the first page', page.frameCount);
        await sleep(10);
    }
    await page.request('record', { act: 'stop' });
    page.stopKeeping();
    await page.close();
}

/** The page that looks at everything. */
async function look() {
    const page = await enter('second');
    const questions = [
        ['status', {}], ['catalogue', {}], ['list', { path: '**', most: 200 }], ['scene', {}], ['records', {}],
        ['describe', { type: 'motion' }], ['sessions', {}], ['states', { act: 'list' }], ['get', { path: 'loop/t' }],
    ];
    for (let i = 0; !over(); i++) {
        const signals = Array.from({ length: 1 + (i % 7) }, (_, k) => `arm/sensed/q[${k}]`);
        await page.request('subscribe', { signals });
        const answer = await page.request(...questions[i % questions.length]);
        if (answer.ok) did('answers to the second page');
        const ticks = Number((await page.request('get', { path: 'loop/ticks' })).value);
        if (ticks >= TICKS) did('ticks');
        const records = (await page.request('records')).records ?? [];
        if (i % 9 === 0 && records.length > 0) {
            await http(port, 'GET', `/record/${records[0].name}`, { ms: 60000, headers: { Authorization: `Bearer ${token}` } });
        }
        did('frames of the second page', page.frameCount);
        await sleep(10);
    }
    await page.close();
}

/** Another tool: all channels, and parameters with a token. */
async function watch() {
    const fox = new Client(port);
    const more = [`Authorization: Bearer ${token}`];
    check('Foxglove comes in', (await fox.open({ path: '/', protocol: 'foxglove.sdk.v1', more })) === 101);
    const say = (words) => fox.write(frameBytes(JSON.stringify(words)));
    const told = (op) => fox.pushes.filter((push) => push.op === op);
    check('and is told the channels', await fox.until(() => told('advertise').length > 0, 120000));
    const channels = told('advertise')[0]?.channels ?? [];
    for (let i = 0; !over(); i++) {
        const ids = channels.map((channel, k) => ({ id: 100 * (i % 50) + k, channelId: channel.id }));
        say({ op: 'subscribe', subscriptions: ids });
        const before = fox.frameCount;
        await fox.until(() => fox.frameCount > before + 5, 60000);
        did('messages of Foxglove', fox.frameCount - before);
        const asked = told('parameterValues').length;
        say({ op: 'setParameters', id: `set${i}`, parameters: [{ name: 'estimate/acceleration_cutoff', value: 80 + (i % 40), type: 'float64' }] });
        say({ op: 'getParameters', id: `get${i}`, parameterNames: [] });
        if (await fox.until(() => told('parameterValues').length > asked, 60000)) did('parameters by Foxglove');
        say({ op: 'unsubscribe', subscriptionIds: ids.map((one) => one.id) });
        await sleep(10);
    }
    await fox.close();
}

/** The command line beside it, which also makes a fault. */
async function ask() {
    const lines = [['get', 'arm/sensed/q'], ['list', 'arm/**'], ['get', 'loop/t'], ['ask', 'motion', 'help'],
        ['set', 'motion/turn', '0.9'], ['top', '--once']];
    const say = (words) => new Promise((resolve) => execFile(program, words, (error) => resolve(!error)));
    for (let i = 0; !over(); i++) {
        if (await say(lines[i % lines.length])) did('answers to the command line');
        // only who sits at the machine may do this
        if (left.boxes > 0 && i % 10 === 9) await say(['ask', 'arm.drive', 'fault 3 jump 0.3 for 0.1']);
        await sleep(20);
    }
}

const report = setInterval(() => console.log(JSON.stringify(left)), 20000);
await Promise.all([operate(), look(), watch(), ask()]);
clearInterval(report);
for (const what of Object.keys(left)) check(what, left[what] === 0);
finish();
