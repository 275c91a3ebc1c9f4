// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Every way in which a hand can leave a jog ends it: release, a hidden page, a page that is blocked, one
// that is killed. The cell's own recording tells when, by the time of the loop; the line between page and
// cell tells when the last jog went over it.

import { execFileSync } from 'node:child_process';
import net from 'node:net';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { handOn, label } from '../hand.mjs';
import { openPage, paths, startCell, tokenFile } from '../station.mjs';

const { file, token } = tokenFile();
const word = token('ann');
const cell = await startCell('panda-task', ['--tokens', file, '--host-name', '127.0.0.2', '--record', 'run.mcap']);
const size = { width: 1280, height: 800 };
const up = label('Hold: plus Z');
const line = { last: 0 };

// What a client says, without its mask, where it is whole in this piece.
function heard(bytes) {
    let text = '';
    for (let at = 0; at + 6 < bytes.length;) {
        let length = bytes[at + 1] & 127;
        let head = 2;
        if (length === 126) [length, head] = [bytes.readUInt16BE(at + 2), 4];
        const mask = bytes.subarray(at + head, at + head + 4);
        text += bytes.subarray(at + head + 4, at + head + 4 + length).map((byte, i) => byte ^ mask[i & 3]).toString();
        at += head + 4 + length;
    }
    return text;
}

// The page comes over another address of this machine, with somebody in between who looks at his clock.
const server = net.createServer((near) => {
    const far = net.connect({ port: cell.port, host: '127.0.0.1' });
    near.on('data', (bytes) => {
        if (heard(bytes).includes('"jog ')) line.last = performance.now();
        far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const [one, two] of [[near, far], [far, near]]) {
        one.setNoDelay(true);
        one.on('error', () => undefined);
        one.on('close', () => two.destroy());
    }
});
await new Promise((done) => server.listen(cell.port, '127.0.0.2', done));

let page = await openPage(`http://127.0.0.2:${cell.port}/#${word}`, size);
let hand = handOn(page, () => cell);
const endings = []; // what, last jog and end by the clock of the loop [s]

/** Loop time less wall time [ms], by the quickest of some questions, and how sure that is. */
async function clockOffset() {
    let best = { round: Infinity, offset: 0 };
    for (let i = 0; i < 6; i++) {
        const begin = performance.now();
        const loop = (await hand.number('loop/t')) * 1000;
        const round = performance.now() - begin;
        if (round < best.round) best = { round, offset: loop - begin - round / 2 };
    }
    return best;
}

/** Jogs, lets go in some way, and keeps the times. */
async function jogUntil(what, letGo, comeBack) {
    await hand.holdUntil(up, async () => (await hand.word('task/mode')) === 'jog', 'it jogs');
    const begin = line.last;
    await until(() => line.last > begin + 100, 'it goes on');
    await letGo();
    await until(async () => (await hand.word('task/mode')) !== 'jog', 'the jog is over');
    const { last } = line;
    const clock = await clockOffset();
    endings.push({ what, last: (last + clock.offset) / 1000, sure: clock.round / 1000 });
    await comeBack();
}

const lastRows = () => {
    const table = execFileSync(paths.program, ['record', 'export', join(cell.home, 'run.mcap'), '--signals', 'task/mode'],
        { maxBuffer: 1 << 28 }).toString().trimEnd().split('\n').slice(1);
    return table.map((row) => row.split(',')).map((row) => ({ t: Number(row[1]), mode: Number(row[2]) }));
};

export default {
    'a jog ends when the button is let go': async () => {
        await until(async () => (await page.$(up)) !== null, 'the page is there');
        await jogUntil('release', () => page.mouse.up(), () => hand.rest());
    },

    'when the page is hidden': async () => {
        let other;
        await jogUntil('hidden', async () => {
            other = await page.browserContext().newPage();
            await other.bringToFront();
        }, async () => {
            await page.bringToFront();
            await other.close();
            await page.mouse.up();
            await hand.rest();
        });
    },

    'when the page is blocked for a second': async () => {
        let blocked;
        await jogUntil('blocked', () => {
            blocked = page.evaluate(() => {
                const end = performance.now() + 1000;
                while (performance.now() < end);
            });
        }, async () => {
            await blocked;
            await page.mouse.up();
            await hand.rest();
        });
    },

    'when the page is killed': async () => {
        await jogUntil('killed', async () => {
            const session = await page.createCDPSession();
            session.send('Page.crash').catch(() => undefined);
        }, async () => {
            await page.end().catch(() => undefined);
        });
    },

    'each within 150 ms and 2 cycles of the last jog, by the recording': async () => {
        cell.child.kill('SIGINT');
        await until(() => cell.exited, 'the program ends');
        const rows = lastRows();
        for (const { what, last, sure } of endings) {
            // the last row of this jog: no later one follows it without a gap
            let end = -1;
            for (const { t, mode } of rows) {
                if (mode === 2 && t >= last - 0.2 && t <= Math.max(end, last) + 0.2) end = t;
            }
            expect(end > 0, `${what}: it jogged`);
            const took = (end - last) * 1000;
            console.log(`    ${what}: the jog ended ${took.toFixed(1)} ms of loop time after the last word of it`);
            expect(took <= 152 + sure * 1000, `${what}: ${took} ms, sure within ${sure * 1000} ms`);
        }
        expect(endings.length === 4, 'all four');
    },

    'nothing else is left': async () => {
        server.close();
        await cell.stop();
    },
};
