// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Moving by hand: held buttons move and released ones stop; no single key or click does.

import { expect, sleep, until } from '../check.mjs';
import { farthest, handOn, label } from '../hand.mjs';
import { ask, freeze, inState, openPage, startCell, stateWord, takeLease } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const up = label('Hold: plus Z');

export default {
    'without the lease nothing moves, and it is said why': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready', 'Stopped');
        const before = await hand.rest();
        await hand.press(up);
        await until(async () => (await hand.notes()).includes('Take it'), 'it says why');
        await page.mouse.up();
        expect(farthest(await hand.joints(), before) < 1e-3, 'nothing moved');
    },

    'no single key moves the arm': async () => {
        await takeLease(page);
        await hand.free(up);
        const before = await hand.rest();
        for (const key of ['w', 's', 'ArrowRight', 'Enter', 'q', '1', 'n', 'Space', 'm', 'w', 'Enter']) {
            await page.keyboard.press(key);
        }
        for (const key of ['n', 'm']) await page.keyboard.press(key);
        await page.click(up);
        await sleep(300);
        expect(farthest(await hand.joints(), before) < 1e-2, 'nothing moved');
    },

    'a held button moves the tool, its release stops it': async () => {
        const before = await hand.number('task/actual[2]');
        let said = false;
        await hand.holdUntil(up, async () => {
            said ||= (await stateWord(page)) === 'Jogging';
            return said && (await hand.number('task/actual[2]')) > before + 0.005;
        }, 'the tool rises and the page says so');
        await page.mouse.up();
        await until(async () => (await hand.word('task/mode')) !== 'jog', 'jogging ends');
        const end = await hand.rest();
        await sleep(300);
        expect(farthest(await hand.joints(), end) < 1e-4, 'it stays');
    },

    'a joint is jogged by its own row': async () => {
        const before = await hand.joints();
        const name = await page.$eval('.joint[data-joint="0"] .nudge:last-of-type', (e) => e.ariaLabel);
        await hand.holdUntil(label(name), async () => (await hand.joints())[0] > before[0] + 0.01, 'joint 1 turns');
        await page.mouse.up();
        const after = await hand.rest();
        for (let i = 1; i < 7; i++) expect(Math.abs(after[i] - before[i]) < 5e-3, `joint ${i + 1} stays`);
    },

    'armed keys move while Shift is held, and end with it': async () => {
        const before = await hand.number('task/actual[2]');
        const armed = () => page.$eval('.keycap', (e) => e.getAttribute('aria-pressed') === 'true');
        const end = async () => {
            await page.keyboard.up('Shift');
            await until(async () => (await hand.word('task/mode')) !== 'jog', 'jogging ends');
            await page.keyboard.up('KeyR');
        };
        await hand.keepUntil(async () => {
            await hand.free(up);
            if (!(await armed())) await page.keyboard.press('m');
            await page.keyboard.down('Shift');
            await page.keyboard.down('KeyR');
        }, end, async () => (await hand.number('task/actual[2]')) > before + 0.001, 'it rises');
        await end();
        await hand.rest();
    },

    'a page that freezes stops its jog': async () => {
        await hand.holdUntil(up, async () => (await hand.word('task/mode')) === 'jog', 'it jogs');
        const thaw = await freeze(page);
        await until(async () => (await hand.word('task/mode')) !== 'jog', 'the jog is over');
        await thaw();
        await page.mouse.up();
        await hand.rest();
    },

    'a page that is hidden stops its jog': async () => {
        await hand.holdUntil(up, async () => (await hand.word('task/mode')) === 'jog', 'it jogs');
        const other = await page.browserContext().newPage();
        await other.bringToFront();
        await until(async () => (await hand.word('task/mode')) !== 'jog', 'the jog is over');
        await page.bringToFront();
        await other.close();
        await page.mouse.up();
        await hand.rest();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
