// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// pictures.mjs PROGRAM BUILD_DIR FOLDER: pictures of the running page, as a machine with a graphics
// processor draws it. Called by tools/pictures.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { click, sleep, until } from './check.mjs';
import { chooseIn, handOn } from './hand.mjs';
import { ask, configure, inState, openPage, startCell } from './station.mjs';

const [program, build, folder] = process.argv.slice(2);
configure({ program, build, root: join(dirname(fileURLToPath(import.meta.url)), '../..') });

/** By the clock of the page drawing is quick, so that it chooses its full look. */
function quickDrawing() {
    const real = performance.now.bind(performance);
    performance.now = () => real() / 100;
}

const cell = await startCell('demo');

async function open(theme, width = 1440, height = 900, quick = true, running = cell) {
    const page = await openPage('about:blank', { width, height, theme });
    if (quick) await page.evaluateOnNewDocument(quickDrawing);
    await page.goto(running.url);
    await inState(page, 'Running', 'Ready', 'Stopped', 'Fault', 'Failed');
    const hand = handOn(page, () => running);
    if (quick) await until(async () => (await hand.probe()).look === 'full', 'the full look');
    return { page, hand };
}

/** In the full look, by the true clock: a page whose clock is slow cannot keep the lease. */
async function openWithLease(theme) {
    const { page, hand } = await open(theme, 1440, 900, false);
    await ask(cell, 'ask', 'program', 'stop');
    await hand.ready();
    return { page, hand };
}

/** The same picture with the lease: where it is lost while the full look is drawn, it is made again. */
async function saveWithLease(page, hand, name) {
    const look = (text) => chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), text);
    await until(async () => {
        await look('Always quick');
        await hand.ready();
        await look('Always fine');
        await until(async () => (await hand.probe()).look === 'full', 'the full look');
        await sleep(1000); // locks and lists are drawn a few times a second
        await page.screenshot({ path: join(folder, `${name}.png`) });
        return (await page.$eval('.lease', (e) => e.dataset.kind)) === 'mine';
    }, `${name} with the lease`);
    console.log(join(folder, `${name}.png`));
}

async function save(page, name) {
    await sleep(2000);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(join(folder, `${name}.png`));
}

// the arm carries a block: a step in the middle of the program
const carries = () => until(async () => Number(await ask(cell, 'get', 'gripper/holds')) >= 0, 'it holds a block', 60000);

// the same cell, with what must stay apart
const RULES = `<collision><collision_rules keep="0.02" slow="0.25">
    <selves><self member="arm" check="listed"/></selves>
    <pairs>
      <pair a="arm" b="hand" policy="ignore"/>
      <pair a="arm/j1_link" b="table" policy="ignore"/>
      ${['red', 'green', 'blue'].map((block) => `<pair a="hand" b="${block}" policy="ignore"/>`).join('')}
    </pairs>
    <boxes><box name="operator" low="0.1 0.75 0.4" high="0.9 1.05 1.2"/></boxes>
    <zones><zone name="bin" low="0.34 -0.34 0.7" high="0.7 -0.14 0.95"/></zones>
  </collision_rules></collision>`;

async function clearance() {
    const text = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../cells/demo.cell.xml'), 'utf8');
    const file = join(cell.home, 'kept-apart.cell.xml');
    writeFileSync(file, text.replace('</cell>', `${RULES}</cell>`));
    const kept = await startCell(file);
    const { page } = await open('light', 1440, 900, true, kept);
    // the hand comes down to the table for a block
    await until(async () => {
        const distance = await page.$eval('.readout.clearance .value', (e) => Number(e.textContent)).catch(() => 0);
        return distance > 0 && distance < 150 && Number(await ask(kept, 'get', 'gripper/holds')) < 0;
    }, 'it is near', 120000);
    await ask(kept, 'ask', 'program', 'pause');
    await save(page, 'clearance');
    await page.end();
    await kept.stop();
}

async function running() {
    const { page } = await open('light');
    await carries();
    await save(page, 'station');
    await page.end();
}

async function dark() {
    const { page } = await open('dark');
    await carries();
    await save(page, 'dark');
    await page.end();
}

async function small() {
    const { page } = await open('dark', 1024, 700);
    await carries();
    await save(page, 'small');
    await page.end();
}

async function phone() {
    const { page } = await open('dark', 390, 844);
    await carries();
    await save(page, 'phone');
    await page.end();
}

async function teaching() {
    const { page, hand } = await openWithLease('light'); // without it all is locked
    await hand.go('teach');
    await click(page, '.points .point:nth-child(2) .point-name');
    await until(() => page.$('.card-point .hold'), 'the card of the point');
    await saveWithLease(page, hand, 'teach');
    await page.end();
}

async function sequence() {
    const { page, hand } = await openWithLease('dark');
    await hand.go('teach');
    await click(page, '.teach-tabs [data-value="sequence"]');
    await until(async () => (await page.$$('.seq-step')).length > 20, 'the steps');
    await click(page, '.seq-step:nth-child(5) .step-name');
    await until(() => page.$('.step-form select'), 'the form of the step');
    await saveWithLease(page, hand, 'sequence');
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
    await plot('arm/sensed/v[0]', 'right');
    await click(page, '.plot-bar button[aria-label="Add a plot"]');
    for (const i of [0, 1, 3]) await plot(`arm/sensed/effort[${i}]`, 'left');
    // a page that is short of processor may not get the fields at the first time
    await until(async () => {
        await page.$$eval('.part-list button', (all) => all.find((e) => e.textContent === 'law').click());
        return until(() => page.$('.card-described .scale'), 'its fields', 8000).catch(() => false);
    }, 'the fields of the law');
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

async function events() {
    const { page, hand } = await open('light');
    await hand.go('events');
    await until(async () => (await page.$$('.event')).length > 0, 'events');
    await sleep(8000); // the black box of the newest stop is written
    await save(page, 'events');
    await page.end();
}

async function replay() {
    // a replay needs the clock of the page as it is
    const { page, hand } = await open('dark', 1440, 900, false);
    await hand.ready();
    // the blocks are where the program expects them
    await page.$$eval('.card-program .actions button', (all) => all.find((e) => e.textContent === 'Reset').click());
    await until(async () => (await hand.word('program/step')) === '-1' || (await hand.number('loop/t')) < 30, 'the cell is set back');
    await hand.ready();
    await ask(cell, 'ask', 'program', 'run');
    await hand.record(true);
    await sleep(6000);
    await hand.record(false);
    await hand.go('events');
    const selector = '.record button[aria-label^="Replay"]';
    await until(() => page.$eval(selector, (e) => e.ariaDisabled !== 'true').catch(() => false), 'a recording');
    await page.$eval(selector, (e) => e.click());
    await until(() => page.$('body.is-replay'), 'the replay');
    // a recording of the whole arm, none of whose plots is empty
    await until(() => page.$$eval('.plot', (all) => all.filter((e) => !e.hidden).every((e) => (e.probe().points ?? []).some((n) => n > 1))),
        'all plots have curves');
    await save(page, 'replay');
    // a program that runs under a lease that ends would be stopped, and said so in the next pictures
    await ask(cell, 'ask', 'program', 'stop');
    await hand.rest();
    await page.end();
}

const only = process.argv[5]?.split(','); // names of functions; all without
for (const picture of [clearance, running, dark, small, phone, teaching, tuning, replay, sequence, fault, events]) {
    if (only === undefined || only.includes(picture.name)) await picture();
}
await cell.stop();
process.exit(0);
