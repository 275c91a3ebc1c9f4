// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Moving by hand: held buttons move and released ones stop; no single key or click does.

import { expect, sleep, until } from '../check.mjs';
import { farthest, handOn, HEARD, label } from '../hand.mjs';
import { ask, freeze, inState, openPage, startCell, stateWord, takeLease } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const up = label('Hold: plus Z');

/** Shuts what a key or a click has opened, without Escape. */
const shutAll = () => page.evaluate(() => {
    document.querySelectorAll('.dialog-head button').forEach((e) => e.click());
    dispatchEvent(new Event('blur')); // menus shut themselves
});

/** A click as short as a hand makes it, however slow the machine is: both halves are sent at once. */
const shortClick = async ({ x, y }) => {
    await page.mouse.move(x, y);
    await Promise.all([page.mouse.down(), page.mouse.up()]);
};

const BUTTONS = '#left button, #right button, #transport button';

/** Clicks every button of a workspace; returns how far the arm has moved by it. */
async function clickEverything(workspace) {
    await hand.go(workspace);
    await hand.ready();
    const before = await hand.rest();
    // but one: it sets a simulated cell back to its first state, which drives nothing
    const names = await page.$$eval(BUTTONS, (all) => all
        .map((e, i) => (e.checkVisibility() && e.textContent !== 'Reset' ? i : -1)).filter((i) => i >= 0));
    for (const i of names) {
        // what one click opens moves the others: which one this is now is asked again
        const at = await page.$$eval(BUTTONS, (all, k) => {
            if (!all[k]?.checkVisibility() || all[k].textContent === 'Reset') return null;
            all[k].scrollIntoView({ block: 'nearest' });
            const box = all[k].getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }, i);
        if (at) await shortClick(at);
        await shutAll();
    }
    const after = await hand.rest();
    expect((await hand.word('program/state')) !== 'running', 'the program does not run');
    expect((await hand.word('points/state')) === 'idle', 'no cycle runs');
    return farthest(after, before);
}

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
        // every key that a keyboard has, but Escape, which is the stop
        const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
        const others = ['Enter', 'Space', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End',
            'PageUp', 'PageDown', 'Delete', 'Backspace', 'Insert', 'F2', 'F8', '+', '-', ',', '.', '[', ']'];
        for (const workspace of ['operate', 'teach']) {
            await hand.go(workspace);
            // armed or not: M is among them, twice
            for (const key of [...letters, ...others, 'm', ...others.slice(0, 7), ...letters]) {
                await page.keyboard.press(key);
                if ((await page.$('.dialog, .menu')) !== null) await shutAll();
            }
            await hand.go(workspace);
        }
        await hand.go('operate');
        expect(farthest(await hand.rest(), before) < 1e-2, 'nothing moved');
    },

    'run is held for half a second': async () => {
        await hand.ready();
        await hand.holdDown('#transport button', async () => (await hand.word('program/state')) === 'running', 'it runs');
        await ask(cell, 'ask', 'program', 'stop');
        await hand.rest();
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
            await hand.free(up, HEARD);
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

    // the last, since clicks switch many things
    'no single click moves the arm': async () => {
        for (const workspace of ['operate', 'teach']) {
            // what is late between the two halves of a click, on a machine that is short of processor, only
            // adds to a motion: what a click by itself does, it does each time
            const moved = [];
            do {
                moved.push(await clickEverything(workspace));
            } while (moved.at(-1) >= 1e-2 && moved.length < 5);
            expect(moved.at(-1) < 1e-2, `${workspace}: ${moved.join(', ')}`);
        }
        await hand.go('operate');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
