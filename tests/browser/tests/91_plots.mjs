// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Plots and recordings: four plots on two axes, their manager, their time axis, bars; the choice of what
// is recorded, the formats it is saved in; the test signal; edges of panels; the heap.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, sleep, until } from '../check.mjs';
import { HEARD, handOn, label } from '../hand.mjs';
import { ask, openPage, startCell } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1440, height: 900 });
const hand = handOn(page, () => cell);

/** Files that the page hands out are caught: name and text. */
await page.evaluate(() => {
    window.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
        const entry = { name: '', text: null, size: blob.size };
        window.saved.push(entry);
        blob.text().then((text) => (entry.text = text));
        return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function () {
        window.saved.at(-1).name = this.download;
    };
});

async function inTree(path) {
    await page.$eval('.tree-body input[type="search"]', (e, text) => {
        e.value = text;
        e.dispatchEvent(new Event('input'));
    }, path);
}

async function plot(path, side) {
    await inTree(path);
    await until(() => page.$(`.tree b[data-path="${path}"]`), `${path} is in the tree`);
    await page.$eval(`button[aria-label="Plot ${path} on the ${side} axis"]`, (e) => e.click());
}

const probes = () => page.$$eval('.plot', (all) => all.filter((e) => !e.hidden).map((e) => e.probe()));
const stack = () => page.$eval('.plot-stack', (e) => e.probe());
const press = (selector) => page.$eval(selector, (e) => e.click());
const shut = () => page.$$eval('.dialog .dialog-head button', (all) => all.forEach((e) => e.click()));
const tool = (title) => `.plot-bar button[aria-label="${title}"]`;

/** A button of the manager by what it says to a listener. */
const inManager = (text) => press(`.plots-dialog button[aria-label="${text}"]`);

async function saves(act, count, limit = 15000) {
    await page.evaluate(() => (window.saved.length = 0));
    await act();
    return until(() => page.evaluate((n) => (window.saved.length >= n && window.saved.every((s) => s.text !== null && s.name)
        ? window.saved.slice() : null), count), `${count} files`, limit);
}

async function writeInto(selector, text) {
    await page.$eval(selector, (e, value) => {
        e.focus();
        e.value = value;
        e.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    await page.focus(selector);
    await page.keyboard.press('Enter');
}

/** Moves the first joint; a machine that is short of time may have stopped the arm: then anew. */
async function moveTo(q0) {
    await until(async () => {
        await hand.ready();
        await ask(cell, 'ask', 'motion', `move ${q0} -0.785 0 -2.356 0 1.571 0.785`);
        return until(async () => Math.abs((await hand.joints())[0] - q0) < 0.01, 'it is there', 8000).catch(() => false);
    }, `the first joint goes to ${q0}`);
}

// --- what is saved, read by readers of their own ----------------------------------------------------

function readCsv(text) {
    const [head, ...lines] = text.trim().split('\n');
    const names = head.split(',').map((n) => n.replace(/ \[[^\]]*\]$/, ''));
    return { names, rows: lines.map((line) => line.split(',').map((f) => (f === '' ? NaN : Number(f)))) };
}

function readMatlab(text) {
    const names = [...text.match(/names = \{(.*)\};/)[1].matchAll(/'((?:[^']|'')*)'/g)].map((m) => m[1]);
    const body = text.match(/data = \[\n([^\]]*)\];/)[1].trim();
    return { names, rows: body.split('\n').map((line) => line.trim().split(' ').map(Number)) };
}

function readWolfram(text) {
    const names = [...text.match(/"names" -> \{(.*)\},/)[1].matchAll(/"([^"]*)"/g)].map((m) => m[1]);
    const value = (word) => (word === 'Missing[]' ? NaN : Number(word.replace('`', '').replace('*^', 'e')));
    const body = text.split('"data" -> {\n')[1];
    return { names, rows: [...body.matchAll(/\{([^{}]*)\}/g)].map((m) => m[1].split(', ').map(value)) };
}

const readXml = (text) => page.evaluate((source) => {
    const root = new DOMParser().parseFromString(source, 'application/xml');
    if (root.querySelector('parsererror')) throw new Error('this is no XML');
    return {
        names: [...root.querySelectorAll('column')].map((e) => e.getAttribute('name')),
        rows: [...root.querySelectorAll('row')].map((e) => e.textContent.split(' ')),
    };
}, text).then((table) => ({ ...table, rows: table.rows.map((row) => row.map(Number)) }));

const heap = async (session) => {
    for (let k = 0; k < 3; k++) await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
};

const Q0 = 'arm/sensed/q[0]';

export default {
    // spec: actin-model:A1-VW-35
    'plots are made, edited, shown and removed in their manager, four and more': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await hand.go('tune');
        await until(() => page.$('.tree .node'), 'the tree');
        await hand.emptyPlots();
        await press(tool('Manage plots'));
        for (let k = 0; k < 3; k++) {
            await page.$$eval('.plots-dialog .actions button', (all) => all
                .find((e) => e.textContent.includes('New plot')).click());
            await writeInto('.plots-dialog.edit input[aria-label="Title of the plot"]', `Joint ${k + 2}`);
            for (const [name, side] of [['q', 'left'], ['v', 'right']]) {
                await page.$eval('.plots-dialog.edit input[aria-label="Path of a signal"]', (e, path) => (e.value = path),
                    `arm/sensed/${name}[${k + 1}]`);
                await inManager(`Add on the ${side} axis`);
            }
            await page.$$eval('.plots-dialog.edit .dialog-head button', (all) => all.forEach((e) => e.click()));
            await until(async () => (await page.$('.plots-dialog.edit')) === null, 'the dialog is shut');
        }
        await shut();
        await until(async () => (await page.$('.dialog')) === null, 'all are shut');
        await page.$eval('.plot:first-child', (e) => e.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
        await plot(Q0, 'left');
        await plot('arm/sensed/v[0]', 'right');
        await until(async () => (await probes()).filter((p) => p.points?.some((n) => n > 1)).length === 4, 'four are drawn');
        const titles = () => page.$$eval('.plot', (all) => all.filter((e) => !e.hidden).map((e) => e.querySelector('h2').textContent));
        expect((await titles()).slice(1).join() === 'Joint 2,Joint 3,Joint 4', `their titles: ${await titles()}`);
        await press(tool('Manage plots'));
        await page.$$eval('.plots-dialog [role="switch"], .plots-dialog .switch', (all) => all[1].click());
        await until(async () => (await titles()).length === 3, 'one is hidden');
        expect((await probes()).length === 3, 'three are shown');
        await page.$$eval('.plots-dialog [role="switch"], .plots-dialog .switch', (all) => all[1].click());
        await until(async () => (await titles()).length === 4, 'and shown again');
        await inManager('Delete Joint 3');
        await until(async () => !(await titles()).includes('Joint 3'), 'one is removed');
        await inManager('Edit Joint 4');
        await writeInto('.plots-dialog.edit input[aria-label="Title of the plot"]', 'Wrist');
        await until(async () => (await titles()).includes('Wrist'), 'one is edited');
        await shut();
        await press(tool('Add a plot'));
        await plot('arm/command/effort[1]', 'left');
    },

    // spec: actin-model:A1-VW-36
    'the window is as long as its scale, hidden curves are not drawn, axes are scaled apart': async () => {
        for (const seconds of [5, 15, 2]) {
            const isSo = async () => (await probes()).every((p) => Math.abs(p.to - p.from - seconds) < 1e-6);
            // what is written is dropped when the focus goes elsewhere before it is entered
            await until(async () => {
                await writeInto('.plot-bar input[aria-label="Length of the window in seconds"]', String(seconds));
                return until(isSo, `${seconds} s`, HEARD).catch(() => false);
            }, `${seconds} s`).catch(async (error) => {
                throw new Error(`${error.message}: ${JSON.stringify(await probes())}`);
            });
        }
        await writeInto('.plot-bar input[aria-label="Length of the window in seconds"]', '0');
        await until(() => page.$eval('.plot-stack', (e) => /between 0.05 and 100 s/.test(e.textContent)), 'no window of 0 s');
        const first = async () => (await probes())[0].points;
        await until(async () => (await first()).every((n) => n > 1), 'both curves of the first plot are drawn');
        await press(`.plot button[title^="${Q0}: "]`);
        await until(async () => (await first())[0] === 0 && (await first())[1] > 1, 'one is hidden, the other is not');
        await press(`.plot button[title^="${Q0}: "]`);
        await until(async () => (await first())[0] > 1, 'and shown again');
        const axes = await page.$eval('.plot', (e) => [...e.querySelectorAll('.u-axis')].length);
        expect(axes === 3, `time and two axes: ${axes}`);
    },

    // spec: loffler:L-144
    'two plots of different signals are drawn at least ten times in a second of the loop': async () => {
        await ask(cell, 'ask', 'program', 'run');
        const fastEnough = async () => {
            const [from, before] = [await stack(), await probes()];
            await until(async () => (await stack()).time >= from.time + 1, 'a second of the loop');
            const [to, after] = [await stack(), await probes()];
            const rates = [0, 1].map((i) => (after[i].drawn - before[i].drawn) / (to.time - from.time));
            return rates.every((r) => r >= 10) && after[0].points[0] > 1 && after[1].points[0] > 1;
        };
        // a machine that is short of time for the page runs the loop slower, and is asked again
        const atOnce = await until(fastEnough, 'at full speed', 12000).catch(() => false);
        if (!atOnce) {
            await hand.ready();
            await press('.strip .rate');
            await page.$$eval('.menu [role^="menuitem"]', (all) => all.find((e) => e.textContent === '\u00d70.1').click());
            await until(fastEnough, 'ten redraws in a second');
            await press('.strip .rate');
            await page.$$eval('.menu [role^="menuitem"]', (all) => all.find((e) => e.textContent === '\u00d71').click());
        }
        await ask(cell, 'ask', 'program', 'stop');
    },

    'every state frame that comes in is handled, with four plots in sight': async () => {
        const session = await page.createCDPSession();
        let received = 0;
        session.on('Network.webSocketFrameReceived', ({ response }) => (received += response.opcode === 2 ? 1 : 0));
        await session.send('Network.enable');
        // counted between two moments at which nothing is on its way
        const both = async () => {
            let pair;
            await until(async () => {
                const [a, handled, b] = [received, (await stack()).handled, received];
                pair = { received: b, handled };
                return a === b;
            }, 'a quiet moment');
            return pair;
        };
        const from = await both();
        await until(async () => received > from.received + 60, 'sixty frames');
        const to = await both();
        const off = Math.abs((to.handled - from.handled) - (to.received - from.received));
        // frames that the browser has told of may still wait for the page
        expect(off <= 2, `${to.handled - from.handled} handled of ${to.received - from.received}`);
        expect((await probes()).length === 4, 'four plots');
        await session.detach();
    },

    'a trigger stands at its crossing with its history before it, and single holds': async () => {
        const bar = '.plot-bar select[aria-label=';
        await moveTo(-0.2);
        await page.$$eval('.plot-bar [role="radio"]', (all) => all.find((e) => e.textContent === 'Single').click());
        await page.select(`${bar}"Trigger signal"]`, Q0);
        await page.select(`${bar}"Trigger edge"]`, 'up');
        await page.select(`${bar}"History before the trigger"]`, '50');
        await page.$eval('input[aria-label="Trigger level"]', (e) => {
            e.value = '0';
            e.dispatchEvent(new Event('input', { bubbles: true }));
        });
        expect(await page.$eval('.plot-said', (e) => e.textContent !== 'held'), 'it waits');
        await moveTo(0.2);
        await until(() => page.$eval('.plot-said', (e) => e.textContent === 'held'), 'it is caught');
        const { span } = await stack();
        const [file] = await saves(() => press(tool('Save as CSV')), 1);
        const { names, rows } = readCsv(file.text);
        const column = names.indexOf(Q0);
        expect(rows.every((r) => r[0] >= span.from - 0.1 && r[0] <= span.to + 0.1), 'the table is what is seen');
        const at = rows.findIndex((r, i) => i > 0 && (r[column] >= 0) !== (rows[i - 1][column] >= 0));
        expect(at > 0, 'the crossing is in the table');
        const middle = span.from + 0.5 * (span.to - span.from);
        const crossed = rows.some((r, i) => i > 0 && (r[column] >= 0) !== (rows[i - 1][column] >= 0)
            && Math.abs(r[0] - middle) < 1e-6);
        expect(crossed, 'it stands half way: as much history as was asked for');
        await sleep(300);
        expect(Math.abs((await stack()).span.from - span.from) < 1e-9, 'and stays there');
    },

    'a drag zooms in, and out again': async () => {
        const before = (await probes())[0];
        const box = await page.$eval('.plot .u-over', (e) => {
            const { x, y, width, height } = e.getBoundingClientRect();
            return { x, y, width, height };
        });
        await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.75 * box.width, box.y + 0.5 * box.height, { steps: 4 });
        await page.mouse.up();
        await until(async () => {
            const { from, to } = (await probes())[0];
            return Math.abs((to - from) / (before.to - before.from) - 0.5) < 0.03;
        }, 'half of it is seen');
        await press(tool('Zoom out'));
        await until(async () => Math.abs((await probes())[0].from - before.from) < 1e-9, 'all of it again');
    },

    // spec: actin-model:A1-VW-37
    'bars are as high as the values that were captured': async () => {
        await press('.plot button[aria-label="Menu of this plot"]');
        await page.$$eval('.menu [role^="menuitem"]', (all) => all.find((e) => e.textContent === 'Bars').click());
        await until(() => page.$('.plot .bar-column i'), 'bars');
        await until(async () => (await probes())[0].values?.every((v) => Number.isFinite(v)), 'with values');
        // plots are held: the same row stands in the table
        const [file] = await saves(() => press(tool('Save as CSV')), 1);
        const { names, rows } = readCsv(file.text);
        const { time, values } = (await probes())[0];
        const row = rows.find((r) => r[0] === time);
        const seen = await page.$eval('.plot', (e) => {
            const field = e.querySelector('.bar-field').getBoundingClientRect();
            const numbers = (i) => [...e.querySelectorAll('.bar-scale')[i].children]
                .map((s) => Number(s.textContent.replace('\u2212', '-')));
            return [...e.querySelectorAll('.bar-column i')].map((bar, i) => {
                const { top, bottom } = bar.getBoundingClientRect();
                const [max, min] = numbers(i === 0 ? 0 : 1);
                const value = (y) => min + ((max - min) * (field.bottom - 1 - y)) / (field.height - 2);
                return { path: bar.dataset.path, ends: [value(bottom), value(top)], pixel: (max - min) / (field.height - 2) };
            });
        });
        expect(seen.length === 2, `a bar for each signal: ${seen.length}`);
        for (const [i, bar] of seen.entries()) {
            const captured = row[names.indexOf(bar.path)];
            expect(values[i] === captured, `${bar.path} is ${values[i]}, captured ${captured}`);
            // angles are drawn in degrees
            const [low, high] = [Math.min(0, captured), Math.max(0, captured)].map((v) => (v * 180) / Math.PI);
            expect(Math.abs(bar.ends[0] - low) < 2 * bar.pixel && Math.abs(bar.ends[1] - high) < 2 * bar.pixel,
                `${bar.path} reaches from ${bar.ends} for ${captured}`);
        }
        await press('.plot button[aria-label="Menu of this plot"]');
        await page.$$eval('.menu [role^="menuitem"]', (all) => all.find((e) => e.textContent.startsWith('Curves')).click());
        await page.$$eval('.plot-bar [role="radio"]', (all) => all.find((e) => e.textContent === 'Roll').click());
    },

    // spec: actin-model:A1-VW-33
    'boxes of the tree choose what is recorded, and that alone is': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inTree('');
        const box = (path) => `.tree [role="checkbox"][aria-label="Record ${path}"]`;
        const checked = (path) => page.$eval(box(path), (e) => e.ariaChecked);
        await inTree('arm/sensed');
        await until(() => page.$(box('arm/sensed/q')), 'boxes');
        expect((await checked('arm/sensed/q')) === 'false' && (await checked('arm')) === 'false', 'none at first');
        await press(box('arm/sensed/q'));
        await until(async () => (await checked('arm/sensed/q')) === 'true', 'all of it');
        expect((await checked('arm/sensed')) === 'mixed' && (await checked('arm')) === 'mixed', 'some of what is above');
        await press(box('arm/sensed/q[2]'));
        await until(async () => (await checked('arm/sensed/q')) === 'mixed', 'some of it');
        await press('.strip .rec');
        await until(() => page.$eval('.rec', (e) => e.ariaPressed === 'true'), 'it records');
        const time = (await stack()).time;
        await until(async () => (await stack()).time > time + 0.5, 'for a while');
        await press('.strip .rec');
        await until(() => page.$eval('.rec', (e) => e.ariaPressed === 'false'), 'the recording ends');
        const folder = join(cell.home, 'data/sinew/recordings');
        const file = join(folder, readdirSync(folder).sort().at(-1));
        const paths = (await ask(cell, 'record', 'show', file, '--signals')).match(/arm\/\S+/g);
        const wanted = [0, 1, 3, 4, 5, 6].map((i) => `arm/sensed/q[${i}]`);
        expect(paths.sort().join() === wanted.join(), `what was chosen: ${paths}`);
        await press(box('arm/sensed/q'));
        await press(box('arm/sensed/q'));
        await until(async () => (await checked('arm/sensed/q')) === 'false', 'nothing again');
    },

    // spec: actin-model:A1-VW-34
    'a recording is saved in all formats that are chosen, and without any in none': async () => {
        const menu = async (text) => {
            await press('.rec-menu');
            await until(() => page.$('.menu'), 'the menu of the recording');
            await page.$$eval('.menu [role^="menuitem"]', (all, name) => all.find((e) => e.textContent === name).click(), text);
            await page.keyboard.press('Tab');
            await page.evaluate(() => document.querySelectorAll('.menu').forEach((e) => e.remove()));
        };
        for (const name of ['MCAP', 'CSV', 'XML', 'MATLAB', 'Mathematica']) await menu(name);
        const files = await saves(() => menu('Save the newest recording'), 4);
        const ends = files.map((f) => f.name.replace(/^.*(?=\.)/, ''));
        expect(ends.sort().join() === '.csv,.m,.wl,.xml', `four files: ${ends}`);
        const text = (end) => files.find((f) => f.name.endsWith(end)).text;
        const tables = [readCsv(text('.csv')), await readXml(text('.xml')), readMatlab(text('.m')), readWolfram(text('.wl'))];
        for (const table of tables) {
            expect(table.names.join() === tables[0].names.join(), `the same names: ${table.names}`);
            expect(table.rows.length === tables[0].rows.length && table.rows.length > 100, `${table.rows.length} rows`);
            const same = table.rows.every((row, r) => row.length === table.names.length
                && row.every((v, c) => Object.is(v, tables[0].rows[r][c])));
            expect(same, 'the same numbers, bit for bit');
        }
        for (const name of ['CSV', 'XML', 'MATLAB', 'Mathematica']) await menu(name);
        await page.evaluate(() => (window.saved.length = 0));
        await menu('Save the newest recording');
        await until(() => page.$eval('.strip', (e) => /No format is chosen: nothing is saved/.test(e.textContent)), 'it says so');
        expect((await page.evaluate(() => window.saved.length)) === 0, 'nothing is written');
        await menu('MCAP');
    },

    'a test signal runs while it is held, and its numbers are told': async () => {
        await page.select('select[aria-label="Joint of the test"]', '3');
        await hand.ready();
        const before = (await hand.rest())[3];
        const button = '.card-test-signal .btn.hold';
        const runs = async () => Number(await hand.word('test/runs'));
        await until(async () => {
            const count = await runs();
            await hand.holdUntil(button, async () => (await runs()) > count, 'it begins');
            const went = await until(async () => (await hand.joints())[3] > before + 0.015, 'the joint goes there', 3000)
                .catch(() => false);
            await until(async () => (await hand.word('test/state')) !== 'running', 'it ends', 5000).catch(() => undefined);
            await page.mouse.up();
            return went;
        }, 'the joint goes a degree');
        const facts = await until(() => page.$$eval('.card-last-test [data-fact]', (all) => (all.length === 6
            ? all.map((e) => [e.dataset.fact, Number.parseFloat(e.querySelector('dd').textContent)]) : null)), 'numbers');
        const fact = Object.fromEntries(facts);
        expect(fact.peakError > 0.05 && fact.peakError <= 1.05, `at most the height: ${fact.peakError}\u00b0`);
        expect(fact.rmsError > 0 && fact.rmsError < fact.peakError, `rms below the largest: ${fact.rmsError}`);
        expect(Math.abs((await hand.rest())[3] - before) < 2e-3, 'it is led back');
        await writeInto('input[aria-label="Height of the signal"]', '20');
        await until(async () => {
            await hand.ready();
            await hand.press(button);
            const told = await until(() => page.$eval('.card-test-signal', (e) => /too large for a test/.test(e.textContent)), 'a note', 3000)
                .catch(() => false);
            await page.mouse.up();
            return told;
        }, 'too much is refused at the button');
    },

    'panels are made wider by keys and by a drag, and each workspace keeps its own': async () => {
        const width = () => page.$eval('#left', (e) => e.getBoundingClientRect().width);
        const band = () => page.$eval('#state', (e) => JSON.stringify(e.getBoundingClientRect()));
        const [first, place] = [await width(), await band()];
        await page.focus('.edge.of-left');
        for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
        await until(async () => Math.abs((await width()) - first - 48) < 1, 'wider by three steps');
        const { x, y } = await page.$eval('.edge.of-left', (e) => {
            const box = e.getBoundingClientRect();
            return { x: box.x + 4, y: box.y + 200 };
        });
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x - 60, y, { steps: 3 });
        await page.mouse.up();
        await until(async () => Math.abs((await width()) - first + 12) < 2, 'narrower by a drag');
        await hand.go('operate');
        await until(async () => Math.abs((await width()) - first) < 1, 'another workspace is as it was');
        await hand.go('tune');
        await until(async () => Math.abs((await width()) - first + 12) < 2, 'this one is as it was left');
        await page.focus('.edge.of-left');
        await page.keyboard.press('Enter');
        await until(async () => (await width()) < 2, 'shut');
        expect((await band()) === place, 'the band stays');
        await page.keyboard.press('Home');
        await until(async () => Math.abs((await width()) - first) < 1, 'and as it came');
    },

    'the heap stays flat over minutes of state frames': async () => {
        await page.evaluate(() => document.activeElement.blur());
        // the page begins anew with its sockets in sight, so that frames can be fed to it
        await page.evaluateOnNewDocument(() => {
            const Real = window.WebSocket;
            window.sockets = [];
            window.WebSocket = class extends Real {
                constructor(...words) {
                    super(...words);
                    window.sockets.push(this);
                    this.addEventListener('message', (e) => (this.last = e.data instanceof ArrayBuffer ? e.data : this.last));
                }
            };
            // 3,000 frames as they come, 50 s at 60 Hz: later each time, one row each
            window.feed = () => {
                const socket = window.sockets.find((s) => s.last !== undefined && s.onmessage !== null);
                for (let k = 0; k < 3000; k++) {
                    const data = socket.last.slice(0);
                    new DataView(data).setUint32(24, k, true);
                    socket.onmessage(new MessageEvent('message', { data }));
                }
                return new DataView(socket.last).getUint16(36, true);
            };
        });
        await page.reload();
        await until(() => page.evaluate(() => window.sockets.some((s) => s.last !== undefined)), 'frames come in');
        await hand.go('tune');
        await until(async () => (await probes()).filter((p) => p.points?.some((n) => n > 1)).length >= 3, 'plots are back');
        const session = await page.createCDPSession();
        await session.send('HeapProfiler.enable');
        const feed = () => page.evaluate(() => window.feed());
        for (let k = 0; k < 8; k++) await feed(); // the ring of rows is full
        // twelve times 50 s are a sixth of an hour, in which 2 MB an hour are 333 kB; a page that is still
        // reading its meshes, or whose code is still being compiled, grows by those once; one that keeps
        // frames grows in every round
        let grown = Infinity;
        for (let round = 0; round < 10 && grown >= 333e3; round++) {
            const before = await heap(session);
            const handled = (await stack()).handled;
            expect((await feed()) > 4, 'they carry signals');
            for (let k = 1; k < 12; k++) await feed();
            expect((await stack()).handled - handled >= 36000, 'all are handled');
            grown = (await heap(session)) - before;
        }
        expect(grown < 333e3, `${(grown / 1000).toFixed(0)} kB more after ten minutes of frames`);
        await session.detach();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
