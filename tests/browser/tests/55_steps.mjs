// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What the file of a cell can say about steps, the editor can say: every action with every field that
// it uses is written in the form, told by the cell, saved into the file, and read again by another run.
// Actions and fields are those that the described type has, so that a new one is missed here.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '../../cases/server/client.mjs';
import { expect, until } from '../check.mjs';
import { handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, paths, startCell, takeLease } from '../station.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sinew-steps-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
cpSync(join(paths.root, 'cells/parts'), join(folder, 'parts'), { recursive: true });
const file = join(folder, 'steps.cell.xml');
// a second sequence, for call; and the demonstration without its own steps
const demo = readFileSync(join(paths.root, 'cells/demo.cell.xml'), 'utf8');
const start = demo.indexOf('<component name="program"');
const end = demo.indexOf('</component>', start) + '</component>'.length;
const other = demo.slice(start, end).replace('name="program"', 'name="other"')
    .replace(/<sequence[\s\S]*<\/sequence>/, '<sequence automatic="false"><steps><step action="wait" value="0.1"/></steps></sequence>');
const mine = demo.slice(start, end).replace(/<sequence[\s\S]*<\/sequence>/, '<sequence automatic="false"/>');
writeFileSync(file, `${demo.slice(0, start)}${mine}\n${other}${demo.slice(end)}`);

const run = ['--virtual', '--pace', '1', '--for', '36000', '--idle'];
let cell = await startCell(file, run);
// another client, which only asks
const client = new Client(cell.port);
await client.open();
await client.hello(cell.token);
const page = await openPage(cell.url, { width: 1280, height: 900 });
const hand = handOn(page, () => cell);

/** A value of each field that is not its default, as it is written in the form, and as it is told. */
const VALUES = {
    point: ['over_b2', 'over_b2'],
    object: ['green', 'green'],
    value: ['0.0375', 0.0375],
    q: ['0.1 -0.7 0.05 -2.25 -0.125 1.5 0.75', [0.1, -0.7, 0.05, -2.25, -0.125, 1.5, 0.75]],
    output: ['3', 3],
    steps: ['2', 2],
    times: ['5', 5],
    sequence: ['other', 'other'],
};

const say = (text) => ask(cell, 'ask', 'program', text);
const shown = async (index) => (await client.request('call', { object: 'program', word: 'show', arguments: { index } })).result;
const rows = () => page.$$eval('.seq-step .step-name', (all) => all.map((e) => e.textContent.trim()));
const stepFields = () => page.$$eval('.step-form [data-field]', (all) => all.map((e) => e.dataset.field).filter((f) => f !== 'action'));

const insist = (act, isSo, what, kind = /"(text|word)":"(insert|change|remove|order|clear)\b/) =>
    hand.once(() => act().catch(() => undefined), isSo, kind, what);

async function add(action) {
    const next = String(Number(await say('steps')) + 1);
    await insist(async () => {
        if ((await page.$('.menu')) === null) {
            await page.$$eval('.card-sequence .btn', (all) => all.find((e) => e.textContent.trim() === 'Add step').click());
        }
        await until(() => page.$('.menu'), 'the menu', HEARD);
        await page.$$eval('.menu [role^="menuitem"]', (all, name) => all
            .find((e) => e.children[1].textContent.toLowerCase() === name).click(), action);
    }, async () => (await say('steps')) === next, `a step ${action}`);
    await until(async () => String((await rows()).length) === next, 'the list has it');
}

/** Chooses a step; a row that is drawn anew under the pointer is looked for again. */
const choose = (i) => until(async () => {
    await page.$eval(`.seq-step:nth-child(${i + 1}) .step-name`, (e) => e.click());
    return page.$(`.seq-step.on:nth-child(${i + 1})`);
}, `step ${i + 1} is chosen`, HEARD);

/** Writes into a field of the form, or chooses from it. */
async function fill(field, text) {
    const selector = `.step-form [data-field="${field}"]:not([disabled])`;
    await until(() => page.$(selector), `the field ${field}`, HEARD);
    if (await page.$eval(selector, (e) => e.tagName === 'SELECT')) return page.select(selector, text);
    await page.$eval(selector, (e) => e.select());
    await page.type(selector, text);
    return page.keyboard.press('Enter');
}

const told = async () => {
    const count = Number(await say('steps'));
    const all = [];
    for (let i = 0; i < count; i++) all.push(await say(`text ${i}`));
    return all;
};

const { fields } = await client.request('describe', { type: 'step' });
const described = fields.map((f) => f.name);
const actions = fields.find((f) => f.name === 'action').words;
const uses = {};

export default {
    'every field of a step is used by an action, and the form has those of its action': async () => {
        await hand.go('teach');
        await page.click('.teach-tabs [data-value="sequence"]');
        await until(() => page.$('.card-sequence select'), 'the card of sequences');
        await page.select('.card-sequence .card-head select', 'program').catch(() => undefined);
        await takeLease(page);
        expect(actions.length >= 12, `actions: ${actions}`);
        for (const action of actions) {
            await add(action);
            uses[action] = (await say(`fields ${action}`)).split(' ').filter((w) => w !== '');
            await until(async () => (await stepFields()).sort().join() === [...uses[action]].sort().join(),
                `the form of ${action} has ${uses[action]}`).catch(async (error) => {
                throw new Error(`${error.message}; it has ${await stepFields()}`);
            });
        }
        const used = new Set(Object.values(uses).flat());
        const missing = described.filter((name) => name !== 'action' && !used.has(name));
        expect(missing.length === 0, `fields that no action uses: ${missing}`);
        const offered = await page.$$eval('.step-form [data-field="action"] option', (all) => all.map((e) => e.value));
        expect(offered.join() === actions.join(), `actions of the form: ${offered}`);
    },

    'each field that is written is told by the cell, in the file, and there in the next run': async () => {
        for (const [i, action] of actions.entries()) {
            for (const field of uses[action]) {
                expect(field in VALUES, `a value for the field ${field}`);
                const [text, value] = VALUES[field];
                await insist(async () => {
                    await choose(i);
                    await fill(field, text);
                }, async () => JSON.stringify((await shown(i))[field]) === JSON.stringify(value), `${field} of ${action}`);
            }
        }
        const before = await told();
        for (const [i, action] of actions.entries()) {
            const step = await shown(i);
            const wanted = { action, ...Object.fromEntries(uses[action].map((f) => [f, VALUES[f][1]])) };
            for (const [name, value] of Object.entries(wanted))
                expect(JSON.stringify(step[name]) === JSON.stringify(value), `${action}: ${name} is ${step[name]}`);
        }
        const old = readFileSync(file, 'utf8');
        await insist(async () => {
            await page.keyboard.down('Control');
            await page.keyboard.press('s');
            await page.keyboard.up('Control');
        }, async () => readFileSync(file, 'utf8') !== old, 'it is saved', /"act":"save"/);
        const inFile = await page.evaluate((text) => {
            const root = new DOMParser().parseFromString(text, 'application/xml');
            const program = [...root.getElementsByTagName('*')].find((e) => e.localName === 'component' && e.getAttribute('name') === 'program');
            return [...program.getElementsByTagName('*')].filter((e) => e.localName === 'step').map((e) => ({
                ...Object.fromEntries([...e.attributes].map((a) => [a.name, a.value])),
                ...Object.fromEntries([...e.children].map((c) => [c.localName, c.textContent.trim()])),
            }));
        }, readFileSync(file, 'utf8'));
        expect(inFile.length === actions.length, `steps of the file: ${inFile.length}`);
        inFile.forEach((step, i) => {
            expect((step.action ?? actions[0]) === actions[i], `${step.action} in place of ${actions[i]}`);
            for (const field of uses[actions[i]])
                expect(step[field]?.split(/\s+/).join(' ') === VALUES[field][0], `${actions[i]}: ${field}="${step[field]}" in the file`);
        });
        const again = await startCell(file, run);
        const first = cell;
        cell = again;
        expect((await told()).join('|') === before.join('|'), `the next run: ${(await told()).join('|')}`);
        cell = first;
        await again.stop();
    },

    'steps are ordered by drawing them': async () => {
        const draw = (from, to) => page.evaluate((a, b) => {
            const data = new DataTransfer();
            const [one, two] = [a, b].map((k) => document.querySelector(`.seq-step:nth-child(${k})`));
            const send = (at, type) => at.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
            send(one, 'dragstart');
            send(two, 'dragover');
            send(two, 'drop');
        }, from, to);
        for (const [from, to] of [[2, 7], [9, 1], [12, 11]]) {
            const wanted = await told();
            wanted.splice(to - 1, 0, ...wanted.splice(from - 1, 1));
            await insist(() => draw(from, to), async () => (await told()).join('|') === wanted.join('|'), `step ${from} is drawn to ${to}`);
            await until(async () => (await rows()).join('|') === wanted.join('|'), 'the list shows it');
        }
    },

    'a move takes the joints as they are now': async () => {
        const i = (await told()).findIndex((text) => text.startsWith('go to 0.1') || text.includes('0.1 -0.7'));
        expect(i >= 0, `the step move: ${await told()}`);
        const now = await hand.joints();
        await insist(async () => {
            await choose(i);
            await page.$$eval('.step-form .btn', (all) => all.find((e) => e.textContent.trim() === 'Here').click());
        }, async () => {
            const { q } = await shown(i);
            return q.length === now.length && q.every((x, k) => Math.abs(x - now[k]) < 0.02);
        }, 'the joints of the arm');
    },

    // Seen: only the sequence that is shown was looked at, and the page said Ready
    'a program that is not shown and fails is said in the band, with its name': async () => {
        await hand.ready();
        const tell = (text) => ask(cell, 'ask', 'other', text);
        await tell('insert 0 go over_a1');
        await ask(cell, 'ask', 'points', 'remove over_a1');
        await tell('run');
        await until(async () => (await hand.word('other/state')) === 'failed', 'it fails');
        await inState(page, 'Failed');
        const detail = () => page.$eval('#state div > span', (e) => e.textContent);
        await until(async () => /^other: step 1 of 2 \(.*no point of that name/.test(await detail()), 'the band says which')
            .catch(async (error) => {
                throw new Error(`${error.message}; ${await detail()}`);
            });
        await tell('stop');
        await inState(page, 'Ready');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await client.close();
        await cell.stop();
    },
};
