// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Twenty and more things that cannot be done: each says its own sentence, at the control that asked.

import { expect, until } from '../check.mjs';
import { handOn } from '../hand.mjs';
import { ask, openPage, startCell } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const sentences = new Map(); // of what was refused, by who asked

/** Sentences of notes that stand where a control is: in its row or behind it, in the same card. */
const notesAt = (selector) => page.$eval(selector, (control) => {
    const place = control.closest('[data-notes], .card, .dialog, .strip') ?? document.body;
    return [...place.querySelectorAll('.why-note')].filter((note) => {
        const row = note.previousElementSibling;
        const near = row?.contains(control) || place.matches('[data-notes], .strip');
        return near && note.checkVisibility();
    }).map((note) => note.querySelector('b').textContent);
}).catch(() => []);

/** Does something until its control says why not; a page that lost its lease takes it again. */
async function provoke(name, selector, act, pattern, { free = true } = {}) {
    const said = await until(async () => {
        if (free) await hand.ready();
        await act();
        return until(async () => (await notesAt(selector)).find((text) => pattern.test(text)), name, 3000).catch(() => null);
    }, `${name} is refused with ${pattern}`).catch(async (error) => {
        throw new Error(`${error.message}; ${await hand.notes()}`);
    });
    sentences.set(name, said);
}

async function openPart(name) {
    await page.$$eval('.part-list button', (all, text) => all.find((e) => e.textContent === text).click(), name);
    await until(() => page.$eval('.card-described h2', (e, text) => e.textContent === text, name), `the card of ${name}`);
    await until(() => page.evaluate(() => !/Reading the description/.test(document.querySelector('.card-described').textContent)), 'read');
}

/** A command of the described card, marked so that it can be found. */
async function command(word, words) {
    await until(() => page.evaluate((text, value) => {
        const row = [...document.querySelectorAll('.card-described .command')]
            .find((e) => e.querySelector('button').textContent.toLowerCase() === text);
        if (row === undefined) return false;
        document.querySelectorAll('[data-asked]').forEach((e) => delete e.dataset.asked);
        row.querySelector('button').dataset.asked = '';
        const input = row.querySelector('input');
        if (input !== null) input.value = value;
        return true;
    }, word, words), `the command ${word}`);
}

const refusedCommands = [
    ['motion', 'override', '5', /not from 0 to 2/],
    ['points', 'remove', 'nowhere', /no point of that name/],
    ['points', 'store', 'a b', /./],
    ['points', 'point', '99', /./],
    ['gripper', 'attach', 'nothing', /./],
    ['task', 'effectors', 'nothing', /no such set/],
    ['paths', 'remove', 'nothing', /no path of that name/],
    ['paths', 'record', 'sideways', /is missing/],
    ['objects', 'where', 'nothing', /./],
    ['program', 'text', '999', /./],
];

const field = (path) => `.param[data-path="${path}"] input.input`;

async function write(selector, text) {
    await page.$eval(selector, (e, value) => {
        e.focus();
        e.value = value;
    }, text);
    await page.focus(selector);
    await page.keyboard.press('Enter');
}

const refusedFields = [
    ['law', 'law/kp[0]', '-5', /^At least/],
    ['law', 'law/kp[0]', 'stiff', /not a number/],
    ['law', 'law/kp[0]', '', /value is needed/],
    ['law', 'law/kp[0]', '1e300', /^At most/],
    ['motion', 'motion/missed', '1.5', /whole numbers/],
];

const button = '.card-test-signal .btn.hold';
const refusedTests = [
    ['Step', '20', '1', '1.2', /too large for a test/],
    ['Sine', '5', '30', '2', /too fast for the joint/],
    ['Ramp', 'far', '1', '1.2', /not a test signal/],
];

async function test([shape, height, hertz, seconds]) {
    await page.$$eval('.card-test-signal [role="radio"]', (all, text) => all.find((e) => e.textContent === text).click(), shape);
    for (const [name, text] of [['Height', height], ['Frequency', hertz], ['Time', seconds]])
        await page.$eval(`input[aria-label="${name} of the signal"]`, (e, value) => (e.value = value), text);
    // held until it is refused: letting go at once would overtake it
    await hand.press(button);
    await until(async () => (await notesAt(button)).length > 0, `a note at ${shape}`, 3000).catch(() => null);
    await page.mouse.up();
}

export default {
    'commands are refused beside their buttons': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await hand.ready();
        await hand.go('tune');
        await until(() => page.$('.part-list button'), 'the components');
        for (const [part, word, words, pattern] of refusedCommands) {
            await openPart(part);
            await provoke(`${part} ${word}`, '[data-asked]', async () => {
                await command(word, words);
                await page.$eval('[data-asked]', (e) => e.click());
            }, pattern);
        }
    },

    'values are refused at their fields': async () => {
        for (const [part, path, text, pattern] of refusedFields) {
            await openPart(part);
            await until(() => page.$(field(path)), path);
            await provoke(`${path} ${text}`, field(path), () => write(field(path), text), pattern);
        }
    },

    'plots and recordings are refused where they are asked for': async () => {
        const seconds = 'input[aria-label="Length of the window in seconds"]';
        await provoke('window', seconds, () => write(seconds, '1000'), /between 0.05 and 100 s/, { free: false });
        await hand.emptyPlots();
        const save = '.plot-bar button[aria-label="Save as CSV"]';
        await provoke('table', save, () => page.$eval(save, (e) => e.click()), /No signal is plotted/, { free: false });
        await page.$eval('.rec-menu', (e) => e.click());
        await page.$$eval('.menu [role="menuitemcheckbox"]', (all) => all.find((e) => e.textContent === 'MCAP').click());
        await page.$$eval('.menu [role="menuitem"]', (all) => all.find((e) => e.textContent.startsWith('What is')).click());
        // one element of each link of each type: more than a request can name
        await page.evaluate(() => {
            const click = (list, name) => [...document.querySelectorAll(`.capture-list[aria-label="${list}"] li`)]
                .filter((li) => li.textContent.includes(name)).forEach((li) => li.querySelector('.mark-box').click());
            for (const joint of ['j1', 'j3', 'j5']) click('System', joint);
        });
        await page.$$eval('.dialog .dialog-head button', (all) => all.forEach((e) => e.click()));
        await provoke('many signals', '.strip .rec', () => page.$eval('.strip .rec', (e) => e.click()),
            /Choose whole groups/, { free: false });
    },

    'test signals are refused at their button': async () => {
        for (const words of refusedTests)
            await provoke(`test ${words.slice(0, 4)}`, button, () => test(words), words[4]);
    },

    'without the lease a field is refused, and motion is locked with the way out': async () => {
        await hand.go('tune');
        await openPart('law');
        await until(() => page.$(field('law/kp[0]')), 'its fields');
        await hand.ready();
        await page.click('.lease');
        await until(() => page.$$eval('.dialog .btn', (all) => {
            const give = all.find((e) => e.textContent.includes('Give the arm back'));
            give?.click();
            return give !== undefined;
        }), 'the lease can be given back');
        await until(() => page.$eval('.lease', (e) => e.dataset.kind === 'free'), 'it is given back');
        await page.$$eval('.dialog .dialog-head button', (all) => all.forEach((e) => e.click()));
        await provoke('no lease', field('law/kp[0]'), () => write(field('law/kp[0]'), '2400'), /./, { free: false });
        await hand.go('operate');
        const gate = () => page.$eval('.card-jog .gate', (e) => e.textContent.trim());
        await until(async () => /The arm is free/.test(await gate()), 'the jog card says why');
        sentences.set('jog without lease', await gate());
        await page.click('#stop');
        await until(async () => /Acknowledge the (stop|fault)/.test(await gate()), 'and after a stop');
        sentences.set('jog after a stop', await gate());
    },

    'twenty and more refusals have a sentence of their own': async () => {
        const all = [...sentences.values()];
        expect(all.length >= 20, `${all.length} refusals: ${[...sentences.keys()].join('; ')}`);
        const own = new Set(all);
        expect(own.size >= 20, `${own.size} sentences: ${[...own].join(' | ')}`);
        expect(all.every((text) => text.length > 8 && !/undefined|\[object|Error/.test(text)), 'all are sentences');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
