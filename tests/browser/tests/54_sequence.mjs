// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A newcomer teaches a pick and place by the page alone: the arm is jogged, places are stored as steps,
// the gripper closes on the part, the steps are edited, run, and saved into the cell.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { handOn, HEARD, label } from '../hand.mjs';
import { ask, inState, openPage, startCell, takeLease } from '../station.mjs';

// the arm is not enabled, so the program of the cell has not begun
const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000', '--idle']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const CARD = '.card-sequence';
const FIVE_MINUTES = 300; // [s] of the loop
const MOST_CLICKS = 60;
const RED = [0.42, -0.24, 0.8234]; // where the tool is when the hand is at the red block

const say = (text) => ask(cell, 'ask', 'program', text);
const rows = () => page.$$eval('.seq-step .step-name', (all) => all.map((e) => e.textContent.trim()));
const seen = (text) => until(async () => (await rows()).join('|') === text, `steps ${text}`)
    .catch(async (error) => {
        throw new Error(`${error.message}; they are ${(await rows()).join('|')}; ${await hand.notes()}`);
    });
const buttonOf = (text) => page.$$eval(`${CARD} .btn`, (all, name) => {
    all.forEach((e) => e.removeAttribute('data-wanted'));
    const found = all.find((e) => e.textContent.trim() === name || e.getAttribute('aria-label') === name);
    found?.setAttribute('data-wanted', '');
    return found !== undefined && found.ariaDisabled !== 'true';
}, text);

/** What a person does: each act counts once, also where a page that is slow needs it again. */
const person = { acts: 0, begin: 0 };

const CHANGES = /"(text|word)":"(insert|change|remove|order|clear|rounds|automatic)\b/;

/** Does something until it is accepted and has its effect: a page that is slow may lose the lease meanwhile. */
async function insist(act, isSo, what, kind = CHANGES) {
    person.acts += 1;
    await hand.ready();
    await hand.once(() => act().catch(() => undefined), isSo, kind, what).catch(async (error) => {
        throw new Error(`${error.message}; steps ${(await rows()).join('|')}; ${await hand.notes()}`);
    });
}

const pressButton = async (text) => {
    await until(() => buttonOf(text), `${text} is free`, HEARD);
    await click(page, '[data-wanted]', 0, HEARD);
};

/** Presses a button of the card. */
const press = (text, isSo, what = text, kind = CHANGES) => insist(() => pressButton(text), isSo, what, kind);

async function pick(text) {
    await until(() => page.$('.menu'), 'the menu', HEARD);
    await page.$$eval('.menu [role^="menuitem"]', (all, name) => all
        .find((e) => e.children[1].textContent === name).click(), text);
}

/** Adds a step behind the chosen one, from the menu of actions. */
async function add(action) {
    person.acts += 1; // one for the menu; insist() counts the other
    const next = String(Number(await say('steps')) + 1);
    await insist(async () => {
        if ((await page.$('.menu')) === null) await pressButton('Add step');
        await pick(action);
    }, async () => (await say('steps')) === next, `a step ${action}`);
    await until(async () => String((await rows()).length) === next, 'the list has it');
}

async function toSequence() {
    person.acts += 2; // the workspace and the tab
    await hand.go('teach');
    await click(page, '.teach-tabs [data-value="sequence"]');
    await until(() => page.$eval(CARD, (e) => e.checkVisibility()), 'the sequence is in sight');
}

async function select(field, value) {
    await until(() => page.$(`.step-form [data-field="${field}"]:not([disabled])`), `the field ${field}`);
    await page.select(`.step-form [data-field="${field}"]`, value);
}

async function write(field, value) {
    const selector = `.step-form [data-field="${field}"]:not([disabled])`;
    await until(() => page.$(selector), `the field ${field}`);
    await page.$eval(selector, (e) => e.select());
    await page.type(selector, value);
    await page.keyboard.press('Enter');
}

/**
 * Holds a button of the jog pad until the tool is where it shall be, quickly first, then slowly; where a
 * slow page lets go too late, slowly back again. These corrections are not counted.
 */
async function jogTo(axis, goal) {
    person.acts += 1;
    await hand.go('operate');
    const missing = async () => goal - (await hand.number(`task/actual[${axis}]`));
    const jog = async (part, near) => {
        const sign = Math.sign(await missing());
        await hand.speed(part);
        await hand.holdUntil(label(`Hold: ${sign > 0 ? 'plus' : 'minus'} ${'XYZ'[axis]}`),
            async () => sign * (await missing()) < near, `the tool is near ${goal}`);
        await page.mouse.up();
        await hand.rest();
    };
    for (const [part, near] of [[0.93, 0.05], [0.6, 0.004]]) {
        if (Math.abs(await missing()) < near) continue;
        person.acts += 2; // the speed and the button
        await jog(part, near);
    }
    while (Math.abs(await missing()) > 0.008) await jog(0.45, 0.002);
}

export default {
    'all steps and all points are taken out': async () => {
        await toSequence();
        await takeLease(page);
        await until(() => page.$eval(`${CARD} .switch`, (e) => e.ariaChecked === 'true'), 'it would start by itself');
        await hand.once(() => click(page, `${CARD} .switch`), async () => (await hand.word('program/auto_start')) === 'false',
            CHANGES, 'it does not any more');
        await hand.ready();
        await until(async () => (await rows()).length === 62, 'all steps of the demo');
        await insist(async () => {
            await click(page, '.seq-step .more', 0, HEARD);
            await pick('Remove all steps');
        }, async () => (await say('steps')) === '0', 'no steps');
        await until(() => page.$eval('.steps', (e) => e.textContent.includes('No steps yet')), 'it says so');
        await ask(cell, 'ask', 'points', 'clear');
        await inState(page, 'Ready');
    },

    'a pick and place is taught by jogging and pressing': async () => {
        person.acts = 0;
        person.begin = await hand.number('loop/t');
        await jogTo(2, 0.95);
        await jogTo(0, RED[0]);
        await jogTo(1, RED[1]);
        await toSequence();
        await press('Move here', async () => (await say('steps')) === '1');
        await jogTo(2, RED[2]);
        await toSequence();
        await press('Line here', async () => (await say('steps')) === '2');
        await seen('go to point_1|straight to point_2');
        await add('Close');
        await seen('go to point_1|straight to point_2|close the gripper');
        await add('Attach');
        await add('Line');
        await insist(() => select('point', 'point_1'), async () => (await say('text 4')) === 'straight to point_1', 'its point');
        await seen('go to point_1|straight to point_2|close the gripper|hold what is in reach|straight to point_1');
        await jogTo(2, 0.95);
        await jogTo(1, RED[1] + 0.12);
        await toSequence();
        await press('Move here', async () => (await say('steps')) === '6');
        await add('Release');
        await add('Open');
        await until(async () => (await say('steps')) === '8', 'eight steps');
    },

    'it is run, and the gripper closes on the part and carries it': async () => {
        await toSequence();
        await insist(async () => {
            await page.$eval(`${CARD} .times`, (e) => e.select());
            await page.type(`${CARD} .times`, '1');
            await page.keyboard.press('Enter');
        }, async () => (await hand.word('program/round_limit')) === '1', 'one round');
        let held = false;
        await until(() => buttonOf('Run'), 'run is free');
        person.acts += 1;
        await hand.holdDown('[data-wanted]', async () => (await hand.word('program/state')) === 'running', 'it runs');
        await until(async () => {
            held ||= (await hand.word('gripper/holds')) === '0';
            return held;
        }, 'the red block is held');
        await until(async () => (await hand.word('program/state')) === 'done', 'it is done');
        const where = await hand.numbers('objects/pose');
        expect(Math.abs(where[1] - RED[1] - 0.12) < 0.02, `the block was carried: y ${where[1]}`);
        expect(where[2] > 0.8, 'it was lifted');
    },

    'teaching it and seeing it done takes a newcomer less than five minutes of the loop': async () => {
        const seconds = (await hand.number('loop/t')) - person.begin;
        console.log(`a taught pick and place: ${person.acts} clicks, ${seconds.toFixed(0)} s of the loop`);
        expect(person.acts > 20 && person.acts <= MOST_CLICKS, `${person.acts} clicks`);
        expect(seconds < FIVE_MINUTES, `${seconds} s of the loop`);
    },

    'steps are edited, moved, removed, and each change is undone': async () => {
        await toSequence();
        const before = (await rows()).join('|');
        await click(page, '.seq-step:nth-child(3) .step-name');
        await add('Wait');
        await insist(() => write('value', '0.25'), async () => (await rows())[3] === 'wait 0.25 s', 'it waits');
        await add('Set');
        await insist(() => write('output', '3'), async () => (await rows())[4] === 'set output 3 to 1', 'it sets an output');
        await add('Repeat');
        await insist(() => write('times', '2'), async () => (await rows())[5] === 'repeat the last step, 2 times in all', 'it repeats');
        await insist(async () => {
            await page.focus('.seq-step:nth-child(4) .step-name');
            await page.keyboard.down('Alt');
            await page.keyboard.press('ArrowUp');
            await page.keyboard.up('Alt');
        }, async () => (await rows())[2] === 'wait 0.25 s', 'it is one up');
        await insist(async () => {
            await page.focus('.seq-step:nth-child(3) .step-name');
            await page.keyboard.press('Delete');
        }, async () => (await rows()).length === 10, 'it is gone');
        for (let i = 0; i < 20 && (await rows()).join('|') !== before; i++) {
            const now = (await rows()).join('|');
            await press('Undo the last change of the sequence', async () => (await rows()).join('|') !== now, 'undone');
        }
        await seen(before);
    },

    // Seen: a list that was drawn anew between the press and the release of a button lost the click.
    'a press on a step is heard although the list changes while the button is down': async () => {
        const name = '.seq-step:nth-child(2) .step-name';
        const pressed = () => page.$eval(name, (e) => e.ariaPressed);
        await click(page, '.seq-step:nth-child(1) .step-name');
        await until(async () => (await pressed()) === 'false', 'another one is chosen');
        const before = (await rows()).length;
        await hand.press(name);
        await say(`insert ${before} wait 0.1`);
        await until(async () => (await rows()).length === before + 1, 'the list has one more');
        await page.mouse.up();
        await until(async () => (await pressed()) === 'true', 'the pressed one is chosen');
        await say(`remove ${before}`);
        await until(async () => (await rows()).length === before, 'as it was');
    },

    'it runs from the chosen step on': async () => {
        const state = () => hand.word('program/state');
        let moves = -1;
        // a page that loses its lease stops the arm, which pauses the program: then anew
        await until(async () => {
            await say('stop');
            await until(async () => (await state()) === 'stopped', 'it has not begun');
            await click(page, '.seq-step:nth-child(7) .step-name');
            moves = await hand.number('program/moves');
            await until(() => buttonOf('From here'), 'it is free');
            await hand.holdDown('[data-wanted]', async () => (await state()) !== 'stopped', 'it runs');
            return (await until(async () => /done|paused/.test(await state()) && state(), 'it ends')) === 'done';
        }, 'it ran');
        expect((await hand.number('program/moves')) === moves, 'no step above was done');
    },

    'the cell is saved with its steps and points': async () => {
        await toSequence();
        const before = (await rows()).join('|');
        await hand.ready();
        // a cell that comes with sinew asks for a name once
        await press('Save the sequence and the points into the cell',
            async () => (await page.$('.dialog input')) !== null, 'it asks for a name', /./);
        expect((await page.$eval('.dialog input', (e) => e.value)) === 'demo-2', 'one is suggested');
        await page.keyboard.press('Enter');
        await until(() => page.evaluate(() => document.body.textContent.includes('Saved as demo-2')), 'it is saved');
        const text = readFileSync(join(cell.home, 'data/sinew/cells/demo-2.cell.xml'), 'utf8');
        expect(text.includes('point_3') && !text.includes('over_a1'), 'points of the file');
        expect(/action="attach"/.test(text) && /repeat="1"/.test(text),
            `steps of the file: ${text.slice(text.indexOf('name="program"')).slice(0, 400)}`);
        const again = await startCell(join(cell.home, 'data/sinew/cells/demo-2.cell.xml'), ['--virtual', '--pace', '1', '--for', '36000']);
        const told = [];
        for (let i = 0; i < 8; i++) told.push(await ask(again, 'ask', 'program', `text ${i}`));
        expect(told.join('|') === before, `the same steps: ${told.join('|')}`);
        expect((await ask(again, 'ask', 'points', 'count')) === '3', 'the same points');
        await again.stop();
        await page.end();
        await cell.stop();
    },
};
