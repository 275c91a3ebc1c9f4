// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Recordings are replayed in the scene, where the links are as the kinematics of the model has them, and two
// of them are compared in one plot.

import { expect, until } from '../check.mjs';
import { handOn, HEARD } from '../hand.mjs';
import { ask, openPage, placesOf, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000', '--idle']);
const page = await openPage(cell.url, { width: 1440, height: 900 });
const hand = handOn(page, () => cell);
const names = () => page.$$eval('.record b', (all) => all.map((e) => e.textContent));
const text = (selector) => page.$eval(selector, (e) => e.textContent);

/** Moves the first joint; one that was not heard, or ended by a stop, is moved again. */
async function moveTo(q0) {
    await until(async () => {
        await hand.ready();
        await ask(cell, 'ask', 'motion', `move ${q0} -0.785 0 -2.356 0 1.571 0.785`);
        return until(async () => Math.abs((await hand.joints())[0] - q0) < 0.01, 'it is there', HEARD).catch(() => false);
    }, `the first joint goes to ${q0}`);
}

/** Places of the last link that the scene shows [m]. */
const drawn = () => page.$$eval('.scene-twin tbody tr', (all) => {
    const row = all.find((e) => e.cells[0].textContent.includes('j7_link'));
    return [2, 3, 4].map((c) => Number(row.cells[c].textContent.replace('\u2212', '-')) / 1000);
});

async function button(label) {
    const selector = `.record button[aria-label="${label}"]`;
    await until(() => page.$eval(selector, (e) => e.ariaDisabled !== 'true').catch(() => false), label);
    await page.$eval(selector, (e) => e.click());
}

export default {
    'two motions are recorded': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await moveTo(-0.4);
        for (const [k, goal] of [0.4, -0.4].entries()) {
            await hand.record(true);
            await moveTo(goal);
            await hand.record(false);
            await hand.go('events');
            await until(async () => (await names()).length >= k + 1, 'it is in the list');
            await hand.go('operate');
        }
        await moveTo(0);
        await hand.go('events');
        expect((await names()).length >= 2, `${await names()}`);
    },

    // Seen: only black boxes could be replayed, and only those that the page itself had seen.
    'a recording is replayed in the scene, and the links are where the model has them': async () => {
        const name = (await names())[0];
        await button(`Replay ${name}`);
        await until(() => page.$('body.is-replay'), 'it is replayed');
        expect((await text('.card-black-box h2')) === 'Recording', 'the card says what it shows');
        const exported = await ask(cell, 'record', 'export', await file(name), '--signals', 'arm/estimate/q[*]');
        const [head, ...rows] = exported.split('\n').map((row) => row.split(','));
        const columns = [...Array(7).keys()].map((i) => head.findIndex((n) => n.includes(`q[${i}]`)));
        const clock = head.findIndex((n) => /^t\b/.test(n));
        const times = rows.map((row) => Number(row[clock]));
        const seen = new Set();
        for (const part of [0.1, 0.5, 0.9]) {
            await page.$eval('.card-black-box .slider', (e, value) => {
                e.value = String(value);
                e.dispatchEvent(new Event('input', { bubbles: true }));
            }, part);
            const at = Number((await text('.card-black-box')).match(/Replay: ([\d.]+) s/)[1]);
            const row = times.findIndex((t) => t - times[0] >= at - 0.0051);
            const joints = columns.map((c) => Number(rows[row][c]));
            const [place] = await placesOf(cell, 'models/panda/panda.xml', 'j7_link', [joints]);
            // the table of the scene is written once a second
            await until(async () => {
                const [x, y, z] = await drawn();
                return Math.hypot(x - place[0], y - place[1], z - 0.7 - place[2]) < 0.02;
            }, `the last link is at ${place}`).catch(async (error) => {
                throw new Error(`${error.message}; it is drawn at ${await drawn()}`);
            });
            seen.add(place[1].toFixed(2));
        }
        expect(seen.size >= 2, 'it moves');
        expect((await stateWord(page)) !== 'Running', 'and the arm itself stands');
        await page.$$eval('.card-black-box .btn', (all) => all.find((e) => e.textContent === 'Back to now').click());
        await until(async () => (await page.$('body.is-replay')) === null, 'back to now');
    },

    'two recordings are compared in one plot': async () => {
        const [first, second] = await names();
        await button(`Compare ${first}`);
        await button(`Compare ${second}`);
        const legend = () => page.$$eval('.plot:first-child .legend > button span', (all) => all.map((e) => e.textContent).join());
        await until(async () => (await legend()) === `${first}: j1 estimate,${second}: j1 estimate`, 'both in one plot')
            .catch(async (error) => { throw new Error(`${error.message}; ${await legend()}`); });
        const seen = await until(async () => {
            const probe = await page.$eval('.plot', (e) => e.probe());
            return probe.points?.length === 2 && probe.points.every((n) => n > 10) && probe;
        }, 'both are drawn');
        expect(seen.from <= 0.01, `both begin at 0: ${seen.from}`);
        await button(`Compare ${first}`);
        await until(async () => (await text('.plot h2')) === 'j1 target, j1 sensed', 'and back to what comes in');
        await page.end();
        await cell.stop();
    },
};

/** The file of a recording of this run. */
async function file(name) {
    const { readdirSync } = await import('node:fs');
    const { join } = await import('node:path');
    const find = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory()
        ? find(join(folder, entry.name)) : join(folder, entry.name)));
    return find(cell.home).find((path) => path.endsWith(`${name}.mcap`) || path.endsWith(`/${name}`));
}
