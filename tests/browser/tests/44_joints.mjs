// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The table of joints: numbers and sliders within limits, limits that are edited, the pose that is shown
// in joints and in space, and the frame of the view for jogging.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { answered } from '../answers.mjs';
import { click, expect, until } from '../check.mjs';
import { chooseIn, distance, farthest, handOn, HEARD, label } from '../hand.mjs';
import { ask, inState, openPage, placesOf, startCell, takeLease } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const DEGREE = Math.PI / 180;
const row = (i) => `.joint[data-joint="${i}"]`;

const written = (text) => Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, ''));
const cellOf = (i) => page.$eval(`${row(i)} output`, (e) => e.textContent).then(written);
const sliderOf = (i) => page.$eval(`${row(i)} .range`, (e) => {
    const mark = e.querySelector('.at').style.transform.match(/translateX\(([\d.]+)%/);
    const now = Number(e.getAttribute('aria-valuenow'));
    const [low, high] = [Number(e.getAttribute('aria-valuemin')), Number(e.getAttribute('aria-valuemax'))];
    return { now, drawn: low + (Number(mark[1]) / 100) * (high - low), low, high };
});

/** Writes a number into the cell of a joint. */
async function write(i, text) {
    await click(page, `${row(i)} output`);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
}

const choose = (text) => chooseIn(page, () => click(page, label('Menu of the joints')), text);

const limitField = (end, name) => `.limit-row [aria-label="${end} limit of ${name}"]`;

const shut = () => page.$$eval('.dialog-head button', (all) => all.forEach((e) => e.click()));

/** Sets limits until something is so: a slow page may have lost the lease meanwhile. */
async function limitUntil(name, low, high, isSo, text) {
    await until(async () => {
        await hand.ready();
        await choose('Limits of joints\u2026');
        await setLimits(name, low, high);
        const done = await until(isSo, text, 3000).catch(() => false);
        await shut();
        return done;
    }, text);
}

async function setLimits(name, low, high) {
    await until(() => page.$(limitField('Lower', name)), 'the limits are there');
    for (const [end, value] of [['Lower', low], ['Upper', high]]) {
        await page.$eval(limitField(end, name), (e, v) => { e.value = v; }, String(value));
    }
    await page.$eval(`.limit-row [aria-label="Set the limits of ${name}"]`, (e) => e.click());
}

export default {
    // spec: actin-model:A1-VW-29
    'a number beyond a limit is refused with the range; slider and cell agree': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready', 'Stopped', 'Fault');
        await takeLease(page);
        await hand.ready();
        const before = await hand.rest();
        await write(0, '170');
        await until(async () => (await hand.notes()).includes('above its upper limit'), 'it says why');
        expect((await hand.notes()).includes('166'), 'and names the range');
        await page.keyboard.press('Tab');
        for (let i = 0; i < 7; i++) {
            const { now, drawn, low, high } = await sliderOf(i);
            expect(Math.abs(now - before[i]) < 1e-3, `the slider of joint ${i + 1} is where the joint is: ${now}`);
            expect(Math.abs(drawn - now) < 1e-3 * (high - low), `its mark too: ${drawn}, ${now}`);
            expect(Math.abs((await cellOf(i)) * DEGREE - now) < 0.06 * DEGREE, `and the cell: ${await cellOf(i)}`);
        }
        expect(farthest(await hand.joints(), before) < 1e-4, 'nothing moved');
    },

    'a number within limits moves nothing by itself; the held button goes there': async () => {
        const before = await hand.rest();
        await write(0, String(Math.round(before[0] / DEGREE) + 6));
        const goal = (Math.round(before[0] / DEGREE) + 6) * DEGREE;
        const go = `${row(0)} + .joint-goal .btn.hold`;
        await until(() => page.$eval(go, (e) => e.checkVisibility()), 'there is a button to hold');
        expect(farthest(await hand.joints(), before) < 1e-4, 'nothing moved');
        await hand.holdUntil(go, async () => Math.abs((await hand.joints())[0] - goal) < 1e-3, 'it goes there');
        await page.mouse.up();
        const after = await hand.rest();
        for (let i = 1; i < 7; i++) expect(Math.abs(after[i] - before[i]) < 2e-3, `joint ${i + 1} stays`);
        await until(async () => Math.abs((await sliderOf(0)).now - after[0]) < 1e-3, 'the slider says so');
    },

    // spec: loffler:L-187
    'a slider moves its joint while it is held, to where it is, within its rates': async () => {
        const before = await hand.rest();
        const box = await page.$eval(`${row(6)} .range`, (e) => {
            const { left, top, width, height } = e.getBoundingClientRect();
            return { left, y: top + height / 2, width };
        });
        const { low, high } = await sliderOf(6);
        const goal = before[6] + 0.3;
        const x = box.left + ((goal - low) / (high - low)) * box.width;
        const limit = await hand.number('task/joint_share');
        let fastest = 0;
        await hand.keepUntil(async () => {
            await page.mouse.move(x, box.y);
            await page.mouse.down();
        }, () => page.mouse.up(), async () => {
            fastest = Math.max(fastest, Math.abs(await hand.number('arm/target/v[6]')));
            return Math.abs((await hand.joints())[6] - goal) < 0.02;
        }, 'it reaches');
        await page.mouse.up();
        const after = await hand.rest();
        expect(fastest > 0.01 && fastest <= limit * 2.61 + 1e-6, `no faster than it may: ${fastest}`);
        for (let i = 0; i < 6; i++) expect(Math.abs(after[i] - before[i]) < 2e-3, `joint ${i + 1} stays`);
    },

    // spec: loffler:L-189
    'joints and pose are shown of one moment, agree by forward kinematics, and refresh five times a second': async () => {
        const shown = () => page.evaluate(() => {
            const [joints, pose] = ['.joints', '.pose'].map((s) => document.querySelector(s).dataset);
            return { ticks: [joints.tick, pose.tick].map(Number), q: joints.q, pose: pose.pose };
        });
        const name = await page.$eval(`${row(0)} .nudge`, (e) => e.ariaLabel);
        const seen = new Map();
        // while it moves: distinct moments per second of the loop, in the best of some windows
        await hand.holdUntil(label(name), async () => {
            for (let k = 0; k < 12; k++) {
                const now = await shown();
                if (now.ticks[0] === now.ticks[1]) seen.set(now.ticks[0], now);
            }
            const ticks = [...seen.keys()].sort((a, b) => a - b);
            return ticks.some((t) => ticks.filter((other) => other >= t && other < t + 1000).length >= 5);
        }, 'both refresh at 5 Hz');
        await page.mouse.up();
        await hand.rest();
        const all = [...seen.values()];
        const rows = all.map((s) => s.q.split(' ').map(Number));
        expect(farthest(rows[0], rows.at(-1)) > 1e-3, 'it was moving');
        const places = await placesOf(cell, 'models/panda/panda.xml', 'tool', rows);
        places.forEach((place, i) => {
            // the arm stands on the table, 0.7 m above the ground; poses of links are single numbers
            const world = [place[0], place[1], place[2] + 0.7];
            const off = distance(world, all[i].pose.split(' ').map(Number));
            expect(off < 1e-6, `row ${i} is off by ${off} m`);
        });
    },

    // spec: actin-model:A1-VW-30
    'a limit that is edited is enforced at once, seen by all, and given back': async () => {
        const before = await hand.rest();
        const at = before[0] / DEGREE;
        const upper = (Math.round(at) + 4) * DEGREE;
        await limitUntil('j1', -170, 100, async () => (await hand.notes()).includes('wider'),
            'wider is refused with its reason');
        await limitUntil('j1', Math.round(at) - 20, Math.round(at) + 4,
            async () => Math.abs((await sliderOf(0)).high - upper) < 1e-9, 'the row shows it');
        // a program is told, a hand is held
        const goal = before.map((q, i) => (i === 0 ? upper + 0.05 : q)).join(' ');
        expect(/limit/.test(await ask(cell, 'ask', 'motion', 'move', ...goal.split(' '))), 'a move is refused');
        await until(async () => {
            await write(0, String(Math.round(at) + 5));
            return until(async () => (await hand.notes()).includes('above its upper limit'), 'it is said', HEARD).catch(() => false);
        }, 'a number too');
        await page.keyboard.press('Tab');
        const up = await page.$eval(`${row(0)} .nudge:last-of-type`, (e) => e.ariaLabel);
        let last = -9;
        await hand.holdUntil(label(up), async () => {
            const now = (await hand.joints())[0];
            const stays = Math.abs(now - last) < 1e-6 && now > upper - 0.05;
            last = now;
            return stays;
        }, 'it goes to the new end and no further');
        await page.mouse.up();
        expect((await hand.rest())[0] < upper, 'it is within');
        // saved with the cell, under a name of its own: a cell that comes with sinew asks for one
        await until(async () => {
            await hand.ready();
            await page.keyboard.down('Control');
            await page.keyboard.press('s');
            await page.keyboard.up('Control');
            await answered(page);
            return page.$('.dialog input');
        }, 'it asks for a name');
        await page.keyboard.press('Enter');
        const find = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory()
            ? find(join(folder, entry.name)) : join(folder, entry.name)));
        const saved = await until(() => find(cell.home).find((name) => name.endsWith('.cell.xml')), 'a cell is saved');
        const ends = await until(() => readFileSync(saved, 'utf8').match(/joint="j1" lower="([^"]+)" upper="([^"]+)"/),
            'it has the limits');
        expect(Math.abs(Number(ends[2]) - upper) < 1e-12, `the upper end is ${ends[2]}, not ${upper}`);
        await choose('Limits of joints\u2026');
        await page.$eval('.limit-row [aria-label="Restore the model limits of j1"]', (e) => e.click());
        await until(async () => (await sliderOf(0)).high > 2.8, 'the range of the model is back');
        await shut();
    },

    // Seen: "-688\u2026688", where a turn of more than half a round ends nowhere
    'the range of the elbow is that of an angle, or free': async () => {
        const range = () => page.$eval('.joint.elbow output', (e) => e.textContent.trim());
        const said = await until(async () => /\d|free/.test(await range()) && range(), 'the range of the elbow');
        const ends = said.split('\u2026');
        expect(said === 'free' || ends.length === 2, said);
        for (const end of ends) {
            const angle = Number(end.replace('\u2212', '-').replace('\u00b0', ''));
            expect(end === 'free' || Math.abs(angle) <= 180, said);
        }
    },

    'an arm on a fixed base has no other fixed link, and it is said why': async () => {
        await click(page, label('Menu of the joints'));
        const line = await until(() => page.$$eval('.menu [role^="menuitem"]', (all) => {
            const found = all.find((e) => e.textContent.trim().startsWith('Fixed link'));
            return found ? { locked: found.ariaDisabled, title: found.title } : null;
        }), 'the line is there');
        expect(line.locked === 'true' && line.title.includes('fixed'), line.title);
        await click(page, '.card-joints h2');
    },

    'in the frame of the view, plus X is to the right of the picture': async () => {
        await click(page, '.card-jog [data-value="view"]');
        const camera = (await hand.probe()).panes[0].camera; // by columns
        const right = camera.slice(0, 3);
        const from = await hand.numbers('task/actual');
        await hand.holdUntil(label('Hold: plus X'), async () => distance(await hand.numbers('task/actual'), from) > 0.02,
            'the tool moves');
        await page.mouse.up();
        await hand.rest();
        const to = await hand.numbers('task/actual');
        const way = [0, 1, 2].map((i) => (to[i] - from[i]) / distance(to, from));
        const along = way[0] * right[0] + way[1] * right[1] + way[2] * right[2];
        expect(along > 0.99, `it went to the right: ${along}`);
        await click(page, '.card-jog [data-value="world"]');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
