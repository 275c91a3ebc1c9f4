// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Plots are a part of the cell: made and edited in their manager, they go into its file when it is
// saved, and every page that opens the cell has them, in this run and in the next.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { handOn, HEARD } from '../hand.mjs';
import { openPage, paths, startCell } from '../station.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sinew-plots-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'waving.cell.xml');
const shipped = readFileSync(join(paths.root, 'cells/puma560.cell.xml'), 'utf8');
const written = shipped.replace('name="puma560">', 'name="waving">').replace('<arms>', '<!-- by hand --><arms>');
writeFileSync(file, written);

const start = () => startCell(file, ['--virtual', '--pace', '1', '--for', '36000', '--idle']);
let cell = await start();
let page = null;
let hand = null;
const kept = () => readFileSync(file, 'utf8');

/** A browser that has never seen the cell. */
async function arrive() {
    await page?.end();
    page = await openPage(cell.url, { width: 1440, height: 900 });
    hand = handOn(page, () => cell);
    await hand.go('tune');
    await until(() => page.$('.plot .legend > button'), 'a plot with a signal');
}

const press = (selector) => page.$eval(selector, (e) => e.click());
const inDialog = (name) => press(`.plots-dialog button[aria-label="${name}"]`);
const openManager = async () => {
    await press('.plot-bar button[aria-label="Manage plots"]');
    await until(() => page.$('.plots-dialog'), 'the manager');
};
const shut = async () => {
    await page.$$eval('.dialog .dialog-head button', (all) => all.reverse().forEach((e) => e.click()));
    await until(async () => (await page.$('.dialog')) === null, 'all dialogs are shut');
};

async function entitle(text) {
    const field = '.plots-dialog.edit input[aria-label="Title of the plot"]';
    await page.$eval(field, (e) => e.select());
    await page.type(field, text);
}

async function addSignal(path, side) {
    const field = '.plots-dialog.edit input[aria-label="Path of a signal"]';
    await page.$eval(field, (e) => e.select());
    await page.type(field, path);
    await inDialog(`Add on the ${side} axis`);
    await until(() => page.$(`.plots-dialog.edit select[aria-label="Axis of ${path}"]`), `${path} is in the list`);
}

async function shutEdit() {
    await page.$$eval('.plots-dialog.edit .dialog-head button', (all) => all.forEach((e) => e.click()));
    await until(async () => (await page.$('.plots-dialog.edit')) === null, 'the dialog is shut');
}

async function make(title, ...signals) {
    await page.$$eval('.plots-dialog .actions button', (all) => all.find((e) => e.textContent.includes('New plot')).click());
    await until(() => page.$('.plots-dialog.edit'), 'the dialog of the new plot');
    await entitle(title);
    for (const [path, side] of signals) await addSignal(path, side);
    await shutEdit();
}

/** What the page shows: of each plot title, kind, whether it is shown, and its signals with their axes. */
const seen = () => page.$$eval('.plot', (all) => all.map((e) => ({
    title: e.querySelector('h2').textContent,
    kind: e.probe().kind,
    shown: !e.hidden,
    // dashed curves belong to the right axis
    traces: [...e.querySelectorAll('.legend > button')].map((b) => `${b.title.replace(/: (show|hide)$/, '')} `
        + `${b.querySelector('i').classList.contains('dash') ? 'right' : 'left'} ${b.ariaPressed === 'true' ? 'drawn' : 'hidden'}`),
})));

async function shows(wanted, what) {
    const text = JSON.stringify(wanted);
    await until(async () => JSON.stringify(await seen()) === text, what).catch(async (error) => {
        throw new Error(`${error.message}\n    wanted ${text}\n    seen   ${JSON.stringify(await seen())}`);
    });
}

/** What the file has, by the browser's own reader of XML. */
const inFile = () => page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'application/xml');
    const all = (at, name) => [...at.getElementsByTagName('*')].filter((e) => e.localName === name);
    const value = (e, name, standard) => e.getAttribute(name) ?? standard;
    return all(root, 'plot').map((plot) => ({
        title: value(plot, 'title', ''),
        kind: value(plot, 'kind', 'curves'),
        shown: value(plot, 'shown', 'true') === 'true',
        traces: all(plot, 'trace').map((t) => `${value(t, 'signal')} ${value(t, 'side', 'left')} `
            + (value(t, 'hidden', 'false') === 'true' ? 'hidden' : 'drawn')),
    }));
}, kept());

async function save() {
    const before = kept();
    await until(async () => {
        await page.keyboard.down('Control');
        await page.keyboard.press('s');
        await page.keyboard.up('Control');
        return until(() => kept() !== before, 'saved', HEARD).catch(() => false);
    }, 'the file is written');
}

const PLOTS = [
    { title: 'Shoulder', kind: 'curves', shown: true, traces: ['arm/target/q[1] left drawn', 'arm/sensed/v[1] right drawn'] },
    { title: 'Elbow', kind: 'bars', shown: true, traces: ['arm/sensed/q[2] left drawn', 'arm/command/effort[2] left drawn'] },
    { title: 'Wrist & <hand>', kind: 'curves', shown: true, traces: ['arm/sensed/q[3] right drawn'] },
    { title: 'Aside', kind: 'bars', shown: false, traces: ['arm/sensed/q[4] right drawn', 'arm/sensed/q[5] left drawn'] },
];

export default {
    'a page that nobody edited adds nothing to a file': async () => {
        await arrive();
        expect((await seen()).length === 1, 'one plot at first');
        expect(JSON.stringify(await inFile()) === '[]', 'none in the file');
    },

    'four plots are made, edited and left, one is deleted': async () => {
        await openManager();
        await make('Shoulder', ['arm/target/q[1]', 'left'], ['arm/sensed/v[1]', 'left']);
        await make('Elbow', ['arm/sensed/q[2]', 'left'], ['arm/command/effort[2]', 'right']);
        await make('Wrong', ['arm/sensed/q[3]', 'right'], ['arm/sensed/q[0]', 'right']);
        await make('Aside', ['arm/sensed/q[4]', 'right'], ['arm/sensed/q[5]', 'left']);
        // title, kind and axes of what is there already
        await inDialog('Edit Shoulder');
        await page.select('.plots-dialog.edit select[aria-label="Axis of arm/sensed/v[1]"]', 'R');
        await shutEdit();
        await inDialog('Edit Elbow');
        await page.$$eval('.plots-dialog.edit [data-value]', (all) => all.find((e) => e.textContent === 'Bars').click());
        await page.select('.plots-dialog.edit select[aria-label="Axis of arm/command/effort[2]"]', 'L');
        await shutEdit();
        await inDialog('Edit Wrong');
        await entitle('Wrist & <hand>');
        await inDialog('Remove arm/sensed/q[0]');
        await shutEdit();
        await inDialog('Edit Aside');
        await page.$$eval('.plots-dialog.edit [data-value]', (all) => all.find((e) => e.textContent === 'Bars').click());
        await shutEdit();
        const first = await page.$eval('.plots-dialog li b', (e) => e.textContent);
        await inDialog(`Delete ${first}`);
        await page.$eval('.plots-dialog button[aria-label="Show Aside"]', (e) => e.click());
        await shut();
        // one that is hidden is not drawn and has no kind to tell
        await shows(PLOTS.map((p) => (p.shown ? p : { ...p, kind: 'bars' })), 'what was made is seen');
    },

    // spec: actin-model:A1-VW-35b
    'title, kind and axes are in the file of the cell, and there again after a reload and in the next run': async () => {
        expect(JSON.stringify(await inFile()) === '[]', 'nothing is written before somebody saves');
        await save();
        expect(JSON.stringify(await inFile()) === JSON.stringify(PLOTS), `the file: ${JSON.stringify(await inFile())}`);
        expect(kept().includes('<!-- by hand --><arms>'), 'what its author wrote stays');
        // a browser of its own has no memory of this one
        await arrive();
        await shows(PLOTS, 'another page shows them');

        // edited again: they replace what the file had
        const next = structuredClone(PLOTS);
        next[0].title = 'Lower arm';
        next[1].kind = 'curves';
        next[2].traces = ['arm/sensed/q[3] left drawn'];
        next[3].shown = true;
        await openManager();
        await inDialog('Edit Shoulder');
        await entitle('Lower arm');
        await shutEdit();
        await inDialog('Edit Elbow');
        await page.$$eval('.plots-dialog.edit [data-value]', (all) => all.find((e) => e.textContent === 'Curves over time').click());
        await shutEdit();
        await inDialog('Edit Wrist & <hand>');
        await page.select('.plots-dialog.edit select[aria-label="Axis of arm/sensed/q[3]"]', 'L');
        await shutEdit();
        await page.$eval('.plots-dialog button[aria-label="Show Aside"]', (e) => e.click());
        await shut();
        await shows(next, 'edited again');
        // not saved yet: this tab keeps them over a reload
        await page.reload();
        await hand.go('tune');
        await shows(next, 'a reload keeps what is not saved');
        expect(JSON.stringify(await inFile()) === JSON.stringify(PLOTS), 'and the file is as it was');
        await save();
        expect(JSON.stringify(await inFile()) === JSON.stringify(next), `the file: ${JSON.stringify(await inFile())}`);
        expect((kept().match(/<(\w+:)?plots\b/g) ?? []).length === 1, `one list of plots: ${kept()}`);

        await page.end();
        page = null;
        await cell.stop();
        cell = await start();
        await arrive();
        await shows(next, 'the next run shows them');
        await until(async () => (await page.$$eval('.plot', (all) => all.map((e) => e.probe().points ?? []))).flat()
            .filter((n) => n > 1).length >= 5, 'and draws their curves');
    },

    'another cell has plots of its own': async () => {
        const isWam = () => page.$eval('.cell-name span', (e) => e.textContent.trim() === 'wam');
        await hand.once(async () => {
            await page.keyboard.down('Control');
            await page.keyboard.press('o');
            await page.keyboard.up('Control');
            await until(() => page.$('.menu'), 'the menu', HEARD).catch(() => undefined);
            await page.$$eval('.menu [role^="menuitem"]', (all) => all
                .find((e) => e.children[1].textContent.trim() === 'wam')?.click());
        }, isWam, /"command":"open"/, 'another cell is opened');
        await until(async () => (await seen()).length === 1, 'the plot that an untouched cell begins with');
        expect((await seen())[0].traces.join() === 'arm/target/q[0] left drawn,arm/sensed/q[0] left drawn', JSON.stringify(await seen()));
    },

    'nothing else went wrong': async () => {
        const real = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to (load|fetch)/.test(text));
        expect(real.length === 0, real.join('; '));
        await page.end();
        await cell.stop();
    },
};
