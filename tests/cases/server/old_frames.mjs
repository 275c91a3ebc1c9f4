// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Programs that were written for the first layout of state frames go on reading them: the decoder here
// knows that layout alone, and whatever a frame may hold behind it is passed over. It reads the frames of
// an arm that moves, and every number must be that of the recording at the same tick. Called with the
// port and the token of a cell with the component `move`, and the program.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

import { Client, http, sleep } from './client.mjs';
import { check, finish } from './report.mjs';

const [port, token, program] = [Number(process.argv[2]), ...process.argv.slice(3)];
const LEAST = 40; // frames of the motion

// The first layout, byte by byte: never to be changed with the protocol.
function decodeFirstLayout(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [links, arms, signals, rows] = [view.getUint16(32, true), view.getUint8(34), view.getUint16(36, true), view.getUint16(38, true)];
    const frame = {
        magic: view.getUint32(0, true),
        kind: view.getUint16(4, true),
        flags: view.getUint16(6, true),
        tick: Number(view.getBigUint64(8, true)),
        time: Number(view.getBigInt64(16, true)) / 1e9,
        sequence: view.getUint32(24, true),
        rate: view.getFloat32(28, true),
        measured: [], commanded: [], arms: [], rows: [],
    };
    let at = 40;
    for (const poses of [frame.measured, frame.commanded]) {
        for (let k = 0; k < links; k++, at += 28) {
            poses.push(Array.from({ length: 7 }, (_, i) => view.getFloat32(at + 4 * i, true)));
        }
    }
    for (let a = 0; a < arms; a++) {
        const axes = view.getUint8(at + 3);
        const arm = { state: view.getUint8(at), follows: view.getUint8(at + 1), taken: view.getUint8(at + 2), cause: view.getUint32(at + 4, true), axes: [] };
        at += 8;
        for (let k = 0; k < axes; k++, at += 32) {
            arm.axes.push([0, 8, 16, 24].map((i) => view.getFloat64(at + i, true)));
        }
        frame.arms.push(arm);
    }
    at = (at + 7) & ~7;
    for (let r = 0; r < rows; r++, at += 8 * (signals + 1)) {
        frame.rows.push(Array.from({ length: signals + 1 }, (_, i) => view.getFloat64(at + 8 * i, true)));
    }
    return { ...frame, links, signals, end: at, bytes: bytes.length };
}

const client = new Client(port);
await client.open();
await client.hello(token);
await client.acquire();
for (let i = 0; i < 1000; i++) {
    const { arms } = await client.request('status');
    if (arms[0].state === 'enabled') break;
    await client.request(arms[0].state === 'disabled' ? 'enable' : 'acknowledge');
    await sleep(20);
}
const names = ['arm/sensed/q[1]', 'arm/command/q[1]', 'loop/t'];
check('signals are subscribed to', (await client.request('subscribe', { signals: names })).ok);
const started = await client.request('record', { act: 'start', name: 'frames' });
check('a recording starts', started.ok, started);

// all frames, from some ticks after the begin of the recording until it is told to end
const kept = [];
const take = client.takeFrame.bind(client);
client.takeFrame = (first, payload) => {
    if ((first & 15) === 2) kept.push(Buffer.from(payload));
    take(first, payload);
};
const first = (await client.request('get', { path: 'loop/ticks' })).value;
const going = await client.request('message', { object: 'move', text: 'move -1.2 -0.4 -0.3 -1.8 0.2 1.4 0.5' });
check('a motion begins', going.ok, going);
check('frames come', await client.until(() => kept.length >= LEAST + 10, 120000), String(kept.length));
const last = kept.length;
const ended = await client.request('get', { path: 'loop/ticks' });
check('the loop has gone on', Number(ended.value) > Number(first), ended);
check('the recording ends', (await client.request('record', { act: 'stop' })).ok);

const file = await http(port, 'GET', `/record/${started.name}`, { headers: { Authorization: `Bearer ${token}` } });
fs.writeFileSync('frames.mcap', file.body);
const fields = ['sensed/q', 'estimate/v', 'sensed/effort', 'command/q'];
const paths = fields.flatMap((field) => Array.from({ length: 7 }, (_, i) => `arm/${field}[${i}]`));
const table = execFileSync(program, ['record', 'export', 'frames.mcap', ...paths.flatMap((path) => ['--signals', path])],
    { maxBuffer: 1 << 28 }).toString().trimEnd().split('\n');
const columns = table[0].split(',').map((name) => name.replace(/ .*/, ''));
const column = paths.map((path) => columns.findIndex((name) => name === path));
check('all is recorded', column.every((k) => k > 0), columns.slice(0, 8));
// times are told in ns or as seconds in doubles; a tick lasts 1 ms
const moment = (t) => Math.round(t * 1e6);
const recorded = new Map(table.slice(1).map((text) => text.split(',').map(Number)).map((row) => [moment(row[1]), row]));

const scene = await client.request('scene');
const frames = kept.slice(0, last).map(decodeFirstLayout).filter((frame) => recorded.has(moment(frame.time)));
check('many frames are of recorded ticks', frames.length >= LEAST, `${frames.length} of ${last}`);
let [before, rows, moved] = [null, 0, 0];
for (const frame of frames) {
    const row = recorded.get(moment(frame.time));
    const at = `tick ${frame.tick}`;
    check(`${at}: head`, frame.magic === 0x31574e53 && frame.kind === 1 && (frame.flags & ~7) === 0, frame.flags);
    check(`${at}: as many ticks as there were`, Math.abs(frame.tick - row[0]) <= 1, String(row[0]));
    check(`${at}: the recording is flagged`, (frame.flags & 2) === 2, String(frame.flags));
    check(`${at}: sequence`, before === null || frame.sequence > before.sequence, String(frame.sequence));
    check(`${at}: the frame is as long as it says, or longer`, frame.end <= frame.bytes, `${frame.end}`);
    check(`${at}: links`, frame.links === scene.links.length, `${frame.links} ${scene.links.length}`);
    for (const pose of [...frame.measured, ...frame.commanded]) {
        check(`${at}: a pose`, pose.every(Number.isFinite) && Math.abs(Math.hypot(...pose.slice(3)) - 1) < 1e-6, pose);
    }
    check(`${at}: the base stands in the world`, frame.measured[0].every((x, i) => Math.abs(x - (i === 6 ? 1 : 0)) < 1e-6), frame.measured[0]);
    check(`${at}: one arm that follows`, frame.arms.length === 1 && frame.arms[0].axes.length === 7 && frame.arms[0].state === 1 && frame.arms[0].follows === 1 && frame.arms[0].taken === 0 && frame.arms[0].cause === 0, frame.arms);
    const numbers = fields.flatMap((_, f) => frame.arms[0].axes.map((axis) => axis[f]));
    const wrong = numbers.findIndex((x, i) => x !== row[column[i]]);
    check(`${at}: numbers of the arm`, wrong < 0, wrong >= 0 ? `${paths[wrong]}: ${numbers[wrong]} ${row[column[wrong]]}` : '');
    check(`${at}: signals`, frame.signals === names.length, String(frame.signals));
    for (const [t, q, told, loop] of frame.rows) {
        const of = recorded.get(moment(t));
        if (of === undefined) continue;
        rows++;
        check(`${at}: a row`, q === of[column[1]] && told === of[column[22]] && moment(loop) === moment(t), [t, q, told, loop]);
    }
    if (before !== null && frame.arms[0].axes[0][0] !== before.arms[0].axes[0][0]) moved++;
    before = frame;
}
check('the arm moved', moved > LEAST / 2, String(moved));
check('rows were compared', rows >= LEAST / 2, String(rows));
client.stopKeeping();
await client.request('lease', { act: 'return' });
await client.close();
finish();
