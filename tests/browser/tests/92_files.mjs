// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Files, cells and states by hand: a page without a cell, files dropped on it, states kept and loaded,
// cells merged and saved, another cell run and stopped. Arms are ideal, so that what is restored can be
// compared to the last bit.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { answered } from '../answers.mjs';
import { click, expect, until } from '../check.mjs';
import { farthest, handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, paths, startCell, stateWord } from '../station.mjs';

const cell = await startCell('', ['--kinematic', '--idle']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);

const cellName = () => page.$eval('.cell-name span', (e) => e.textContent.trim());
const showsCell = (name) => until(async () => (await cellName()) === name, `the page shows ${name}`);
const notes = () => page.$$eval('.why-note', (all) => all.map((e) => e.textContent).join(' | '));

/**
 * Chooses an entry of the menu of that name by its text. One that has shut itself meanwhile is opened again, but
 * only when all that was asked for is answered: an earlier press may still bring its menu.
 */
const choose = (name, text, open) => until(async () => {
    await answered(page);
    if ((await page.$(`.menu[aria-label="${name}"]`)) === null) await open();
    await answered(page);
    await until(() => page.$(`.menu[aria-label="${name}"]`), 'the menu', HEARD).catch(() => undefined);
    return page.$$eval(`.menu[aria-label="${name}"] [role^="menuitem"]`, (all, wanted) => {
        const found = all.find((e) => e.children[1].textContent.trim() === wanted);
        found?.click();
        return found !== undefined;
    }, text);
}, `"${text}" of the menu ${name} is chosen`);

async function chord(key) {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
}

const cellMenu = (text) => choose('Cell', text, () => click(page, '.cell-name'));
const openCell = (name) => choose('Open', name, () => chord('o'));

/** Answers the question for a name. */
async function answer(text) {
    await until(() => page.$('.dialog input'), 'a field for the name');
    await page.$eval('.dialog input', (e) => e.select());
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
}

/** Drops files on the scene, as a hand with a pointer would. */
const drop = (...files) => page.evaluate((all) => {
    const data = new DataTransfer();
    for (const [name, text] of all) data.items.add(new File([text], name));
    const stage = document.getElementById('stage');
    for (const type of ['dragover', 'drop']) {
        stage.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
}, files);

const says = (pattern, text) => until(async () => pattern.test(await notes()), text)
    .catch(async (error) => { throw new Error(`${error.message}; ${await notes()}`); });

const standing = () => until(async () => (await hand.word('loop/at_rest')) === 'true', 'it stands');

/** Drives are on, as 'sinew ask' can have it too: with --idle nobody does it unasked. */
const enabled = () => until(async () => {
    const state = await hand.word('arm/guard/state');
    if (state !== 'enabled') await ask(cell, 'ask', 'cell', state === 'disabled' ? 'enable' : 'acknowledge');
    return state === 'enabled';
}, 'the arm is enabled');

/** The program has ended and the arm stands. */
async function quiet() {
    await enabled();
    await ask(cell, 'ask', 'program', 'stop');
    await standing();
}

const exactly = (a, b) => a.length === b.length && farthest(a, b) === 0;

const shutAll = (selector) => page.$$eval(selector, (all) => all.forEach((e) => e.click()));

/** Saves for the first time, under a name; a page without contact is asked again. */
async function save(name) {
    await until(async () => {
        await shutAll('.dialog .dialog-head button');
        await chord('s');
        await answered(page);
        return page.$('.dialog input');
    }, 'it asks for a name');
    await answer(name);
    await says(new RegExp(`Saved as ${name}\\.`), 'it is saved');
}

/** Opens another cell, and presses a button of the question, which says something. */
async function leave(name, pattern, button, before = async () => undefined) {
    await until(async () => {
        await before();
        await openCell(name);
        await answered(page);
        const asked = await page.$('.dialog.leave');
        const text = asked === null ? '' : await asked.evaluate((e) => e.textContent);
        await page.$$eval('.dialog.leave .btn', (all, wanted) => all
            .find((e) => e.textContent.trim() === wanted)?.click(), pattern.test(text) ? button : 'Stay here');
        return pattern.test(text);
    }, `it asks: ${pattern}`);
}

export default {
    'without a cell the page says so, and what may be opened': async () => {
        await until(() => page.$('#scene-empty .actions button'), 'what may be opened');
        const text = await page.$eval('#scene-empty', (e) => e.textContent);
        expect(text.includes('No cell is loaded. Drop a robot or cell file here, or open:'), text);
        for (const name of ['demo', 'wam', 'puma560-pick']) expect(text.includes(name), `${name} in ${text}`);
        expect((await cellName()) === 'no cell', await cellName());
        await chord('s');
        await says(/no cell is loaded/, 'there is nothing to save');
    },

    // spec: actin-model:A1-VW-02
    'a file that is dropped opens, or is refused with its reason and what opens': async () => {
        await drop(['model.flt', 'x']);
        await says(/no converter for OpenFlight.*\.urdf/s, 'OpenFlight has no converter');
        await drop(['letter.docx', 'x']);
        await says(/cannot be opened.*\.urdf \.xacro.*\.cell /s, 'a letter is no robot');
        expect((await cellName()) === 'no cell', 'nothing was opened');
        const urdf = readFileSync(join(paths.root, 'models/ur5/ur5.urdf'), 'utf8');
        await drop(['my arm.urdf', urdf]);
        await showsCell('my-arm');
        await until(async () => (await page.$$('.joint[data-joint]')).length === 6, 'its six joints');
        expect((await page.$eval('.plate', (e) => e.textContent)) === 'Simulation', 'it is simulated');
        await drop(['broken.urdf', '<robot name="x"><link name="a">']);
        await says(/broken\.urdf|tag|element|end/i, 'what is wrong with a file is told');
        expect((await cellName()) === 'my-arm', 'and the cell that was there goes on');
    },

    // spec: actin-model:A1-VW-05
    'a foreign robot is saved as a cell, its file stays': async () => {
        await standing();
        await save('my-arm');
        // it asks for a name once only
        await until(async () => {
            await shutAll('.dialog .dialog-head button, .why-note button');
            await chord('s');
            return until(async () => /Saved as my-arm\./.test(await notes()), 'said', HEARD).catch(() => false);
        }, 'it is saved again');
        expect((await page.$('.dialog[open] input')) === null, 'no question');
        const kept = join(cell.home, 'data/sinew/cells');
        const source = readFileSync(join(kept, 'my-arm.urdf'), 'utf8');
        expect(source === readFileSync(join(paths.root, 'models/ur5/ur5.urdf'), 'utf8'), 'the source is as it was');
        expect(readFileSync(join(kept, 'my-arm.cell.xml'), 'utf8').includes('my-arm.urdf'), 'the cell names it');
    },

    'another cell is merged into it, and what got a number is told': async () => {
        await choose('Merge', 'wam', () => chord('m'));
        await showsCell('my-arm-wam');
        await says(/Merged as my-arm-wam: 2 members\. \d+ names that already existed got a number\./, 'it is told');
        const rows = await page.$$eval('.objects [data-deep="0"] span', (all) => all.map((e) => e.textContent));
        expect(rows.includes('arm') && rows.includes('arm_2'), `both arms are there: ${rows}`);
    },

    // Seen: of two presses the second menu came when one had chosen in the first.
    'of two menus that are asked for, one comes': async () => {
        await page.evaluate(() => {
            window.menus = [];
            window.watch = new MutationObserver((all) => window.menus.push(...all.flatMap((one) => [...one.addedNodes])
                .filter((e) => e.className === 'menu').map((e) => e.ariaLabel)));
            window.watch.observe(document.body, { childList: true });
            for (const key of ['m', 'm', 'o']) {
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, bubbles: true }));
            }
        });
        await answered(page);
        await until(() => page.$('.menu'), 'a menu');
        const seen = await page.evaluate(() => (window.watch.disconnect(), window.menus.join()));
        expect(seen === 'Open', `of three presses came ${seen}`);
    },

    // spec: actin-model:A1-VW-04
    'a state is saved, and loaded it is the same to the last bit': async () => {
        await openCell('demo');
        await showsCell('demo');
        await quiet();
        await cellMenu('Save the state\u2026');
        await answer('kept');
        await says(/saved as kept/, 'the state is kept');
        const saved = await hand.joints();
        await ask(cell, 'ask', 'motion', 'move 0.2 -0.7 0 -2.2 0 1.6 0.9');
        await until(async () => farthest(await hand.joints(), saved) > 0.05, 'the arm is elsewhere');
        await standing();
        await cellMenu('kept');
        await until(async () => exactly(await hand.joints(), saved), 'the joints are those that were saved');
    },

    // spec: loffler:L-145 actin-model:A1-VW-17
    'another cell is loaded, started, stopped and reset from the page; its state is shown': async () => {
        await quiet();
        await cellMenu('Open\u2026');
        await openCell('puma560-pick');
        await showsCell('puma560-pick');
        await until(async () => (await page.$$('.joint[data-joint]')).length === 6, 'its six joints');
        const start = await hand.joints();
        await quiet();
        await inState(page, 'Ready');
        await hand.ready();
        await hand.holdDown('#transport button', async () => (await stateWord(page)) === 'Running', 'it runs');
        await until(async () => farthest(await hand.joints(), start) > 0.02, 'it moves');
        await page.click('#stop');
        await inState(page, 'Stopped');
        await hand.ready();
        await standing();
        const reset = (await page.$$('.card-program .actions button')).at(-1);
        expect((await reset.evaluate((e) => e.textContent.trim())) === 'Reset', 'there is a reset');
        await until(() => reset.evaluate((e) => e.ariaDisabled !== 'true'), 'it may be reset');
        await reset.click();
        await until(async () => exactly(await hand.joints(), start), 'it is where it began, to the last bit');
    },

    // Seen: Open took another cell while a program ran, and points that were taught were gone.
    'opening asks when something is not saved, or when a program runs': async () => {
        await quiet();
        await hand.ready();
        await ask(cell, 'ask', 'points', 'store taught');
        await leave('wam', /not saved/, 'Stay here');
        expect((await cellName()) === 'puma560-pick', 'nothing was opened');
        await leave('wam', /is running/, 'Stay here', async () => {
            await enabled();
            await ask(cell, 'ask', 'program', 'run');
        });
        await quiet();
        await leave('wam', /not saved/, 'Save and open');
        await answer('taught-here');
        await showsCell('wam');
        const saved = readFileSync(join(cell.home, 'data/sinew/cells/taught-here.cell.xml'), 'utf8');
        expect(saved.includes('name="taught"'), 'what was taught is in the file');
    },

    'robots are offered beside cells': async () => {
        await quiet();
        await chord('o');
        await until(() => page.$('.menu'), 'a menu');
        const titles = await page.$$eval('.menu-title', (all) => all.map((e) => e.textContent));
        expect(titles.includes('Cells') && titles.includes('Robots'), titles.join());
        await openCell('ur5');
        await showsCell('ur5');
    },

    // Seen: a file with three mistakes told one of them, without its line.
    'a bad file shows all that is wrong with it, with file and line': async () => {
        const source = readFileSync(join(paths.root, 'cells/demo.cell.xml'), 'utf8');
        const bad = source.replace('slots="4"', 'slots="4" colour="red"').replace('acceleration="3"', 'acceleration="quick"')
            .replace('package://models/panda/panda.xml', 'package://models/panda/none.xml');
        await drop(['bad.cell.xml', bad]);
        const rows = await until(async () => {
            const all = await page.$$eval('.finding', (list) => list.map((e) => e.textContent));
            return all.length >= 2 && all;
        }, 'all findings');
        expect(rows.filter((row) => /bad\.cell\.xml, line \d+/.test(row)).length >= 2, rows.join(' | '));
        expect((await cellName()) === 'ur5', 'and the cell that was there goes on');
        await click(page, '.dialog .dialog-head button');
    },

    'leaving the page with points that are not saved asks': async () => {
        await openCell('demo');
        await showsCell('demo');
        await quiet();
        await hand.ready();
        const asks = () => page.evaluate(() => {
            const event = new Event('beforeunload', { cancelable: true });
            return !dispatchEvent(event);
        });
        expect(!(await asks()), 'nothing was taught yet');
        await hand.go('teach');
        await hand.store();
        await until(asks, 'it asks');
        await until(() => page.$('.cell-name.unsaved'), 'the name of the cell says so too');
        await save('left');
        await until(async () => !(await asks()), 'what is saved may be left');
        expect((await page.$('.cell-name.unsaved')) === null, 'and the name says nothing');
    },

    'nothing else went wrong': async () => {
        const real = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to (load|fetch)/.test(text));
        expect(real.length === 0, real.join('; '));
        await page.end();
        await cell.stop();
    },
};
