// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// pictures.mjs PROGRAM BUILD_DIR FOLDER: pictures of the running page, as a machine with a graphics
// processor draws it. Called by tools/pictures.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sleep, until } from './check.mjs';
import { handOn } from './hand.mjs';
import { ask, configure, inState, openPage, startCell } from './station.mjs';

const [program, build, folder] = process.argv.slice(2);
configure({ program, build, root: join(dirname(fileURLToPath(import.meta.url)), '../..') });

/** By the clock of the page drawing is quick, so that it chooses its full look. */
function quickDrawing() {
    const real = performance.now.bind(performance);
    performance.now = () => real() / 100;
}

const cell = await startCell('demo');

async function open(theme) {
    const page = await openPage('about:blank', { width: 1440, height: 900, theme });
    await page.evaluateOnNewDocument(quickDrawing);
    await page.goto(cell.url);
    await inState(page, 'Running', 'Ready', 'Stopped', 'Fault');
    const hand = handOn(page, () => cell);
    await until(async () => (await hand.probe()).look === 'full', 'the full look', 20000).catch(() => undefined);
    return { page, hand };
}

async function save(page, name) {
    await sleep(2000);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(join(folder, `${name}.png`));
}

async function running() {
    const { page } = await open('dark');
    // the arm carries a block: a step in the middle of the program
    await until(async () => Number(await ask(cell, 'get', 'gripper/holds')) >= 0, 'it holds a block', 60000);
    await save(page, 'station');
    await page.end();
}

async function teaching() {
    const { page, hand } = await open('light');
    await hand.go('teach');
    await save(page, 'teach');
    await page.end();
}

async function tuning() {
    const { page, hand } = await open('dark');
    await hand.go('tune');
    const plot = async (path, side) => {
        await page.$eval('.tree-body input[type="search"]', (e, text) => {
            e.value = text;
            e.dispatchEvent(new Event('input'));
        }, path.slice(0, path.indexOf('[')));
        const selector = `button[aria-label="Plot ${path} on the ${side} axis"]`;
        await until(() => page.$(selector), path);
        await page.$eval(selector, (e) => e.click());
    };
    await plot('arm/sensed/q[0]', 'left');
    await plot('arm/sensed/v[0]', 'right');
    await page.click('.plot-bar button[aria-label="Add a plot"]');
    for (const i of [0, 1, 3]) await plot(`arm/sensed/effort[${i}]`, 'left');
    await page.$$eval('.part-list button', (all) => all.find((e) => e.textContent === 'law').click());
    await sleep(8000);
    await save(page, 'tune');
    await page.end();
}

async function fault() {
    const { page } = await open('dark');
    await ask(cell, 'ask', 'arm.drive', 'fault 3 jump 0.3 for 0.5');
    await inState(page, 'Fault');
    await save(page, 'why');
    await page.end();
}

const only = process.argv[5];
for (const picture of [running, teaching, tuning, fault]) {
    if (only === undefined || picture.name === only) await picture();
}
await cell.stop();
process.exit(0);
