// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Points are taught, named, ordered, gone to and cycled from the keyboard alone.

import { expect, until } from '../check.mjs';
import { farthest, handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const home = [0, -0.785, 0, -2.356, 0, 1.571, 0.785];
const places = [0, 1, 2, 3, 4].map((k) => home.map((q, i) => q + (i === k ? 0.06 : 0)));
const DEGREE = Math.PI / 180;

const points = (text) => ask(cell, 'ask', 'points', text);
const count = async () => Number.parseInt(await points('count'), 10);
const names = async () => Promise.all([...Array(await count()).keys()]
    .map(async (i) => (await points(`point ${i}`)).split(/\s+/)[0]));
const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
};
const focus = (selector) => page.$eval(selector, (e) => e.focus());

async function moveTo(q) {
    await ask(cell, 'ask', 'motion', `move ${q.join(' ')}`);
    await until(async () => farthest(await hand.joints(), q) < 2e-3, 'the arm is there');
    return hand.rest();
}

export default {
    'the arm is ours and there are no points': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await points('clear');
        await inState(page, 'Ready');
        await hand.ready();
        await keys('g', 't');
        await until(() => page.$eval('body', (e) => e.dataset.workspace === 'teach'), 'the workspace');
        await until(() => page.$eval('.points', (e) => e.textContent.includes('No points yet')), 'it says so');
    },

    'five points are stored where the arm is, by Enter': async () => {
        for (const [i, q] of places.entries()) {
            await moveTo(q);
            await hand.store();
            expect((await count()) === i + 1, `point ${i + 1}`);
        }
        await until(async () => (await page.$$('.points .point')).length === 5, 'five rows');
        const stored = (await points('point 3')).split('|')[0].trim().split(/\s+/).slice(1).map(Number);
        expect(farthest(stored, places[3]) < 0.1 * DEGREE, 'the fourth is where the arm was');
    },

    'a point is renamed and ordered by keys': async () => {
        await focus('.points .point:nth-child(3) .point-name');
        await keys('F2');
        await until(() => page.$('.dialog input'), 'a field for the name');
        await page.keyboard.down('Control');
        await keys('a');
        await page.keyboard.up('Control');
        await page.keyboard.type('over bin');
        await keys('Enter');
        await until(async () => (await names())[2] === 'over_bin', 'it has its name');
        await until(() => page.$('.point[data-name="over_bin"]'), 'the list has it');
        await focus('.point[data-name="over_bin"] .point-name');
        await page.keyboard.down('Alt');
        await keys('ArrowUp');
        await page.keyboard.up('Alt');
        await until(async () => (await names())[1] === 'over_bin', 'it is the second');
    },

    'the arm goes to a point while its button is held, and is there to a tenth of a degree': async () => {
        await until(async () => (await page.$eval('.points .point:nth-child(2)', (e) => e.dataset.name)) === 'over_bin', 'drawn');
        await focus('.point[data-name="over_bin"] .point-name');
        await keys('Enter');
        await until(() => page.$('.point.on[data-name="over_bin"]'), 'it is chosen');
        const q = places[2];
        const end = async () => {
            await page.keyboard.up('Space');
            await page.keyboard.up('Shift');
        };
        await hand.keepUntil(async () => {
            await hand.free('.card-point .hold', HEARD);
            await focus('.card-point .hold');
            await page.keyboard.down('Shift');
            await page.keyboard.down('Space');
        }, end, async () => farthest(await hand.joints(), q) < 0.1 * DEGREE, 'it is there');
        await end();
        expect(farthest(await hand.rest(), q) < 0.1 * DEGREE, 'it stays there');
    },

    // spec: loffler:L-188
    'all five are gone to, each to a tenth of a degree': async () => {
        for (let i = 0; i < 5; i++) {
            const [name, ...stored] = (await points(`point ${i}`)).split('|')[0].trim().split(/\s+/);
            await points(`go ${name}`);
            const near = async () => farthest(await hand.joints(), stored.map(Number)) < 0.1 * DEGREE;
            await until(near, `the arm is at ${name}`);
            await hand.rest();
            expect(await near(), `it stays at ${name}`);
        }
    },

    // spec: loffler:L-188
    'three of the five are cycled ten times': async () => {
        for (const k of [1, 4]) {
            await focus(`.point:nth-child(${k}) .point-name`);
            await keys('Space');
        }
        await until(() => page.$eval('.cycle', (e) => e.textContent.includes('3 of 5')), 'three are ticked');
        await focus('.times');
        await page.$eval('.times', (e) => e.select());
        await page.keyboard.type('10');
        await hand.ready();
        await hand.free('.cycle .btn');
        await focus('.cycle .btn');
        const seen = new Set();
        let said = false;
        // held for half a second: no single key moves the arm
        await page.keyboard.down('Shift');
        await page.keyboard.down('Space');
        await until(async () => (await hand.word('points/state')) === 'cycling', 'it cycles');
        await page.keyboard.up('Space');
        await page.keyboard.up('Shift');
        await until(async () => {
            seen.add(await hand.number('points/at'));
            said ||= (await stateWord(page)) === 'Running';
            return (await hand.word('points/state')) === 'idle';
        }, 'the cycle ends');
        expect((await hand.number('points/rounds')) === 10, 'ten rounds');
        expect(!seen.has(0) && !seen.has(3), `the two that are not ticked are left out: ${[...seen]}`);
        expect(said, 'the page said that it runs');
        expect(farthest(await hand.rest(), places[4]) < 0.1 * DEGREE, 'it ends at the last');
    },

    'the arm is guided by hand and held again': async () => {
        const toggle = '.card-hand-guiding .switch';
        await hand.ready();
        await hand.free(toggle);
        await focus(toggle);
        await keys('Space');
        await inState(page, 'Guiding');
        expect((await hand.word('guiding/on')) === 'true', 'the drives carry the weight');
        await until(() => page.$eval(toggle, (e) => e.ariaChecked === 'true'), 'the switch is on');
        await hand.ready();
        await focus(toggle);
        await keys('Space');
        await until(async () => (await hand.word('guiding/on')) === 'false', 'it is held');
        await inState(page, 'Ready');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
