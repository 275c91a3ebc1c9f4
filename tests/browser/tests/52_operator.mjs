// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The operator station alone moves the arm: it is jogged, places are taught and gone to from the
// page, and the 3D view is looked at, both what it draws and its pixels.

import { expect, until } from '../check.mjs';
import { farthest, handOn, label } from '../hand.mjs';
import { ask, inState, openPage, startCell } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const DEGREE = Math.PI / 180;
const rows = async () => (await page.$$('.points .point')).length;

/** Where each link is drawn. */
const drawn = () => page.$eval('.scene-root', (e) => e.poses().links.map((m) => [m[12], m[13], m[14]]));

/** The same, when it does not change for a second of the loop: a slow page draws what was some time ago. */
async function drawnAtRest() {
    let last = await drawn();
    let calm = 0;
    await until(async () => {
        await hand.loopTime(0.25);
        const now = await drawn();
        calm = now.every((p, k) => farthest(p, last[k]) < 1e-4) ? calm + 1 : 0;
        last = now;
        return calm >= 4;
    }, 'the view rests');
    return last;
}

/** The picture of the scene, when two of them are equal. */
async function picture() {
    const box = await page.$eval('.scene-root canvas', (e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        return { x, y, width, height };
    });
    let last = '';
    await until(async () => {
        const before = last;
        last = Buffer.from(await page.screenshot({ type: 'png', clip: box })).toString('base64');
        return last === before;
    }, 'a picture that rests');
    return last;
}

/** How many pixels of two pictures differ. */
const difference = (a, b) => page.evaluate(async (...both) => {
    const [one, two] = await Promise.all(both.map(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height).data;
    }));
    let count = 0;
    for (let k = 0; k < one.length; k += 4) {
        count += Math.max(...[0, 1, 2].map((c) => Math.abs(one[k + c] - two[k + c]))) > 24 ? 1 : 0;
    }
    return count;
}, a, b);

/** Stores the place where the arm is, by Enter, as the n-th. */
async function store(n) {
    await hand.store();
    await until(async () => (await rows()) === n, `${n} points are in the list`);
}

/** Holds the button of a point until the arm is there. */
async function goTo(n, q) {
    await page.$eval(`.point:nth-child(${n}) .point-name`, (e) => e.focus());
    await page.keyboard.press('Enter');
    await until(() => page.$(`.point.on:nth-child(${n})`), 'it is chosen');
    await hand.holdUntil('.card-point .hold', async () => farthest(await hand.joints(), q) < 0.1 * DEGREE, `it is at point ${n}`);
    await page.mouse.up();
    return hand.rest();
}

export default {
    // spec: damore:CLI-03
    'an arm is jogged, taught and sent back by the page alone, and the 3D view follows': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await ask(cell, 'ask', 'points', 'clear');
        await inState(page, 'Ready');
        // the program may have been stopped while it closed the gripper on a block: open, it stays as it is
        await ask(cell, 'ask', 'gripper', 'open');
        const home = await hand.rest();
        await store(1);
        const homeDrawn = await drawnAtRest(), homePicture = await picture();

        // jogged upwards by a held button
        await hand.go('operate');
        const low = await hand.number('task/actual[2]');
        await hand.holdUntil(label('Hold: plus Z'), async () => (await hand.number('task/actual[2]')) > low + 0.05, 'the tool rises');
        await page.mouse.up();
        const raised = await hand.rest();
        const way = (await hand.number('task/actual[2]')) - low;
        expect(farthest(raised, home) > 1 * DEGREE, 'the arm has moved');
        await store(2);
        await drawnAtRest();
        const raisedPicture = await picture();
        // of the links that are drawn the highest step is that of the tool
        await until(async () => {
            const now = await drawn();
            const steps = now.map((p, k) => p[2] - homeDrawn[k][2]);
            return Math.abs(Math.max(...steps) - way) < 0.005;
        }, `the view shows the tool ${way.toFixed(3)} m higher`);
        const moved = await difference(homePicture, raisedPicture);
        expect(moved > 300, `the picture is another one: ${moved} pixels`);

        // sent to the first place, and to the second again
        await goTo(1, home);
        await until(async () => (await drawn()).every((p, k) => farthest(p, homeDrawn[k]) < 0.002), 'the view shows it at the first');
        await goTo(2, raised);
        await drawnAtRest();
        const again = await difference(raisedPicture, await picture());
        expect(again < moved / 3, `the picture is that of the second place: ${again} of ${moved} pixels`);
    },
};
