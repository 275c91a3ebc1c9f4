// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// An arm that begins outside its limits: the page says which joint and by how much, acknowledging is
// possible, and the joint is jogged back into its range, while the way out stays locked.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { handOn, HEARD, label } from '../hand.mjs';
import { ask, inState, openPage, paths, startCell, stateWord } from '../station.mjs';

const LOWER = -1.7628; // of joint 2 of the panda
const START = -1.9;

const folder = mkdtempSync(join(tmpdir(), 'sinew-outside-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'outside.cell.xml');
const text = readFileSync(join(paths.root, 'cells/demo.cell.xml'), 'utf8')
    .replace('<q>0 -0.785 0 -2.356 0 1.571 0.785</q></member>', `<q>0 ${START} 0 -2.356 0 1.571 0.785</q></member>`);
expect(text.includes(`<q>0 ${START}`), 'the start is another');
writeFileSync(file, text);

const cell = await startCell(file, ['--lenient', '--idle', '--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const banner = () => page.$eval('#banner', (e) => e.textContent);
const joint = async () => (await hand.joints())[1];

const guard = () => hand.word('arm/guard/state');
const isOff = async () => (await guard()) === 'disabled';

/** Presses what the banner offers first, which is this: Acknowledge, then Enable. */
async function primary(name) {
    await until(() => page.$eval('#banner .acts .primary', (e, text) => e.textContent === text, name).catch(() => false), name);
    await click(page, '#banner .acts .primary', 0, HEARD).catch(() => undefined);
}

export default {
    'the page says which joint is outside of its limits, and how to go on': async () => {
        await inState(page, 'Stopped');
        await ask(cell, 'ask', 'program', 'automatic false');
        await hand.once(() => primary('Acknowledge'), isOff, /"command":"acknowledge"/, 'the stop is acknowledged');
        await hand.once(() => primary('Enable'), async () => /held|latched/.test(await guard()), /"command":"enable"/,
            'switching on is refused by the guard');
        await inState(page, 'Fault');
        const said = await until(async () => /j2/.test(await banner()) && banner(), 'the banner names the joint');
        expect(/beyond its limit/.test(said) && said.includes('To continue: '), `a sentence and a way out: ${said}`);
        await until(async () => /beyond its limit/.test(await page.$eval('#state div > span', (e) => e.textContent)), 'the band says it');
        expect(Math.abs((await joint()) - START) < 0.02, `it stays where it began: ${await joint()}`);
    },

    'acknowledging works, and moves nothing': async () => {
        await hand.once(() => primary('Acknowledge'), isOff, /"command":"acknowledge"/, 'the fault is acknowledged');
        const isOn = async () => (await guard()) === 'enabled';
        await hand.once(() => primary('Enable'), isOn, /"command":"enable"/, 'the arm is enabled again').catch(async (error) => {
            throw new Error(`${error.message}; ${await banner()}; ${await hand.notes()}; ${await guard()}`);
        });
        await until(async () => (await stateWord(page)) !== 'Fault', 'no fault any more');
        expect(Math.abs((await hand.rest())[1] - START) < 0.02, `it has not moved: ${await joint()}`);
    },

    'outward is locked with the reason, inward is free': async () => {
        const [up, down] = [label('Hold to move j2 up'), label('Hold to move j2 down')];
        await until(() => page.$eval(down, (e) => e.ariaDisabled === 'true' && /limit/.test(e.title)), 'outward is locked');
        const before = await joint();
        await hand.press(down);
        await hand.loopTime(0.4);
        await page.mouse.up();
        expect(Math.abs((await hand.rest())[1] - before) < 5e-3, 'nothing moves outward');
        await hand.holdUntil(up, async () => (await joint()) > LOWER + 0.05, 'it is moved back into its range');
        await page.mouse.up();
        expect((await hand.rest())[1] > LOWER + 0.04, 'it is inside');
        expect((await hand.word('arm/guard/state')) === 'enabled', 'and no stop came');
        await until(() => page.$eval(down, (e) => e.ariaDisabled !== 'true'), 'both ways are free there');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
