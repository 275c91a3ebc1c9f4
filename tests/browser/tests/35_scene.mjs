// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene answers a mouse, and its objects have menus.

import { expect, until } from '../check.mjs';
import { HEARD, farthest, handOn, steady } from '../hand.mjs';
import { ask, inState, openPage, startCell } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const view = async () => (await hand.probe()).view;

/** Chooses an entry of the open menu by the beginning of its text. */
async function choose(text) {
    await until(() => page.$('.menu'), 'a menu');
    await page.$$eval('.menu [role^="menuitem"]', (all, begin) => {
        const found = all.find((e) => e.textContent.trim().startsWith(begin));
        if (found === undefined) throw new Error(`no ${begin} in ${all.map((e) => e.textContent)}`);
        found.click();
    }, text);
}

async function drag(button, dx, dy) {
    const { left, top } = await hand.probe();
    await page.mouse.move(left + 120, top + 140);
    await page.mouse.down({ button });
    await page.mouse.move(left + 120 + dx, top + 140 + dy, { steps: 4 });
    await page.mouse.up({ button });
}

export default {
    'the mouse turns, pans and zooms': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        const first = await view();
        await drag('left', 80, 20);
        const turned = await until(async () => {
            const now = await view();
            return now.azimuth !== first.azimuth ? now : null;
        }, 'it turns');
        expect(Math.abs(turned.distance - first.distance) < 1e-9, 'at the same distance');
        await drag('right', 60, 30);
        const panned = await until(async () => {
            const now = await view();
            return farthest(now.centre, turned.centre) > 1e-3 ? now : null;
        }, 'it pans');
        await page.mouse.wheel({ deltaY: 200 });
        await until(async () => Math.abs((await view()).distance - panned.distance) > 1e-3, 'it zooms');
    },

    // spec: loffler:L-185
    'an object has its menu in the list and in the scene; the gripper opens, closes and relaxes': async () => {
        await page.keyboard.press('Home');
        const { left, top, elbow } = await steady(page, async () => {
            const { left: x, top: y, elbow: at, view: from } = await hand.probe();
            return { left: x, top: y, elbow: at, view: from };
        }, 'the view rests');
        const picked = await until(async () => {
            await page.mouse.click(left + elbow[0], top + elbow[1] + 3, { button: 'right' });
            await until(() => page.$('.menu'), 'a menu', HEARD).catch(() => undefined);
            return page.$eval('.menu', (e) => e.textContent).catch(() => '');
        }, 'the menu of the link under the pointer');
        for (const word of ['Solid', 'Wire', 'Hidden']) expect(picked.includes(word), `${word}: ${picked}`);
        await choose('Wire');
        await hand.rowsOf('arm', 'wire');
        await hand.rowsOf('arm', 'hidden');
        await hand.rowsOf('arm', 'solid');
        await page.$$eval('.objects [data-deep="0"]', (all) => all.find((e) => e.textContent.includes('panda'))
            .dispatchEvent(new MouseEvent('contextmenu', { clientX: 200, clientY: 300, bubbles: true })));
        await choose('gripper');
        await until(() => page.$('.card-dialog .commands button'), 'the card of the gripper');
        const words = await page.$$eval('.card-dialog .commands button', (all) => all.map((e) => e.textContent));
        for (const word of ['Open', 'Close', 'Relax']) expect(words.includes(word), `${word}: ${words}`);
        for (const shut of await page.$$('.dialog .dialog-head button')) await shut.click();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
