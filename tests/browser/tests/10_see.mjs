// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The page loads, shows the arm, and says nothing that is not so.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, sleep, until } from '../check.mjs';
import { farthest, handOn, steady } from '../hand.mjs';
import { ask, inState, openPage, paths, placesOf, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url);
const hand = handOn(page, () => cell);

/** Pixels of the middle of the scene that are neither the ground nor the background. */
async function drawn() {
    const shot = await page.screenshot({ encoding: 'base64' });
    return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const box = document.querySelector('#canvas-place canvas').getBoundingClientRect();
        const at = pen.getImageData(box.x + box.width / 4, box.y + box.height / 4, box.width / 2, box.height / 2);
        let bright = 0;
        for (let i = 0; i < at.data.length; i += 4) {
            // links are light grey; the table is of wood, and the ground far darker
            if (at.data[i] > 110 && Math.abs(at.data[i] - at.data[i + 2]) < 18) bright++;
        }
        return bright / (at.data.length / 4);
    }, shot);
}

/** How many frames the scene draws in a second of the wall clock, and how. */
async function drawnPerSecond() {
    const [before, begin] = [await hand.probe(), Date.now()];
    await sleep(2000);
    const after = await hand.probe();
    const rate = (1000 * (after.drawn - before.drawn)) / (Date.now() - begin);
    return `${rate.toFixed(1)} frames a second, ${after.look} look, ${after.ratio} of the pixels, ${after.triangles} triangles`;
}

/** A colour is red as the stop is: seen, not as a hair. */
const redElements = () => page.evaluate(() => [...document.querySelectorAll('body *')].filter((e) => {
    if (!e.checkVisibility() || e.closest('#stop, canvas, [data-axis]')) return false;
    return ['color', 'backgroundColor', 'borderLeftColor'].some((name) => {
        const [r, g, b, a] = (getComputedStyle(e)[name].match(/[\d.]+/g) ?? []).map(Number);
        return r > 150 && g < 110 && b < 110 && (a ?? 1) > 0.1 && Math.abs(g - b) < 60;
    });
}).map((e) => `${e.tagName} ${e.className}`));

export default {
    'the page loads and is ready': async () => {
        await inState(page, 'Ready', 'Running', 'Stopped');
        expect((await page.title()).includes('sinew'), 'a title');
        expect(!(await page.evaluate(() => location.hash)), 'the token is erased from the address');
    },

    // spec: loffler:L-180
    'the arm is seen, not only described; without the page the cell runs too': async () => {
        await until(async () => (await drawn()) > 0.02, 'the arm is drawn');
        await hand.rowsOf('arm', 'hidden');
        await until(async () => (await drawn()) < 0.02, 'a hidden arm is not');
        await hand.rowsOf('arm', 'solid');
        await until(async () => (await drawn()) > 0.02, 'and it is there again');
        const alone = await ask(cell, 'run', join(paths.root, 'cells/puma560.cell.xml'), '--headless', '--virtual', '--for', '0.2');
        expect(/ticks/.test(alone) && !/http:/.test(alone), `without a page: ${alone}`);
    },

    // spec: loffler:L-184
    'the list of objects is that of the cell, with their classes': async () => {
        const shown = await page.$$eval('.objects [data-deep="0"]', (all) => all
            .map((e) => `${e.querySelector('span').textContent} ${e.querySelector('em').textContent}`));
        const text = readFileSync(join(paths.root, 'cells/demo.cell.xml'), 'utf8');
        const members = [...text.matchAll(/<member name="(\w+)" mechanism="(\w+)"/g)].map(([, name, kind]) => `${name} ${kind}`);
        expect(shown.sort().join() === members.sort().join(), `${shown} is not ${members}`);
    },

    'poses and joints on the page agree by the kinematics of the model': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await hand.rest();
        const number = (text) => Number.parseFloat(text.replace('\u2212', '-'));
        const figures = async (selector) => (await page.$$eval(selector, (all) => all.map((e) => e.textContent))).map(number);
        const inDegrees = (await hand.joints()).map((q) => (q * 180) / Math.PI);
        const joints = await until(async () => {
            const now = await figures('.joint[data-joint] output');
            return now.length === 7 && farthest(now, inDegrees) < 0.11 && now;
        }, 'the page shows the joints of the arm').catch(async (error) => {
            throw new Error(`${error.message}; ${await figures('.joint[data-joint] output')} is not ${inDegrees}`);
        });
        const pose = await steady(page, () => figures('.pose b'), 'the figures of the tool rest');
        const [place] = await placesOf(cell, 'models/panda/panda.xml', 'tool', [joints.map((deg) => (deg * Math.PI) / 180)]);
        // the arm stands on a table of 0.7 m; figures have one digit behind the point
        const off = Math.hypot(pose[0] - 1e3 * place[0], pose[1] - 1e3 * place[1], pose[2] - 1e3 * place[2] - 700);
        expect(off < 3, `the tool is off by ${off} mm`);
    },

    'nothing is asked of others and nothing is wrong': async () => {
        expect(page.foreign.length === 0, `foreign requests: ${page.foreign}`);
        expect(page.complaints.length === 0, `complaints: ${page.complaints.join('; ')}`);
    },

    'red is kept for the stop while nothing is wrong': async () => {
        expect((await stateWord(page)) !== 'Fault', 'no fault');
        expect(await page.$eval('#banner', (e) => e.textContent.trim() === ''), 'no banner');
        const red = await redElements();
        expect(red.length === 0, `red: ${red}`);
        await ask(cell, 'ask', 'program', 'run');
        console.log(`    ${await drawnPerSecond()}`);
        await page.end();
        await cell.stop();
    },
};
