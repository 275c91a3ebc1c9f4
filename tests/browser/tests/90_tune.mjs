// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Fields and plots: a value is set by Enter, marked and undone; signals are plotted on two axes, held and
// written as a table; a type that the page does not know has its card; names are text, never markup.

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { click, expect, sleep, until } from '../check.mjs';
import { handOn } from '../hand.mjs';
import { ask, inState, openPage, paths, startCell } from '../station.mjs';

const HOSTILE = '<img src=x onerror=hacked=1>';
const IN_XML = HOSTILE.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The demo cell with names that are markup. */
function hostileCell() {
    const folder = mkdtempSync(join(tmpdir(), 'sinew-names-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(paths.root, 'cells/parts'), join(folder, 'parts'), { recursive: true });
    const text = readFileSync(join(paths.root, 'cells/demo.cell.xml'), 'utf8')
        .replace('name="demo"', `name="cell${IN_XML}"`)
        .replaceAll('name="red"', `name="red${IN_XML}"`)
        .replaceAll('member="red"', `member="red${IN_XML}"`)
        .replaceAll('object="red"', `object="red${IN_XML}"`)
        .replaceAll(/(link name|link)="top"/g, `$1="top${IN_XML}"`)
        .replace('<state name="ready"', `<state name="ready${IN_XML}"`);
    const file = join(folder, 'hostile.cell.xml');
    writeFileSync(file, text);
    return file;
}

const cell = await startCell(hostileCell(), ['--package', `models=${join(paths.root, 'models')}`]);
const page = await openPage(cell.url, { width: 1440, height: 900 });
const hand = handOn(page, () => cell);

/** Shows a signal or field in the tree, and does something with its row. */
async function inTree(path) {
    await page.$eval('.tree-body input[type="search"]', (e, text) => {
        e.value = text;
        e.dispatchEvent(new Event('input'));
    }, path);
    await until(() => page.$(`.tree b[data-path="${path}"]`), `${path} is in the tree`);
}

async function plot(path, side) {
    await inTree(path);
    // rows are made anew whenever the tree is drawn: found and pressed in one go
    await page.$eval(`button[aria-label="Plot ${path} on the ${side} axis"]`, (e) => e.click());
}

async function openPart(name) {
    await page.$$eval('.part-list button', (all, text) => all.find((e) => e.textContent === text).click(), name);
    await until(() => page.$eval('.card-described h2', (e, text) => e.textContent === text, name), `the card of ${name}`);
}

const field = (path) => `.param[data-path="${path}"]`;

async function write(path, text, key) {
    await click(page, `${field(path)} input.input`);
    await page.$eval(`${field(path)} input.input`, (e) => e.select());
    await page.keyboard.type(text);
    await page.keyboard.press(key);
}

export default {
    'names with markup appear as they are': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        const texts = await page.$$eval('.objects li, #cell', (all) => all.map((e) => e.textContent));
        expect(texts.some((text) => text.includes(`red${HOSTILE}`)), `the object is in the list: ${texts}`);
        expect(texts.some((text) => text.includes(`cell${HOSTILE}`)), 'the cell has its name');
        await click(page, '.cell-name');
        await until(() => page.$('.menu'), 'the menu of the cell');
        expect((await page.$eval('.menu', (e) => e.textContent)).includes(`ready${HOSTILE}`), 'the state has its name');
        await page.keyboard.press('Tab');
        expect((await page.$$('img')).length === 0, 'no name became an element');
        expect(await page.evaluate(() => window.hacked === undefined), 'and none ran');
    },

    'a type that the page does not know has a card of its description': async () => {
        const scripts = readdirSync(join(paths.page, 'assets')).filter((name) => name.endsWith('.js'));
        const known = scripts.some((name) => readFileSync(join(paths.page, 'assets', name), 'utf8').includes('computed_torque'));
        expect(!known, 'the page has no word of it');
        await hand.ready();
        await hand.go('tune');
        await until(() => page.$('.part-list button'), 'the components');
        await openPart('law');
        const mass = field('law/payload/mass');
        await until(() => page.$(mass), 'its fields');
        expect((await page.$eval('.card-described .sub', (e) => e.textContent)) === 'computed_torque', 'its type');
        expect((await page.$eval(`${mass} .help`, (e) => e.textContent)).length > 5, 'a field has help');
        expect((await page.$eval(`${mass} em`, (e) => e.textContent)) === 'kg', 'and a unit');
        await write('law/payload/mass', '0.25', 'Enter');
        await until(async () => (await hand.number('law/payload/mass')) === 0.25, 'and can be set');
        await write('law/payload/mass', '0', 'Enter');
        await until(async () => (await hand.number('law/payload/mass')) === 0, 'and set back');
    },

    'a field is set by Enter, marked, and undone': async () => {
        await openPart('law');
        await until(() => page.$(field('law/kp[0]')), 'its fields');
        const before = await hand.number('law/kp[0]');
        await write('law/kp[0]', '2400', 'Tab');
        await sleep(200);
        expect((await hand.number('law/kp[0]')) === before, 'leaving changes nothing');
        await write('law/kp[0]', '2400', 'Enter');
        await until(async () => (await hand.number('law/kp[0]')) === 2400, 'it is set');
        await until(() => page.$(`${field('law/kp[0]')}.changed`), 'it is marked');
        expect((await page.$eval(`${field('law/kp[0]')} .was`, (e) => e.textContent)).includes(String(before)), 'with what it was');
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.down('Control');
        await page.keyboard.press('z');
        await page.keyboard.up('Control');
        await until(async () => (await hand.number('law/kp[0]')) === before, 'it is undone');
        await until(async () => (await page.$(`${field('law/kp[0]')}.changed`)) === null, 'the mark is gone');
    },

    // spec: loffler:L-148
    'the tuning page attaches to what runs already, as often as it is opened': async () => {
        const late = await openPage(cell.url, { width: 1280, height: 800 });
        const ticks = async () => Number(await ask(cell, 'get', 'loop/ticks'));
        const before = await ticks();
        expect(before > 100, `the loop runs already: ${before}`);
        await until(() => late.$('[data-go="tune"]'), 'the page is there');
        await late.click('[data-go="tune"]');
        await until(() => late.$('.part-list button'), 'the components of what runs');
        await late.$$eval('.part-list button', (all) => all.find((e) => e.textContent === 'law').click());
        await until(() => late.$(`${field('law/kp[0]')} input.input`), 'fields to tune');
        const shown = await late.$eval(`${field('law/kp[0]')} input.input`, (e) => Number(e.value));
        expect(shown === (await hand.number('law/kp[0]')), `the value that the loop uses: ${shown}`);
        expect((await ticks()) > before, 'and the loop goes on');
        expect(late.complaints.length === 0, late.complaints.join('; '));
        await late.end();
    },

    'a value out of range is refused at its field': async () => {
        await write('law/kp[0]', '-5', 'Enter');
        await until(async () => (await page.$$('.card-described .why-note')).length > 0, 'a note at the field');
        expect((await hand.number('law/kp[0]')) > 0, 'nothing was set');
    },

    // Seen: Tune began with an empty plot, and both curves of a joint were called q[1], without a unit.
    'it begins with what is commanded and measured of the first joint, by its name, in degrees': async () => {
        const names = () => page.$$eval('.plot .legend > button', (all) => all.map((e) => e.querySelector('span').textContent));
        await until(async () => (await names()).join() === 'j1 target,j1 sensed', 'two signals')
            .catch(async (error) => { throw new Error(`${error.message}; ${await names()}`); });
        const seen = () => page.$eval('.plot', (e) => e.probe());
        await until(async () => (await seen()).points?.every((n) => n > 1), 'they are drawn');
        expect((await seen()).titles.slice(0, 2).join() === 'time [s],angle [\u00b0]', `titles ${(await seen()).titles}`);
        // the last value of the measured one is that of the joint, in degrees
        const shown = async () => Number((await page.$$eval('.plot .legend b', (all) => all.at(-1).textContent)).replace('\u2212', '-'));
        await until(async () => Math.abs((await shown()) - ((await hand.joints())[0] * 180) / Math.PI) < 0.5, 'degrees');
        expect(/at .* s\u00b0/.test(await page.$eval('.plot .legend p', (e) => e.textContent)), 'and says so');
    },

    'the bars of tools stay in one line at 1024 and 1440, and a trigger has a line of its own': async () => {
        for (const width of [1024, 1440]) {
            await page.setViewport({ width, height: 800 });
            await until(() => page.evaluate((w) => innerWidth === w, width), 'the size');
            for (const mode of ['Roll', 'Trigger', 'Single']) {
                await page.$$eval('.plot-bar [role="radio"]', (all, text) => all.find((e) => e.textContent === text).click(), mode);
                const look = () => page.$eval('.plot-bar', (bar) => {
                    const seen = [...bar.querySelectorAll('button, select, input')].filter((e) => e.checkVisibility());
                    const boxes = seen.map((e) => e.getBoundingClientRect());
                    // what the trigger waits for is a row of its own
                    const apart = (all) => {
                        const middles = all.map((e) => e.getBoundingClientRect()).map((b) => b.top + b.height / 2);
                        return all.length === 0 ? 0 : Math.max(...middles) - Math.min(...middles);
                    };
                    const waits = seen.filter((e) => e.closest('.trigger'));
                    return {
                        rows: waits.length === 0 ? 1 : 2,
                        apart: Math.max(apart(waits), apart(seen.filter((e) => !waits.includes(e)))),
                        over: Math.max(...boxes.map((b) => b.right)) - bar.getBoundingClientRect().right,
                    };
                });
                // a page that is slow still shows the tools of the mode before
                const good = (seen) => seen.apart < 6 && seen.over <= 0.5 && seen.rows === (mode === 'Roll' ? 1 : 2);
                await until(async () => good(await look()), 'one line').catch(async () => {
                    throw new Error(`one line at ${width} with ${mode}: ${JSON.stringify(await look())}`);
                });
            }
            await page.$$eval('.plot-bar [role="radio"]', (all) => all.find((e) => e.textContent === 'Roll').click());
        }
    },

    'signals are plotted on two axes in two plots': async () => {
        await hand.emptyPlots();
        await plot('arm/sensed/q[0]', 'left');
        await plot('arm/sensed/v[0]', 'right');
        await click(page, '.plot-bar button[aria-label="Add a plot"]');
        await plot('arm/sensed/q[3]', 'left');
        await ask(cell, 'ask', 'program', 'run');
        await until(async () => (await page.$$('.plot canvas')).length === 2, 'two plots are drawn');
        const shown = () => page.$$eval('.plot .legend b', (all) => all.map((e) => e.textContent).join(' '));
        const first = await shown();
        await until(async () => (await shown()) !== first, 'their values change');
        const traces = await page.$$eval('.plot', (all) => all.map((e) => e.querySelectorAll('.legend > button').length));
        expect(traces.join(' ') === '2 1', `two signals in one, one in the other: ${traces}`);
        expect((await page.$$('.plot .legend .dash')).length === 1, 'that of the right axis is dashed');
    },

    'plots are held while the arm goes on, and written as a table': async () => {
        await page.evaluate(() => document.activeElement.blur());
        await until(() => page.evaluate(() => document.querySelectorAll('.plot canvas').length === 2), 'plots');
        await sleep(300);
        await page.keyboard.press('Space');
        await until(() => page.$eval('.plot-said', (e) => e.textContent === 'held'), 'they are held');
        const shown = () => page.$$eval('.plot .legend b', (all) => all.map((e) => e.textContent).join(' '));
        const still = await shown();
        await sleep(400);
        expect((await shown()) === still, 'their values stay');
        await page.evaluate(() => {
            const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => {
                blob.text().then((text) => (window.saved = text));
                return make.call(URL, blob);
            };
        });
        await click(page, '.plot-bar button[aria-label="Save as CSV"]');
        const table = await until(() => page.evaluate(() => window.saved), 'a table');
        const [head, ...rows] = table.trim().split('\n');
        expect(head.split(',').length === 4 && head.startsWith('time'), `time and three signals: ${head}`);
        expect(rows.length > 3 && rows.every((row) => row.split(',').length === 4), `${rows.length} rows`);
        const times = rows.map((row) => Number(row.split(',')[0]));
        expect(times.every((t, i) => i === 0 || t > times[i - 1]), 'in the order of time');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
