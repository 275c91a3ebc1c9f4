// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What a hand does on the page, and what the arm does then by the word of the cell itself.

import { isAccepted } from './answers.mjs';
import { click, expect, PATIENCE, until } from './check.mjs';
import { ask, stateWord, takeLease } from './station.mjs';

/** Within so much time [ms] a press shows its effect, or it is made again. */
export const HEARD = 8000;

/**
 * Opens a menu and chooses the line with this text, and with this detail where two have the same text. A menu
 * that shuts itself meanwhile, because a slow page is only now told of a resize, is opened again.
 */
export const chooseIn = (page, open, text, detail = null) => until(async () => {
    await open();
    await until(() => page.$('.menu'), 'a menu', HEARD).catch(() => undefined);
    return page.$$eval('.menu [role^="menuitem"]', (all, [name, more]) => {
        const found = all.find((e) => e.querySelector('span:not(.icon)').textContent === name &&
            (more === null || (e.querySelector('em')?.textContent ?? '') === more));
        found?.click();
        return found !== undefined;
    }, [text, detail]);
}, `"${text}" is chosen`);

/** Waits until two successive looks are equal, with frames of the page between them, and returns the last one. */
export async function steady(page, look, text) {
    let last = null;
    await until(async () => {
        const before = last;
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        last = JSON.stringify(await look());
        return last === before;
    }, text);
    return JSON.parse(last);
}

export const farthest = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
export const distance = (a, b) => Math.hypot(...[0, 1, 2].map((i) => a[i] - b[i]));

/** Hand and eyes on one page of one cell. */
export function handOn(page, running) {
    const numbers = async (path) => (await ask(running(), 'get', path)).split(/\s+/).map(Number);
    const number = async (path) => (await numbers(path))[0];
    const word = (path) => ask(running(), 'get', path);
    const joints = () => numbers('arm/sensed/q');

    /** Waits until the arm stands, by the time of its loop, and returns its joints. */
    async function rest() {
        let last = await joints();
        let time = await number('loop/t');
        let calm = 0;
        await until(async () => {
            if ((await number('loop/t')) < time + 0.05) return false;
            const now = await joints();
            calm = farthest(now, last) < 1e-5 ? calm + 1 : 0;
            time = await number('loop/t');
            last = now;
            return calm >= 3;
        }, 'the arm rests');
        return last;
    }

    /** Has the lease, and a stop acknowledged: a slow page may have lost the one and caused the other. */
    async function ready() {
        await until(async () => {
            await takeLease(page);
            for (const act of await page.$$('#banner .acts .primary')) {
                if (await act.evaluate((e) => e.ariaDisabled !== 'true')) await act.click().catch(() => undefined);
            }
            const stopped = ['Stopped', 'Stopping', 'Fault'].includes(await stateWord(page));
            return !stopped && (await page.$('#banner .acts')) === null;
        }, 'the arm may be moved');
    }

    /** Waits until a button can be pressed. */
    async function free(selector, limit) {
        const isFree = (e) => e.getAttribute('aria-disabled') !== 'true';
        await until(() => page.$eval(selector, isFree).catch(() => false), `${selector} is free`, limit)
            .catch(async (error) => {
                throw new Error(`${error.message}; ${await page.$eval(selector, (e) => e.title)}; ${await notes()}`);
            });
    }

    const middleOf = (selector) => page.$eval(selector, (e) => {
        e.scrollIntoView({ block: 'nearest' });
        const box = e.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });

    async function press(selector) {
        const { x, y } = await middleOf(selector);
        await page.mouse.move(x, y);
        await page.mouse.down();
    }

    /**
     * Holds a button until something is so: half a second, or more where a page is slow. A press that
     * was not heard, or came when the lease was lost, is made again.
     */
    async function holdDown(selector, isSo, text) {
        await until(async () => {
            if (await isSo()) return true;
            await ready();
            await free(selector);
            await press(selector);
            const done = await until(isSo, text, HEARD).catch(() => false);
            await page.mouse.up();
            return done;
        }, text);
    }

    /** Presses something and holds it until something is so; one that was not heard is pressed again. */
    async function insist(press, isSo, text) {
        await until(async () => {
            await press();
            const done = await until(isSo, text, HEARD).catch(() => false);
            await page.mouse.up();
            return done;
        }, text);
    }

    /** Begins or ends a recording of the page, which takes the lease: a slow page may have lost it. */
    async function record(on) {
        const isOn = () => page.$eval('.rec', (e) => e.getAttribute('aria-pressed') === 'true');
        const asked = async () => (await isOn()) === on;
        const text = on ? 'it records' : 'the recording ends';
        await once(() => page.click('.rec'), asked, /"command":"record"/, text);
    }

    /**
     * Does what does something each time it is done, until it was accepted, and then waits until something is
     * so. A page that is slow may have lost the lease: what was refused, or not sent at all, is done anew.
     */
    async function once(act, isSo, kind, text) {
        await until(async () => {
            if (await isSo()) return true;
            await takeLease(page);
            return isAccepted(page, act, kind);
        }, `${text}: it is accepted`);
        await until(isSo, text);
    }

    /** Stores the place where the arm stands as a point, by Enter in Teach, and returns its name. */
    async function store() {
        const names = async () => {
            const count = Number.parseInt(await ask(running(), 'ask', 'points', 'count'), 10);
            const rows = [];
            for (let i = 0; i < count; i++) rows.push(await ask(running(), 'ask', 'points', `point ${i}`));
            return rows.map((row) => row.split(/\s+/)[0]);
        };
        const before = await names();
        await go('teach');
        await until(async () => {
            await ready();
            return isAccepted(page, async () => {
                await page.evaluate(() => document.activeElement?.blur());
                await page.keyboard.press('Enter');
            }, /"text":"store /);
        }, 'the place is stored');
        const made = (await names()).filter((name) => !before.includes(name));
        expect(made.length === 1, `one point more than ${before}: ${made}`);
        const stored = (await ask(running(), 'ask', 'points', `point ${before.length}`)).split(' | ')[0].split(/\s+/).slice(1).map(Number);
        const off = farthest(stored, await joints());
        expect(off < 2e-3, `it is where the arm stands: ${off} rad`);
        await until(async () => (await page.$(`.points .point[data-name="${made[0]}"]`)) !== null, 'it is in the list');
        return made[0];
    }

    /** Waits for so much time of the loop [s]. */
    async function loopTime(seconds) {
        const end = (await number('loop/t')) + seconds;
        await until(async () => (await number('loop/t')) >= end, `${seconds} s of the loop`);
    }

    /**
     * Begins a motion and waits until something is so; it is still held then. A page that is short of
     * processor is silent for too long, and the arm stops, as it must: then it is begun anew.
     */
    async function keepUntil(begin, end, isSo, text) {
        const last = Date.now() + PATIENCE;
        for (;;) {
            await ready();
            try {
                await begin();
                return await until(isSo, text, HEARD);
            } catch (error) {
                // what could not begin cannot end
                await end().catch(() => undefined);
                if (Date.now() > last) throw new Error(`${error.message}; ${await notes()}`);
            }
        }
    }

    /** Sets the slider of the speed, and returns the speed that is written beside it [m/s]. */
    async function speed(part) {
        await page.$eval('.card-jog .slider', (e, value) => {
            e.value = value;
            e.dispatchEvent(new Event('input', { bubbles: true }));
        }, String(part));
        return page.$eval('.card-jog .slider', (e) => {
            const [, number, unit] = e.parentElement.textContent.match(/([\d.]+)\s*(mm|m)\/s/);
            return Number(number) * (unit === 'mm' ? 1e-3 : 1);
        });
    }

    /** Holds a button until something is so. */
    const holdUntil = (selector, isSo, text) => keepUntil(async () => {
        await free(selector, HEARD);
        await press(selector);
    }, () => page.mouse.up(), isSo, text);

    /** What the page says against something. */
    const notes = () => page.$$eval('.why-note, .gate:not([hidden]), .banner', (all) => all
        .filter((e) => e.checkVisibility()).map((e) => e.textContent.trim()).join(' | '));

    const probe = () => page.$eval('.scene-root', (e) => {
        const box = e.getBoundingClientRect();
        return { ...e.probe(), left: box.left, top: box.top };
    });

    /** Pixels of the page where the tool or the elbow is. */
    async function pixelOf(what, limit) {
        const seen = await until(async () => {
            const now = await probe();
            return now.ready && now[what] ? now : null;
        }, `the ${what} can be taken`, limit);
        return { x: seen.left + seen[what][0], y: seen.top + seen[what][1] };
    }

    /** Chooses how an object is drawn, in the menu of its row. */
    async function rowsOf(name, style) {
        await until(async () => {
            await page.$$eval('.objects [data-deep="0"]', (all, text) => {
                const row = all.find((e) => e.querySelector('span').textContent === text);
                row?.dispatchEvent(new MouseEvent('contextmenu', { clientX: 200, clientY: 300, bubbles: true }));
            }, name);
            await until(() => page.$('.menu'), 'the menu of the object', HEARD).catch(() => undefined);
            return page.$$eval('.menu [role^="menuitem"]', (all, text) => {
                const found = all.find((e) => e.textContent.toLowerCase().trim() === text);
                found?.click();
                return found !== undefined;
            }, style);
        }, `${name} is drawn ${style}`);
    }

    const go = async (workspace) => {
        await click(page, `#rail [data-go="${workspace}"]`);
        await until(() => page.$eval('body', (e, name) => e.dataset.workspace === name, workspace), workspace);
    };

    /** Takes out the plot that Tune begins with, so that an empty one is left. */
    async function emptyPlots() {
        await until(async () => (await page.$$('.plot .legend > button')).length === 2, 'the first plot has its signals');
        await until(async () => {
            await page.$eval('.plot button[aria-label="Menu of this plot"]', (e) => e.click());
            await page.$$eval('.menu [role^="menuitem"]', (all) => all
                .find((e) => e.textContent.trim() === 'Remove this plot')?.click());
            return (await page.$('.plot .legend > button')) === null;
        }, 'it is empty');
    }

    return {
        emptyPlots, numbers, number, word, joints, rest, ready, free, press, holdDown, insist, record, once, store, speed, loopTime,
        keepUntil, holdUntil, notes, probe, pixelOf, rowsOf, go,
    };
}

export const label = (name) => `button[aria-label="${name}"]`;
