// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What the band says, against what the rest of the page and the cell say: the step, the pause, a program
// that failed, a refusal and its cause, an audit log that cannot be written.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { handOn, HEARD, label } from '../hand.mjs';
import { ask, inState, openPage, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const detail = () => page.$eval('#state div > span', (e) => e.textContent);

/** What the head and the list say of the step, as they are drawn at one moment. */
const steps = () => page.evaluate(() => {
    const rows = [...document.querySelectorAll('.step-list li')];
    return {
        word: document.querySelector('#state strong').textContent,
        head: document.querySelector('#state div > span').textContent,
        at: rows.findIndex((e) => e.ariaCurrent === 'step') + 1,
        of: rows.length,
        texts: rows.map((e) => e.querySelector('span:last-child').textContent),
    };
});

/** Files of a folder and all below it. */
const filesBelow = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory()
    ? filesBelow(join(folder, entry.name)) : join(folder, entry.name)));

export default {
    'the step in the head is the step of the list, with its sentence': async () => {
        await inState(page, 'Running');
        await until(async () => (await steps()).of === 62, 'all steps are read');
        const seen = new Set();
        await until(async () => {
            const now = await steps();
            const said = now.head.match(/^(\d+) of (\d+): (.*)$/);
            if (said === null) return false;
            expect(Number(said[2]) === now.of && said[3] === now.texts[Number(said[1]) - 1], `one moment and one list: ${now.head}`);
            seen.add(said[1]);
            return seen.size >= 5;
        }, 'five steps are told');
        // while it is paused the step stays, so both must come to the same one
        for (let i = 0; i < 3; i++) {
            await ask(cell, 'ask', 'program', 'pause');
            await inState(page, 'Paused');
            const step = (await hand.number('program/step')) + 1;
            await until(async () => {
                const now = await steps();
                return now.head.startsWith(`${step} of 62: `) && now.at === step;
            }, `both say step ${step}`).catch(async (error) => {
                throw new Error(`${error.message}; ${JSON.stringify({ ...(await steps()), texts: 0 })}`);
            });
            await ask(cell, 'ask', 'program', 'resume');
            await inState(page, 'Running');
            const moves = await hand.number('program/step');
            await until(async () => (await hand.number('program/step')) !== moves, 'it goes on');
        }
    },

    'pause has the sign of a pause, in the band, in the card and in the state': async () => {
        /** The parts of a sign: two upright bars beside each other, as tall as each other. */
        const isPause = (selector) => page.$eval(selector, (svg) => {
            const boxes = [...svg.children].map((e) => e.getBBox());
            const [a, b] = boxes;
            return boxes.length === 2 && boxes.every((box) => box.height > 2 * box.width) && a.y === b.y && a.height === b.height
                && Math.abs(b.x - a.x) > Math.max(a.width, b.width);
        });
        expect(await isPause(`#transport ${label('Pause the program')} svg`), 'the button in the band');
        await ask(cell, 'ask', 'program', 'pause');
        await inState(page, 'Paused');
        expect(await isPause('#state svg'), 'the state');
        expect(await isPause('.step-list [aria-current] svg'), 'the step');
        const shapes = await page.$$eval('.card-program .actions svg', (all) => all.map((e) => e.innerHTML));
        expect(new Set(shapes).size === shapes.length, 'no two of run, pause, step and end are the same');
        await ask(cell, 'ask', 'program', 'resume');
    },

    'a refusal goes away with its cause': async () => {
        await inState(page, 'Running');
        await hand.go('tune');
        const note = () => page.$$eval('.card-described .why-note', (all) => all.map((e) => e.textContent).join());
        await page.$$eval('.part-list button', (all) => all.find((e) => e.textContent === 'program').click());
        await until(() => page.$eval('.card-described h2', (e) => e.textContent === 'program'), 'the card of the program');
        await until(async () => {
            await hand.ready();
            if ((await hand.word('program/state')) !== 'running') await ask(cell, 'ask', 'program', 'run');
            await inState(page, 'Running');
            const found = await page.$$eval('.card-described .command', (all) => {
                const row = all.find((e) => e.querySelector('button').textContent.toLowerCase() === 'clear');
                row?.querySelector('button').click();
                return row !== undefined;
            });
            return found && until(async () => /cannot be changed while/.test(await note()), 'a note', HEARD).catch(() => false);
        }, 'steps cannot be removed while it runs');
        expect(Number(await ask(cell, 'ask', 'program', 'steps')) === 62, 'none was');
        await ask(cell, 'ask', 'program', 'stop');
        await until(async () => (await stateWord(page)) !== 'Running', 'it does not run any more');
        await until(async () => (await note()) === '', 'the refusal is gone', HEARD);
        await hand.go('operate');
    },

    'a program that failed is said with its step and its reason, and the step is marked': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await hand.ready();
        await inState(page, 'Ready');
        await ask(cell, 'ask', 'points', 'remove', 'at_a1');
        await ask(cell, 'ask', 'program', 'run');
        await until(async () => (await hand.word('program/state')) === 'failed', 'it fails');
        const step = (await hand.number('program/step')) + 1;
        const sentence = await ask(cell, 'ask', 'program', `text ${step - 1}`);
        expect(sentence.includes('at_a1'), `the step that needs the point: ${sentence}`);
        // the move before it may still be under way, and is what the band says until it ends
        await hand.rest();
        await until(async () => {
            const said = await detail();
            return said.startsWith(`step ${step} of 62: ${sentence} (`) && /no point of that name/.test(said);
        }, 'the band says the step, and why')
            .catch(async (error) => {
                throw new Error(`${error.message}; ${await detail()}`);
            });
        await inState(page, 'Failed');
        await until(() => page.$eval('body', (e) => e.dataset.tone === 'fault' && e.dataset.state === 'failed'), 'in the tone of a fault');
        const marked = await until(async () => {
            const all = await page.$$eval('.step-list li.failed', (rows) => rows.map((e) => e.textContent));
            return all.length === 1 && all[0];
        }, 'one step is marked');
        expect(marked.includes(sentence), `it is that step: ${marked}`);
        await hand.go('events');
        await until(() => page.$$eval('.event', (all) => all.some((e) => /no point of that name/.test(e.textContent))), 'it is an event');
        await hand.go('operate');
        // what moves the arm next is told in its place
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        expect((await page.$$('.step-list li.failed')).length === 0, 'and the mark is gone');
    },

    // Seen: runs in virtual time kept no black box, and the row of a stop had nothing to open
    'a stop in virtual time has a black box too': async () => {
        await page.click('#stop');
        await inState(page, 'Stopped');
        await hand.go('events');
        const note = () => page.$eval('.card-black-box .note', (e) => e.textContent);
        await click(page, '.event.is-stop');
        await until(async () => / cycles, /.test(await note()), 'its box is open').catch(async (error) => {
            throw new Error(`${error.message}; ${await note()}`);
        });
        await hand.go('operate');
        await hand.ready();
    },

    'a full audit log is an event, and says so where something is changed': async () => {
        const log = filesBelow(cell.home).find((file) => file.endsWith('audit.log'));
        expect(log !== undefined && existsSync(log), 'there is an audit log');
        const limit = (bytes) => execFileSync('prlimit', ['--pid', String(cell.child.pid), `--fsize=${bytes}:`]);
        await hand.ready();
        // a limit of the size of files stands for a full disk
        limit(statSync(log).size + 100);
        const notes = () => page.$$eval('.why-note', (all) => all.map((e) => e.textContent).join(' '));
        await until(async () => {
            await page.$eval('.card-gripper .btn, .card-gripper button', (e) => e.click());
            return until(async () => /audit log cannot be written/.test(await notes()), 'a note', HEARD).catch(() => false);
        }, 'what is changed is refused where it was asked for');
        await until(() => page.$eval('.strip .last', (e) => /audit log/.test(e.textContent)), 'the newest event says it');
        await hand.go('events');
        await until(() => page.$$eval('.event', (all) => all.some((e) => /audit log/.test(e.textContent))), 'it is in the list');
        await hand.go('operate');
        // the stop works as ever
        await page.click('#stop');
        await inState(page, 'Stopped');
        limit('unlimited');
        await hand.ready();
        await until(() => page.evaluate(() => document.body.textContent.includes('the audit log is written again')
            || [...document.querySelectorAll('.strip .last')].some((e) => /audit log is written again/i.test(e.textContent))), 'it is written again');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
