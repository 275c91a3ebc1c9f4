// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Every way in which a hand can leave a jog ends it: release, a hidden page, a page that is blocked, one
// that is killed. The cell's own recording tells when, by the time of the loop, and when the loop took the
// last jog before it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { handOn, label } from '../hand.mjs';
import { openPage, paths, startCell, tokenFile } from '../station.mjs';

const { file, token } = tokenFile();
const word = token('ann');
const cell = await startCell('panda-task', ['--tokens', file, '--record', 'run.mcap']);
const size = { width: 1280, height: 800 };
const up = label('Hold: plus Z');

let page = await openPage(`http://127.0.0.1:${cell.port}/#${word}`, size);
let hand = handOn(page, () => cell);
const endings = []; // what, and a time of the loop after the end [s]

/** Jogs, lets go in some way, and keeps a time at which the jog was over. */
async function jogUntil(what, letGo, comeBack) {
    await hand.holdUntil(up, async () => (await hand.word('task/mode')) === 'jog', 'it jogs');
    const begin = await hand.number('loop/t');
    await until(async () => (await hand.number('loop/t')) > begin + 0.3, 'it goes on');
    await letGo();
    await until(async () => (await hand.word('task/mode')) !== 'jog', 'the jog is over');
    endings.push({ what, over: await hand.number('loop/t') });
    await comeBack();
}

const record = (...args) => execFileSync(paths.program, ['record', ...args], { maxBuffer: 1 << 28 }).toString();

/** When the loop took a jog, and the cycles in which it jogged [s]. */
function recorded() {
    const [file, logs] = [join(cell.home, 'run.mcap'), join(cell.home, 'logs')];
    record('logs', file, '-o', logs);
    const words = readFileSync(join(logs, 'log1.dat'), 'utf8').split('\n')
        .map((text) => /^\[([0-9.]+)\] MSG task jog /.exec(text)).filter(Boolean).map((found) => Number(found[1]));
    const cycles = record('export', file, '--signals', 'task/mode').trimEnd().split('\n').slice(1)
        .map((row) => row.split(',')).filter((row) => row[2] === '2').map((row) => Number(row[1]));
    return { words, cycles };
}

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
        const { words, cycles } = recorded();
        for (const { what, over } of endings) {
            const [word, end] = [words, cycles].map((times) => times.findLast((t) => t <= over));
            const took = (end - word) * 1000 + 1; // the cycle that was the last has its length too
            console.log(`    ${what}: the jog ended ${took.toFixed(0)} ms of loop time after the loop took the last of it`);
            expect(took > 0 && took <= 152, `${what}: ${took} ms`);
        }
        expect(endings.length === 4, 'all four');
    },

    'nothing else is left': async () => {
        await cell.stop();
    },
};
