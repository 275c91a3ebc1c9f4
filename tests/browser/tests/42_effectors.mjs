// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// End effectors from the page: which one is the tool, its dialog, the menus of links, and the table of
// what is desired. What the cell has is asked of the cell itself.

import { dragSent, forgetRequests } from '../answers.mjs';
import { click, expect, until } from '../check.mjs';
import { distance, farthest, handOn, label } from '../hand.mjs';
import { ask, inState, openPage, startCell, takeLease } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1440, height: 900 });
const hand = handOn(page, () => cell);

const show = (place) => ask(cell, 'ask', 'task', 'show', 'effector', String(place));
const texts = (selector) => page.$$eval(selector, (all) => all.map((e) => e.textContent.trim()));
const shut = () => page.$$eval('.dialog-head button', (all) => all.forEach((e) => e.click()));

async function press(selector, text) {
    await until(() => page.$$eval(selector, (all, t) => {
        const found = all.find((e) => e.textContent.trim().startsWith(t));
        found?.click();
        return found !== undefined;
    }, text), `${text} is there`);
}

/** Presses a button of the form, which stays until its answer is there: two forms would be mixed up. */
async function send(text) {
    await press('.effector-form .btn', text);
    await until(async () => (await page.$('.effector-form')) === null, 'the form is gone');
}

/** Presses what may be drawn anew at any moment. */
const tap = (selector) => until(() => page.$$eval(selector, (all) => {
    all[0]?.click();
    return all.length > 0;
}), `${selector} is there`);

const choose = (text) => press('.menu [role^="menuitem"]', text);

async function openMenu(text) {
    await click(page, '.tool-name');
    await choose(text);
}

async function fill(name, value) {
    await page.$eval(`.effector-form [aria-label="${name}"]`, (e, v) => { e.value = v; }, value);
}

/** Right click on the picture at a handle. */
async function menuAt(what) {
    await click(page, `.handle-choice [data-value="${what}"]`);
    const at = await hand.pixelOf(what);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    return until(async () => {
        const lines = await texts('.menu [role^="menuitem"]');
        return lines.length > 0 ? lines : null;
    }, 'the menu of the link');
}

const closeMenu = () => click(page, '.card-tool h2');

export default {
    'the tool is named, and its menu offers what there is': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready', 'Stopped', 'Fault');
        await takeLease(page);
        await hand.ready();
        await hand.rest();
        await until(async () => (await texts('.tool-name'))[0] === 'tool', 'the tool is named');
        await click(page, '.tool-name');
        const lines = await texts('.menu [role^="menuitem"]');
        for (const text of ['tool', 'Edit tool', 'Add an end effector', 'All end effectors']) {
            expect(lines.some((line) => line.startsWith(text)), `${text} in ${lines}`);
        }
        await closeMenu();
    },

    // spec: actin-model:A1-VW-19
    'one is added on a link, picked, edited and removed': async () => {
        await hand.ready();
        await openMenu('All end effectors');
        await press('.effector-list .btn', 'Add');
        const links = await page.$$eval('.effector-form select option', (all) => all.map((e) => e.value));
        for (const name of ['base', 'j1_link', 'j7_link', 'tool']) expect(links.includes(name), `${name} can be chosen`);
        await page.select('.effector-form select', 'j7_link');
        await fill('Name', 'nib');
        await fill('z mm', '120');
        await tap('.effector-form [data-value="hard"]');
        await tap('.effector-form [data-value="point"]');
        await send('Add');
        await until(() => page.$('[data-effector="nib"]'), 'it is in the list');
        expect((await show(1)) === 'nib j7_link point hard 0 0 0.12 0 0 0 1 None', await show(1));
        await tap('[data-effector="nib"] [role="radio"]');
        await until(async () => (await show(0)).startsWith('nib '), 'it is the tool');
        await until(async () => (await texts('.tool-name'))[0] === 'nib', 'the card says so');
        await tap('[data-effector="nib"] [aria-label="Edit nib"]');
        await fill('x mm', '10');
        await send('Apply');
        await until(async () => (await show(0)) === 'nib j7_link point hard 0.01 0 0.12 0 0 0 1 None', 'it is changed');
        await tap('[data-effector="nib"] [aria-label="Remove nib"]');
        await until(async () => (await texts('.tool-name'))[0] === 'tool', 'the other is the tool again');
        expect((await hand.number('task/effectors')) === 1, 'there is one left');
        await shut();
    },

    // spec: actin-model:A1-VW-21
    'Cancel leaves everything as it was; Apply changes the type at the next step': async () => {
        await hand.ready();
        const before = await show(0);
        const changes = await hand.number('task/changes');
        await openMenu('Edit tool');
        await tap('.effector-form [data-value="point"]');
        await fill('y mm', '55');
        await press('.effector-form .btn', 'Cancel');
        await until(async () => (await page.$('.effector-form')) === null, 'the dialog is gone');
        expect((await show(0)) === before && (await hand.number('task/changes')) === changes, 'nothing changed');
        await openMenu('Edit tool');
        await tap('.effector-form [data-value="point"]');
        await send('Apply');
        await until(async () => (await hand.word('task/point')) === 'true', 'the tool is a point');
        expect((await hand.number('task/changes')) === changes + 1, 'by one change');
        await until(() => page.$eval(label('Hold: plus Rz'), (e) => e.title.includes('is a point')), 'turns are locked');
        await hand.free(label('Hold: plus Z'));
        await openMenu('Edit tool');
        await tap('.effector-form [data-value="frame"]');
        await send('Apply');
        await until(async () => (await hand.word('task/point')) === 'false', 'the tool is a frame again');
    },

    // spec: actin-model:A1-VW-20
    'the menu of a link knows whether there is an end effector on it': async () => {
        await hand.ready();
        const bare = await menuAt('elbow');
        expect(bare.some((line) => line.startsWith('Add an end effector here')), `${bare}`);
        expect(!bare.some((line) => line.startsWith('Edit ') || line.startsWith('Remove ')), `${bare}`);
        await choose('Add an end effector here');
        await fill('Name', 'crook');
        await send('Add');
        await until(async () => (await hand.number('task/effectors')) === 2, 'it is there');
        await until(async () => {
            const lines = await menuAt('elbow');
            const all = ['Use crook', 'Edit crook', 'Remove crook', 'Add an end effector here'];
            if (all.every((text) => lines.some((line) => line.startsWith(text)))) return true;
            await closeMenu();
            return false;
        }, 'its link has another menu now');
        await choose('Remove crook');
        await until(async () => (await hand.number('task/effectors')) === 1, 'it is gone');
    },

    'what is refused is said in the dialog, and nothing has changed': async () => {
        await hand.ready();
        const changes = await hand.number('task/changes');
        await openMenu('Edit tool');
        await tap('.effector-form [data-value="soft"]');
        await press('.effector-form .btn', 'Apply');
        await until(async () => (await hand.notes()).includes('cannot be soft'), 'the reason is there');
        expect((await hand.number('task/changes')) === changes, 'nothing changed');
        await shut();
    },

    // spec: actin-model:A1-VW-31
    'desired is written, actual is not; other frames show the same pose; without one it says None': async () => {
        await page.$eval('.effectors', (e) => { e.open = true; });
        const inputs = '.effectors input';
        await until(async () => (await page.$$(inputs)).length === 6, 'the table is there');
        expect((await page.$$('.effectors td.live input')).length === 0, 'actual has no field');
        await until(async () => (await texts('.effectors .relative'))[0] === 'None', 'it is relative to no link');
        const actual = await hand.numbers('task/actual');
        await page.$eval(inputs, (e) => { e.focus(); e.value = '500'; });
        await page.keyboard.press('Enter');
        await page.$eval('.card-tool h2', () => document.activeElement.blur());
        const exact = () => page.$$eval(inputs, (all) => all.map((e) => Number(e.dataset.exact)));
        await until(async () => Math.abs((await exact())[0] - 500) < 1e-9, 'it is kept');
        const inWorld = await exact();
        for (const frame of ['#base', 'j3_link', 'surface', '#tool', 'world']) {
            await page.select('.card-tool header select', frame);
            await until(() => page.$eval('.card-tool header select', (e, f) => e.value === f, frame), frame);
        }
        await until(async () => farthest(await exact(), inWorld) < 1e-12 * 1000, 'it is the same pose in the world');
        // the base stands 0.7 m above the ground, and is not turned
        await page.select('.card-tool header select', '#base');
        await until(async () => Math.abs((await exact())[2] - (inWorld[2] - 700)) < 1e-4, 'seen from the base');
        expect(Math.abs((await exact())[0] - inWorld[0]) < 1e-4, 'x is the same there');
        await page.select('.card-tool header select', 'world');
        expect(distance(await hand.numbers('task/actual'), actual) < 1e-4, 'nothing has moved by writing');
        // Seen: it went there at the speed of the task, whatever the slider of the speed said
        const speed = await hand.speed(0.45);
        await forgetRequests(page);
        const from = await hand.number('task/actual[0]');
        await hand.holdUntil('.effectors .btn.hold',
            async () => Math.abs((await hand.number('task/actual[0]')) - from) > 0.01, 'it sets out');
        await page.mouse.up();
        const { count, way, seconds } = await dragSent(page);
        expect(speed < 0.02 && count > 5 && way > 0.005 && way <= speed * (seconds + 0.1), `${way} m in ${seconds} s at ${speed} m/s`);
        await hand.speed(0.93);
        // only the held button goes there
        await hand.holdUntil('.effectors .btn.hold',
            async () => Math.abs((await hand.number('task/actual[0]')) - 0.5) < 1e-3, 'it goes there');
        await page.mouse.up();
        await hand.rest();
        const isNone = async () => (await texts('.tool-name'))[0] === 'None';
        // a slow page may have lost the lease meanwhile
        await hand.once(async () => {
            await shut();
            await hand.ready();
            await openMenu('All end effectors');
            await tap('[data-effector="tool"] [aria-label="Remove tool"]');
        }, isNone, /"text":"effector remove /, 'there is none');
        await until(async () => (await texts('.effectors td.live')).every((t) => t === 'None'), 'the table says so');
        await until(() => page.$eval(label('Hold: plus Z'), (e) => e.title.includes('no end effector')), 'jog is locked');
        await press('.effector-list .btn', 'Add');
        await page.select('.effector-form select', 'tool');
        await fill('Name', 'tool');
        await tap('.effector-form [data-value="hard"]');
        await send('Add');
        await until(async () => (await texts('.tool-name'))[0] === 'tool', 'it is back');
        await shut();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
