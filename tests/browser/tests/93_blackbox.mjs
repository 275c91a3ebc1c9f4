// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The black box of a fault: one click opens it, its plots are its recording, it is saved, and replayed in
// the scene while the state stays that of the arm.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { click, expect, sleep, until } from '../check.mjs';
import { handOn, HEARD } from '../hand.mjs';
import { ask, openPage, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1440, height: 900 });
const hand = handOn(page, () => cell);
const folder = join(cell.home, 'data/sinew/boxes');
const boxes = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
const text = (selector) => page.$eval(selector, (e) => e.textContent);
const probes = () => page.$$eval('.plot', (all) => all.map((e) => e.probe()));
const press = (selector) => page.$eval(selector, (e) => e.click());

await page.evaluate(() => {
    window.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
        const entry = { name: '', text: null };
        window.saved.push(entry);
        blob.text().then((read) => (entry.text = read));
        return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function () {
        window.saved.at(-1).name = this.download;
    };
});

const saved = () => until(() => page.evaluate(() => {
    const last = window.saved.at(-1);
    return last?.text && last.name ? last : null;
}), 'a file');

/** Where the links are in the picture, by the text twin of the scene. */
const picture = () => text('.scene-twin tbody');

/** Keeps this process busy [ms]: a timer would be a millisecond late. */
function busy(milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
}

let name = '';
let fault = 0; // loop time [s]

export default {
    'one click opens the black box of that fault': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await hand.ready();
        // a move, so that there is something to see; it goes on while the fault comes
        await ask(cell, 'ask', 'motion', 'put move 0.8 -0.5 0 -2.1 0 1.571 0.785');
        await until(async () => Math.abs((await hand.numbers('arm/estimate/v'))[0]) > 0.05, 'the arm moves');
        await ask(cell, 'ask', 'arm.drive', 'fault 3 jump 0.3 for 0.1');
        await until(() => page.$('#banner .acts'), 'the banner');
        const banner = await until(async () => {
            const said = await text('#banner');
            return /jump/.test(said) && said;
        }, 'it names the fault');
        await page.$$eval('#banner .acts button', (all) => all.find((e) => e.textContent.includes('black box')).click());
        await until(() => page.$eval('body', (e) => e.dataset.workspace === 'events'), 'the events');
        const why = await text('.card-why');
        expect(/jumps/.test(why) && /jumps/.test(banner), `that fault is chosen: ${why}`);
        await until(async () => / cycles, /.test(await text('.card-black-box')), 'its box is opened');
        name = (await text('.card-black-box .note')).split(':')[0];
        expect(boxes().includes(`${name}.mcap`), `it is a file of the cell: ${boxes()}`);
        const rows = await page.$$eval('.event.on', (all) => all.length);
        expect(rows === 1, 'the event is marked');
    },

    'its plots are the rows of the recording, one for each cycle': async () => {
        await until(async () => (await probes()).length === 3 && (await probes())[0].points?.[0] > 100, 'three plots');
        const { from, to, points } = (await probes())[0];
        expect(Math.abs(to - from - 1) < 1e-6, 'a second of it');
        expect(points[0] >= 0.9 * 1000 * (to - from), `every cycle has its point: ${points[0]}`);
        await press('.plot-bar button[aria-label="Save as CSV"]');
        const [head, ...lines] = (await saved()).text.trim().split('\n');
        const seen = { names: head.split(','), rows: lines.map((l) => l.split(',').map(Number)) };
        // the same by the command line, from the file itself
        const signal = 'arm/sensed/q[3]';
        const table = await ask(cell, 'record', 'export', join(folder, `${name}.mcap`), '--signals', signal);
        const truth = new Map(table.split('\n').slice(1).map((l) => l.split(',')).map(([, t, q]) => [Number(t), Number(q)]));
        const column = seen.names.indexOf(signal);
        expect(column > 0 && seen.rows.length > 800, `the joint at fault is plotted: ${head}`);
        expect(seen.rows.every((r) => truth.get(r[0]) === r[column]), 'the same numbers at the same times');
        fault = seen.rows.findIndex((r, i) => i > 0 && Math.abs(r[column] - seen.rows[i - 1][column]) > 0.2);
        expect(fault > 0, 'the jump is in it');
        fault = seen.rows[fault][0];
    },

    'what the loop did is told by cycle': async () => {
        const cycles = await page.$$eval('.card-cycles-of-the-loop .cycles li', (all) => all.map((e) => e.textContent));
        // one that jumps back while the arm stops is told too
        const jump = cycles.find((c) => /A reading jumps/.test(c) && /\d+, 0 ms/.test(c));
        expect(/\d+, 0 ms/.test(jump ?? ''), `the fault in its cycle: ${cycles.join(' | ')}`);
        expect(cycles.some((c) => /stop|stands/.test(c)), 'the stop of the arm');
        const tick = Number(jump.match(/(\d+), 0 ms/)[1]);
        expect(Math.abs(tick - 1000 * fault) < 200, `cycle ${tick} at ${fault} s`);
    },

    'it is saved as it is': async () => {
        await page.evaluate(() => (window.saved.length = 0));
        await page.$$eval('.card-black-box button', (all) => all.find((e) => e.textContent === 'Save').click());
        const file = await saved();
        expect(file.name === `${name}.mcap` && file.text.includes('MCAP'), `the recording itself: ${file.name}`);
    },

    'replay moves the picture, not the arm, and the state stays that of the arm': async () => {
        const arm = await hand.joints();
        await until(() => page.$eval('.card-black-box .slider', (e) => !e.disabled), 'there are pictures');
        const now = await picture();
        await page.$eval('.card-black-box .slider', (e) => {
            e.value = '0.05';
            e.dispatchEvent(new Event('input', { bubbles: true }));
        });
        const early = await until(async () => {
            const drawn = await picture();
            return drawn !== now && drawn;
        }, 'the picture is another');
        expect(/Replay: \u2212/.test(await text('.card-black-box')), 'and says so');
        await until(async () => (await stateWord(page)) === 'Fault', 'the state is that of the arm');
        const [moved] = [await hand.joints()];
        expect(moved.every((q, i) => Math.abs(q - arm[i]) < 0.02), 'the arm stands');
        await page.$$eval('.card-black-box button', (all) => all.find((e) => e.textContent === 'Back to now').click());
        await until(async () => (await picture()) !== early, 'back to now');
    },

    'leaving the events gives back plots and picture': async () => {
        await hand.go('tune');
        await until(async () => (await probes()).length === 1, 'the plots of before');
        expect(!(await page.$eval('body', (e) => e.classList.contains('is-replay'))), 'no replay');
        await hand.go('events');
        await until(async () => (await probes()).length === 3, 'and the box again');
    },

    'a black box opens from the row of its event': async () => {
        const stops = await page.$$eval('.event.is-stop b', (all) => all.map((e) => e.textContent));
        const row = stops.findIndex((t) => /jumps/.test(t));
        expect(row >= 0, `the fault has its row: ${stops}`);
        // another row first, which shows none
        await click(page, '.event:not(.is-stop)');
        await until(async () => !(await text('.card-black-box .note')).includes(name), 'the box is shut');
        await click(page, '.event.is-stop', row);
        await until(async () => (await text('.card-black-box .note')).startsWith(`${name}: `), 'the same box is open');
        expect((await probes()).length === 3, 'with its plots');
    },

    'a late cycle leaves a black box that opens from the row of all of them': async () => {
        const late = await startCell('demo', ['--late', 'stop']);
        const other = await openPage(late.url, { width: 1440, height: 900 });
        await until(() => other.$eval('#state', (e) => e !== null), 'the page is there');
        await other.keyboard.press('Escape'); // the arm rests
        await handOn(other, () => late).go('events');
        const said = () => other.$eval('.card-black-box .note', (e) => e.textContent);
        const rows = () => other.$$eval('.event', (all) => all.map((e) => e.textContent));
        // boxes of late cycles are a minute apart: one that was there before the page is followed by another
        await until(async () => {
            late.child.kill('SIGSTOP');
            await sleep(30); // the loop is late by thirty cycles
            late.child.kill('SIGCONT');
            await sleep(2000);
            const row = (await rows()).findIndex((t) => /cycle is late/i.test(t));
            if (row < 0) return false;
            await click(other, '.event', row);
            const isOpen = await until(async () => / cycles, /.test(await said()), 'its box is open', HEARD).catch(() => false);
            if (!isOpen) return false;
            const file = (await said()).split(':')[0];
            const made = readdirSync(join(late.home, 'data/sinew/boxes'));
            expect(made.includes(`${file}.mcap`), `it is a file of the cell: ${made}`);
            // what it holds goes over the late cycle: the loop has skipped some, if it is not that of a lesser one
            const table = await ask(late, 'record', 'export', join(late.home, 'data/sinew/boxes', `${file}.mcap`), '--signals', 'arm/guard/state');
            const ticks = table.split('\n').slice(1).map((l) => Number(l.split(',')[0]));
            return ticks.some((tick, i) => i > 0 && tick - ticks[i - 1] > 1);
        }, 'a late cycle has a box');
        await other.end();
        await late.stop();
    },

    // Seen: its event was a warning on the page, so the button opened the box of the stop before it, or none
    'the banner of an overrun opens the box of that stop': async () => {
        const late = await startCell('demo', ['--late', 'stop']);
        const other = await openPage(late.url, { width: 1440, height: 900 });
        const itsHand = handOn(other, () => late);
        const rule = 'overrun';
        const lastBox = () => other.$eval('.card-black-box', (e) => e.textContent);
        await until(async () => {
            // one cycle after the other is late; where this test itself is late it is a gap of time: then anew
            await until(async () => {
                if ((await itsHand.word('arm/guard/state')) !== 'enabled') await itsHand.ready();
                for (let k = 0; k < 20; k++) {
                    late.child.kill('SIGSTOP');
                    busy(2.3);
                    late.child.kill('SIGCONT');
                    busy(0.4);
                }
                return (await itsHand.word('arm/guard/cause')) === rule && (await itsHand.word('arm/guard/state')) !== 'enabled';
            }, 'it stops by itself');
            const said = await until(async () => {
                const banner = await other.$eval('#banner', (e) => e.textContent);
                return banner.includes(rule) && banner;
            }, 'the banner says so');
            expect(/^Stopped: /.test(said), said);
            await other.$$eval('#banner .acts button', (all) => all.find((e) => e.textContent.includes('black box')).click());
            await until(() => other.$eval('.event.on', (e) => e.classList.contains('is-stop')).catch(() => false), 'its event is chosen')
                .catch(async (error) => {
                    throw new Error(`${error.message}; ${await other.$$eval('.event', (all) => all.map((e) => `${e.className} ${e.textContent}`).join(' | '))}`);
                });
            const why = await other.$eval('.card-why', (e) => e.textContent);
            expect(why.includes(rule), `that stop is chosen: ${why}`);
            // a stop right after another one has no box of its own: then anew
            return (await until(async () => / cycles, |No black box/.exec(await lastBox()), 'a box, or none'))[0] === ' cycles, ';
        }, 'its box is open');
        await other.end();
        await late.stop();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
