// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A whole session of the operator station: an arm is loaded, five via points are moved in the 3D view,
// their cycle runs, a warning is seen, the cell is saved, and what is loaded again is equal.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { answered, isAccepted } from '../answers.mjs';
import { expect, until } from '../check.mjs';
import { distance, farthest, handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, placesOf, startCell, takeLease } from '../station.mjs';

const VIA = ['via_1', 'via_2', 'via_3', 'via_4', 'via_5'];
const WAYS = [[-45, -30], [30, -20], [-30, 25], [25, 25], [5, -40]]; // [px] that each is drawn by
const run = ['--virtual', '--pace', '1', '--for', '36000', '--idle'];

let cell = await startCell('', run);
let page = await openPage(cell.url, { width: 1280, height: 800 });
let hand = handOn(page, () => cell);
let moved = []; // the points after they were edited, as the cell tells them

/** NAME, joints and pose of each point, as the cell tells them: as text, digit for digit. */
async function told() {
    const count = Number(await ask(cell, 'ask', 'points', 'count'));
    const rows = [];
    for (let i = 0; i < count; i++) rows.push(await ask(cell, 'ask', 'points', `point ${i}`));
    return rows;
}

const jointsOf = (row) => row.split(' | ')[0].split(' ').slice(1).map(Number);
const placeOf = (row) => row.split(' | ')[1].split(' ').slice(0, 3).map(Number);
const inScene = async (name) => (await hand.probe()).points.find((p) => p.name === name);

async function choose(text) {
    await until(() => page.$('.menu'), 'a menu', HEARD);
    await page.$$eval('.menu [role^="menuitem"]', (all, wanted) => all
        .find((e) => e.children[1].textContent.trim() === wanted).click(), text);
}

async function chord(key) {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
}

/** Points can be moved now: with the lease, in Teach, by the handle that is chosen below the scene. */
async function pointing() {
    await hand.go('teach').catch(() => undefined);
    await takeLease(page);
    const button = '.handle-choice [data-value="point"]';
    await until(() => page.$eval(`${button}`, (e) => !e.hidden && e.closest('.seg').ariaDisabled !== 'true'), 'points can be moved', HEARD);
    await page.click(button);
    await until(() => page.$eval(button, (e) => e.ariaChecked === 'true'), 'they are chosen', HEARD);
}

/** Takes a point by its middle and draws it by some pixels; the button is still down. */
async function draw(name, dx, dy) {
    await pointing();
    await page.click(`.point[data-name="${name}"] .point-name`);
    const box = await hand.probe();
    const { at } = await until(async () => {
        const point = await inScene(name);
        return point?.chosen && point.at !== null && point;
    }, `${name} is in the picture`, HEARD);
    const from = { x: box.left + at[0], y: box.top + at[1] };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await until(async () => (await hand.probe()).point?.name === name, `${name} is held`, HEARD);
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 6 });
    return [at[0] + dx, at[1] + dy];
}

export default {
    'an arm is loaded by the page': async () => {
        await until(() => page.$('#scene-empty .actions button'), 'what may be opened');
        const isDemo = () => page.$eval('.cell-name span', (e) => e.textContent.trim() === 'demo');
        await hand.once(async () => {
            await chord('o');
            await choose('demo').catch(() => undefined);
        }, isDemo, /"command":"open"/, 'the cell is loaded');
        await until(async () => (await page.$$('.joint[data-joint]')).length === 7, 'its seven joints');
    },

    'five via points are stored, and each is moved in the 3D view': async () => {
        await hand.ready();
        await ask(cell, 'ask', 'program', 'stop');
        // steps that name points of the cell would not be loaded without them
        await ask(cell, 'ask', 'program', 'clear');
        await ask(cell, 'ask', 'points', 'clear');
        for (const name of VIA) {
            await until(async () => {
                await takeLease(page);
                return /^$|done|ok/i.test(await ask(cell, 'ask', 'points', `store ${name}`)) || (await told()).some((r) => r.startsWith(`${name} `));
            }, `${name} is stored`);
        }
        const stored = await told();
        expect(stored.length === 5, `five points: ${stored}`);
        await hand.go('teach');
        await until(async () => (await page.$$('.points .point')).length === 5, 'the list has them');
        for (const [i, name] of VIA.entries()) {
            const before = await told();
            let at = null;
            await until(async () => {
                await isAccepted(page, async () => {
                    at = await draw(name, ...WAYS[i]).catch(() => null);
                    await page.mouse.up();
                }, /./);
                return at !== null && (await told())[i] !== before[i];
            }, `${name} is moved`);
            const after = await told();
            expect(after.every((row, k) => k === i || row === before[k]), 'and the others are not');
            expect(distance(placeOf(after[i]), placeOf(before[i])) > 0.03, `by a way that is seen: ${after[i]}`);
            // it stays where the pointer left it in the picture
            await until(async () => {
                const seen = (await inScene(name)).at;
                return Math.hypot(seen[0] - at[0], seen[1] - at[1]) < 3;
            }, `${name} is under the pointer`);
        }
        moved = await told();
        // by the program's own kinematics the joints are those of the places, in the world of the table
        const places = await placesOf(cell, 'models/panda/panda.xml', 'tool', moved.map(jointsOf));
        moved.forEach((row, i) => {
            const [x, y, z] = places[i];
            expect(distance([x, y, z + 0.7], placeOf(row)) < 1e-4, `${row} is at ${places[i]}`);
        });
    },

    'a point that the arm cannot reach is warned of in the view, and is not taken': async () => {
        const said = () => page.$eval('.scene-labels', (e) => [...e.querySelectorAll('.scene-tag.is-limit')].map((t) => t.textContent).join());
        await until(async () => {
            await draw('via_5', -560, -300).catch(() => undefined);
            const warned = await until(async () => /via_5.*cannot be brought there/.test(await said()), 'the warning', HEARD).catch(() => false);
            await page.mouse.up();
            return warned;
        }, 'the warning is beside the pointer');
        await until(() => page.$$eval('.why-note', (all) => all.some((e) => /cannot be brought there/.test(e.textContent))), 'and is said in the list');
        expect((await told()).join() === moved.join(), 'no point has changed');
        await page.$$eval('.why-note button', (all) => all.forEach((e) => e.click()));
    },

    'the cycle runs through all of them; a run that is interrupted is a warning': async () => {
        await page.click('.points-body .seg [data-value="all"]');
        const state = () => hand.word('points/state');
        const visited = new Set();
        const look = async () => {
            const now = await hand.joints();
            moved.forEach((row, i) => farthest(now, jointsOf(row)) < 0.01 && visited.add(i));
        };
        await until(async () => {
            await hand.ready();
            await hand.go('teach').catch(() => undefined);
            if ((await state()) === 'idle') {
                const [button] = await page.$$('.cycle .btn');
                await until(() => button.evaluate((e) => e.ariaDisabled !== 'true'), 'run is free', HEARD).catch(() => false);
                await button.evaluate((e) => e.setAttribute('data-run', ''));
                await hand.holdDown('[data-run]', async () => (await state()) === 'cycling', 'it runs').catch(() => undefined);
            }
            return until(async () => {
                await look();
                return visited.size === 5;
            }, 'all five', 30000).catch(() => false);
        }, 'the arm was at all five points');
        // stopped by a person in the next round
        await until(async () => {
            await hand.ready();
            if ((await state()) === 'idle') await ask(cell, 'ask', 'points', 'cycle all');
            return until(async () => (await state()) === 'cycling', 'it runs', HEARD).catch(() => false);
        }, 'it runs again');
        await hand.go('events');
        const warnings = () => page.$$eval('.event.is-warning', (all) => all.map((e) => e.textContent).join(' | '));
        const before = await warnings();
        await page.click('#stop');
        await inState(page, 'Stopped');
        await until(async () => (await warnings()) !== before && /move was ended/.test(await warnings()), 'the warning is listed')
            .catch(async (error) => { throw new Error(`${error.message}: ${await warnings()}`); });
        await page.$$eval('.event.is-warning', (all) => all.find((e) => /move was ended/.test(e.textContent)).click());
        await until(() => page.$$eval('.card .strong', (all) => all.some((e) => /move was ended/.test(e.textContent))), 'and its reason is seen');
        await hand.ready();
    },

    // spec: damore:CLI-03b
    'saved, and loaded again by another run, all points are equal to the last digit': async () => {
        await hand.rest();
        await until(async () => {
            await page.$$eval('.dialog .dialog-head button', (all) => all.forEach((e) => e.click()));
            await chord('s');
            await answered(page);
            return page.$('.dialog input');
        }, 'it asks for a name');
        await page.$eval('.dialog input', (e) => e.select());
        await page.keyboard.type('via');
        await page.keyboard.press('Enter');
        const file = join(cell.home, 'data/sinew/cells/via.cell.xml');
        await until(() => {
            try {
                return VIA.every((name) => readFileSync(file, 'utf8').includes(`name="${name}"`));
            } catch {
                return false;
            }
        }, 'the file has all five');
        const other = await startCell(file, run);
        const before = page;
        page = await openPage(other.url, { width: 1280, height: 800 });
        const first = cell;
        cell = other;
        hand = handOn(page, () => cell);
        expect((await told()).join('\n') === moved.join('\n'), `what was loaded:\n${(await told()).join('\n')}\nis not\n${moved.join('\n')}`);
        await hand.go('teach');
        await until(async () => (await page.$$eval('.points .point', (all) => all.map((e) => e.dataset.name))).join() === VIA.join(), 'the list of the new page');
        await until(async () => (await hand.probe()).points.length === 5, 'and its 3D view');
        const drawn = (await hand.probe()).points;
        moved.forEach((row, i) => {
            const pose = row.split(' | ')[1].split(' ').map(Number);
            expect(farthest(drawn[i].pose, pose) === 0, `${drawn[i].pose} is drawn, ${pose} is told`);
        });
        expect(before.complaints.length === 0, before.complaints.join('; '));
        await before.end();
        await first.stop();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
