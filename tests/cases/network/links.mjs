// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A long line between an operator and the arm, and a long description. Called with the port and the
// token of a cell with a task whose commands last for 90 ms, a file of 1 MB, and the program.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';

import { Client, http, sleep } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token, large, program] = [Number(process.argv[2]), ...process.argv.slice(3)];

// A line that takes `ms` in each direction, on another address of this machine; cut() ends it without
// a word to either side.
function line(ms) {
    const state = { cut: false };
    const server = net.createServer((near) => {
        const far = net.connect({ port, host: '127.0.0.1' });
        const carry = (from, to) => from.on('data', (bytes) => setTimeout(() => {
            if (!state.cut && !to.destroyed) to.write(bytes);
        }, ms));
        carry(near, far);
        carry(far, near);
        for (const socket of [near, far]) {
            socket.setNoDelay(true);
            socket.on('error', () => {});
        }
    });
    return new Promise((resolve) => server.listen(port, '127.0.0.2', () => resolve({ state, server })));
}

const watcher = new Client(port);
await watcher.open();
await watcher.hello(token);
const number = async (path) => Number((await watcher.request('get', { path })).value);

const modeIs = async (mode) => (await watcher.request('get', { path: 'task/mode' })).value === mode;

// Asks again until the answer is true: what is waited for comes sooner or later on a busy machine.
async function wait(ask) {
    for (let i = 0; i < 3000; i++) {
        if (await ask()) return true;
        await sleep(20);
    }
    return false;
}

// the lease and an arm that is enabled
async function takeOver(client) {
    client.stopKeeping();
    const { ok } = await client.acquire();
    for (let i = 0; i < 1000; i++) {
        const { arms } = await client.request('status');
        if (arms[0].state === 'enabled') break;
        await client.request(arms[0].state === 'disabled' ? 'enable' : 'acknowledge');
    }
    return ok;
}

// When the loop took a jog, and the cycles in which it jogged: times of the loop [ms], by a recording.
async function jogsOf(name) {
    const headers = { Authorization: `Bearer ${token}` };
    const file = await http(port, 'GET', `/record/${name}`, { headers });
    fs.writeFileSync('far.mcap', file.body);
    execFileSync(program, ['record', 'logs', 'far.mcap', '-o', 'far-logs']);
    const words = fs.readFileSync('far-logs/log1.dat', 'utf8').split('\n')
        .map((text) => /^\[([0-9.]+)\] MSG task jog /.exec(text)).filter(Boolean).map((found) => Number(found[1]) * 1000);
    const lines = execFileSync(program, ['record', 'export', 'far.mcap', '--signals', 'task/mode'], { maxBuffer: 1 << 28 })
        .toString().trimEnd().split('\n').slice(1);
    const cycles = lines.map((text) => text.split(',')).map((row) => ({ t: Number(row[1]) * 1000, jogs: row[2] === '2' }));
    return { words, cycles };
}

// The stop after a line was cut, by the time of the loop: what the machine does to this test is not in it.
async function farOperator() {
    const { state, server } = await line(100);
    const client = new Client(port);
    await client.open({ address: '127.0.0.2' });
    await client.hello(token);
    const begin = performance.now();
    await client.request('get', { path: 'loop/t' });
    check('the line is 200 ms long', performance.now() - begin >= 195, String(performance.now() - begin));
    check('the lease comes over it', await takeOver(client));
    const started = await client.request('record', { act: 'start', name: 'far' });
    check('a recording starts', started.ok, started);
    const before = await number('task/actual[2]');
    let lost = false; // the lease, on a machine that let this program wait for seconds
    const jog = async () => {
        const answer = await client.request('message', { object: 'task', text: 'jog base 0 0 0.05 0 0 0' });
        lost ||= answer.error?.rule === 'lease';
    };
    const timer = setInterval(jog, 30);
    const rose = await wait(async () => {
        if (lost) await takeOver(client);
        lost = false;
        return (await number('task/actual[2]')) >= before + 0.02;
    });
    check('the tool follows the hand', rose);
    check('while it jogs', await wait(() => modeIs('jog')));
    state.cut = true;
    clearInterval(timer);
    client.stopKeeping();
    check('the lease is free again', await wait(async () => (await watcher.request('sessions')).lease.free));
    check('and the jog is over', await wait(async () => !(await modeIs('jog'))));
    server.close();
    client.socket.destroy();
    check('another one takes it', (await watcher.acquire()).ok);
    check('the recording ends', (await watcher.request('record', { act: 'stop' })).ok);
    const { words, cycles } = await jogsOf(started.name);
    const last = cycles.findLastIndex(({ jogs }) => jogs);
    check('the recording goes on after the jog', last > 0 && last < cycles.length - 1, `${last} of ${cycles.length}`);
    const took = cycles[last].t + 1 - words.at(-1);
    console.log(`the stop began ${took.toFixed(1)} ms of loop time after the last of ${words.length} words`);
    check('the stop begins after the last word, and within 100 ms of it', took > 1 && took <= 100, `${took} ms`);
    watcher.stopKeeping();
    await watcher.request('lease', { act: 'return' });
}

async function description() {
    const file = fs.readFileSync(large);
    check('the description has 1 MB', file.length >= 1 << 20, String(file.length));
    const answer = await http(port, 'POST', '/file/large.cell.xml', {
        headers: { Authorization: `Bearer ${token}` }, body: file,
    });
    check('it is taken', answer.status === 204, `${answer.status} ${answer.body}`);
    const kept = fs.readFileSync(`${process.env.XDG_DATA_HOME}/sinew/cells/large.cell.xml`);
    check('and has arrived equal', kept.equals(file), String(kept.length));
}

await farOperator();
await description();
finish();
