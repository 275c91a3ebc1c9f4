// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The dialog of what is recorded: objects, links and end effectors, and the types of data of each; boxes
// of three states; and that the cell then records what the boxes say.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { chooseIn, handOn } from '../hand.mjs';
import { ask, inState, openPage, startCell } from '../station.mjs';

const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);

const SYSTEM = 'System';
const OWN = 'Types of the object';
const LINKS = 'Types of links';
const EFFECTORS = 'Types of end effectors';
const TITLES = { [OWN]: 'Signals of the object', [LINKS]: 'Signals of its links', [EFFECTORS]: 'Signals of its end effector' };
const JOINTS = ['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7'];

/** The number of a row of a panel, from 1. */
async function lineOf(panel, name) {
    const rows = await page.$$eval(`.capture-list[aria-label="${panel}"] .capture-name`, (all) => all.map((e) => e.textContent));
    expect(rows.includes(name), `${name} is in "${panel}": ${rows}`);
    return rows.indexOf(name) + 1;
}

const rowOf = async (panel, name) => `.capture-list[aria-label="${panel}"] li:nth-child(${await lineOf(panel, name)})`;
const box = async (panel, name) => click(page, `${await rowOf(panel, name)} .mark-box`);
const highlight = async (name) => click(page, `${await rowOf(SYSTEM, name)} .capture-name`);

/** none, some or all, as a listener hears it. */
async function mark(panel, name) {
    const state = await page.$eval(`${await rowOf(panel, name)} .mark-box`, (e) => e.ariaChecked);
    return { false: 'none', mixed: 'some', true: 'all' }[state];
}

const button = (text, panel) => click(page, `.capture-panel button[aria-label="${text}: ${(TITLES[panel] ?? 'Objects and links').toLowerCase()}"]`);
const none = () => button('Deselect all', SYSTEM);

async function isMarked(panel, name, state) {
    const seen = await mark(panel, name);
    expect(seen === state, `${name} in "${panel}" is ${seen}, not ${state}`);
}

async function open() {
    await chooseIn(page, () => click(page, '.rec-menu'), 'What is recorded\u2026');
    await until(() => page.$('.capture-dialog'), 'the dialog');
}

async function shut() {
    await click(page, '.capture-dialog .dialog-head button');
    await until(async () => (await page.$('.capture-dialog')) === null, 'it is shut');
}

/** What the cell records with the present choice: paths of the arm and of its task component. */
async function recorded() {
    await shut();
    await hand.record(true);
    await hand.loopTime(0.3);
    await hand.record(false);
    const folder = join(cell.home, 'data/sinew/recordings');
    const file = join(folder, readdirSync(folder).sort().at(-1));
    const text = await ask(cell, 'record', 'show', file, '--signals');
    await open();
    return [...new Set(text.match(/\b(arm|task|program|law|loop)\/[^\s,]+/g) ?? [])].sort();
}

// spec: actin-model:A1-VW-33b
export default {
    'the twelve cells of the table of boxes, by clicks': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await open();
        const seen = new Set();
        const cellOf = async (name, panel, row, state) => {
            await isMarked(panel, row, state);
            seen.add(`${name} ${state}`);
        };
        await highlight('arm');
        await none();
        await cellOf('object', SYSTEM, 'arm', 'none');
        await cellOf('link', SYSTEM, 'j2', 'none');
        await cellOf('type, object', OWN, 'guard', 'none');
        await cellOf('type, object', LINKS, 'sensed', 'none');
        await highlight('j2');
        await cellOf('type, link', LINKS, 'sensed', 'none');

        // one element of a type of one link, whose other elements stay out
        await box(LINKS, 'sensed');
        await cellOf('type, link', LINKS, 'sensed', 'all');
        await box(LINKS, 'q');
        await cellOf('type, link', LINKS, 'sensed', 'some');
        await cellOf('link', SYSTEM, 'j2', 'some');
        await cellOf('object', SYSTEM, 'arm', 'some');
        await highlight('arm');
        await cellOf('type, object', LINKS, 'sensed', 'some');
        await isMarked(SYSTEM, 'j3', 'none');

        // a type of the object itself, whole and with an element left out
        await box(OWN, 'guard');
        await cellOf('type, object', OWN, 'guard', 'all');
        const element = await page.$eval(`.capture-list[aria-label="${OWN}"] .deep .capture-name`, (e) => e.textContent);
        await none();
        await box(OWN, element);
        const type = await page.$$eval(`.capture-list[aria-label="${OWN}"] li:not(.deep)`, (all) => all
            .map((e) => [e.textContent, e.querySelector('.mark-box').ariaChecked]).find(([, state]) => state !== 'false'));
        expect(type[1] === 'mixed', `a type with one of its elements: ${type}`);

        // links and objects whole
        await none();
        await box(SYSTEM, 'j4');
        await cellOf('link', SYSTEM, 'j4', 'all');
        await highlight('j4');
        for (const row of ['sensed', 'command', 'estimate']) await isMarked(LINKS, row, 'all');
        await highlight('arm');
        await box(SYSTEM, 'arm');
        await cellOf('object', SYSTEM, 'arm', 'all');
        for (const joint of JOINTS) await isMarked(SYSTEM, joint, 'all');
        await isMarked(OWN, 'guard', 'all');
        await cellOf('type, object', LINKS, 'sensed', 'all');
        expect(seen.size === 12, `twelve cells: ${[...seen]}`);
    },

    'a type checked on a highlighted arm reaches all its links, and is recorded of all of them': async () => {
        await none();
        await highlight('arm');
        await box(LINKS, 'sensed');
        for (const joint of JOINTS) {
            await highlight(joint);
            await isMarked(LINKS, 'sensed', 'all');
            await isMarked(LINKS, 'command', 'none');
            await isMarked(SYSTEM, joint, 'some');
        }
        // on one of them alone it is taken off there alone
        await highlight('j3');
        await box(LINKS, 'sensed');
        await highlight('arm');
        await isMarked(LINKS, 'sensed', 'some');
        const paths = await recorded();
        const list = paths.filter((path) => path.startsWith('arm/sensed/q['));
        expect(list.join() === [0, 1, 3, 4, 5, 6].map((i) => `arm/sensed/q[${i}]`).join(), `of six joints: ${list}`);
        expect(paths.every((path) => /^arm\/sensed\/\w+\[[013456]\]$/.test(path)), `and nothing else: ${paths}`);
    },

    'the end effector has its own panel': async () => {
        await highlight('arm');
        await none();
        await isMarked(SYSTEM, 'tool', 'none');
        await box(EFFECTORS, 'actual');
        await isMarked(EFFECTORS, 'actual', 'all');
        await isMarked(EFFECTORS, 'desired', 'none');
        await isMarked(SYSTEM, 'tool', 'some');
        await isMarked(SYSTEM, 'arm', 'some');
        await box(EFFECTORS, 'actual[2]');
        await isMarked(EFFECTORS, 'actual', 'some');
        const paths = await recorded();
        expect(paths.join() === [0, 1, 3, 4, 5, 6].map((i) => `task/actual[${i}]`).join(), `what was chosen: ${paths}`);
        await highlight('tool');
        await box(SYSTEM, 'tool');
        for (const row of ['actual', 'desired', 'drift']) await isMarked(EFFECTORS, row, 'all');
        await isMarked(SYSTEM, 'j1', 'none');
    },

    'each panel has both its buttons': async () => {
        await none();
        await highlight('arm');
        const parts = [[OWN, 'guard'], [LINKS, 'sensed'], [EFFECTORS, 'actual']];
        for (const [panel, row] of parts) {
            await button('Select all', panel);
            for (const [other, its] of parts) await isMarked(other, its, other === panel ? 'all' : 'none');
            const rows = await page.$$eval(`.capture-list[aria-label="${panel}"] .mark-box`, (all) => all.map((e) => e.ariaChecked));
            expect(rows.length > 1 && rows.every((state) => state === 'true'), `all of ${panel}: ${rows}`);
            await button('Deselect all', panel);
            await isMarked(panel, row, 'none');
            await isMarked(SYSTEM, 'arm', 'none');
        }
        // of a highlighted link they reach that link alone
        await highlight('j5');
        await button('Select all', LINKS);
        for (const joint of JOINTS) await isMarked(SYSTEM, joint, joint === 'j5' ? 'all' : 'none');
        await button('Deselect all', LINKS);
        await isMarked(SYSTEM, 'j5', 'none');
        await button('Select all', SYSTEM);
        for (const name of ['arm', 'program', 'task']) await isMarked(SYSTEM, name, 'all');
        await button('Deselect all', SYSTEM);
        for (const name of ['arm', 'program', 'task']) await isMarked(SYSTEM, name, 'none');
    },

    'panels that do not belong to what is highlighted are disabled': async () => {
        const disabled = () => page.$$eval('.capture-panel', (all) => all.filter((e) => e.inert && e.ariaDisabled === 'true')
            .map((e) => e.querySelector('ul').ariaLabel));
        for (const [name, wanted] of [['arm', []], ['j2', [OWN, EFFECTORS]], ['tool', [OWN, LINKS]], ['program', []]]) {
            await highlight(name);
            const now = await disabled();
            expect(now.join() === wanted.join(), `with ${name}: ${now}`);
        }
        // and a press there does nothing
        await none();
        await highlight('j2');
        const { x, y } = await page.$eval(`.capture-list[aria-label="${OWN}"] .mark-box`, (e) => {
            const rect = e.getBoundingClientRect();
            return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
        });
        await page.mouse.click(x, y);
        await page.$eval(`.capture-list[aria-label="${OWN}"] .mark-box`, (e) => e.focus());
        expect(await page.evaluate(() => document.activeElement?.closest('[inert]') === null), 'the keyboard does not reach it');
        await isMarked(SYSTEM, 'arm', 'none');
        await shut();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
