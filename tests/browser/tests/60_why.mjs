// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Limits and faults say why, where they are, and what the way out is.

import { expect, sleep, until } from '../check.mjs';
import { farthest, handOn, label } from '../hand.mjs';
import { ask, inState, openPage, startCell, stateWord } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const row = '.joint[data-joint="6"]';
const text = (selector) => page.$eval(selector, (e) => e.textContent.trim());

export default {
    'at a limit the outward half is locked and says why, the inward half works': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await ask(cell, 'ask', 'motion', 'move 0 -0.785 0 -2.356 0 1.571 2.75');
        await until(async () => (await hand.joints())[6] > 2.749, 'the joint is near its end');
        const up = label('Hold to move j7 up');
        const down = label('Hold to move j7 down');
        const locked = () => page.$eval(up, (e) => (e.ariaDisabled === 'true' ? e.title : ''));
        await hand.holdUntil(up, async () => {
            const left = await text(`${row} small`);
            return (await locked()).includes('limit') || (/left/.test(left) && Number.parseFloat(left) < 1.5);
        }, 'it comes to the end');
        await page.mouse.up();
        await hand.rest();
        expect(await page.$eval(row, (e) => e.classList.contains('is-limit')), 'the end is amber');
        expect(/left|beyond/.test(await text(`${row} small`)), 'it says how much is left');
        const before = (await hand.joints())[6];
        await hand.holdUntil(down, async () => (await hand.joints())[6] < before - 0.01, 'the way back is free');
        await page.mouse.up();
        await hand.rest();
    },

    'a fault says its sentence, where it is, and how to go on': async () => {
        await hand.ready();
        await ask(cell, 'ask', 'arm.drive', 'fault 3 jump 0.3 for 0.5');
        await inState(page, 'Fault');
        // the state may come a frame earlier than the event that says why
        const banner = await until(async () => {
            const said = await text('#banner');
            return /j4/.test(said) && said;
        }, 'the banner names the joint');
        const facts = await page.$$eval('#banner dl dt', (all) => all.map((e) => e.textContent));
        expect(facts.includes('Joint') && !facts.includes('Axis'), `the joint is named: ${facts}`);
        expect(/^Stopped: \S+/.test(banner) && banner.includes('To continue: '), `a sentence and how to continue: ${banner}`);
        const mark = await until(() => page.$$eval('.scene-twin tbody tr', (rows) => rows
            .filter((r) => r.lastElementChild.textContent === 'fault').map((r) => r.firstElementChild.textContent)[0]),
        'the link is marked in the scene');
        expect(/j4/.test(mark), `it is the link of the joint: ${mark}`);
        const covered = await page.evaluate(() => {
            const [scene, above] = ['#canvas-place', '#banner'].map((s) => document.querySelector(s).getBoundingClientRect());
            return above.bottom > scene.top + 1;
        });
        expect(!covered, 'the banner does not cover the scene');
    },

    // Seen: the banner of a page that came later said "Axis 3", since joints had no names yet as it was drawn
    'a page that is opened while the arm is stopped names the joint too': async () => {
        const late = await openPage(cell.url, { width: 1280, height: 800 });
        await until(() => late.$$eval('#banner dl dt', (all) => all.some((e) => e.textContent === 'Joint')), 'it names the joint');
        await until(() => late.$$eval('#banner dl dd', (all) => all.some((e) => e.textContent === 'j4_link')), 'and the link');
        await late.end();
        await page.bringToFront();
    },

    'jogging is locked with the reason while it is stopped': async () => {
        expect(/Acknowledge/.test(await text('.card-jog .gate')), 'the jog card says why');
        await hand.loopTime(0.6); // until the encoder is sound again: its jump lasts half a second
        const before = await hand.rest();
        await hand.press(label('Hold: plus Z'));
        await sleep(300);
        await page.mouse.up();
        expect(farthest(await hand.joints(), before) < 1e-4, 'nothing moves');
    },

    'one click opens the black box': async () => {
        await (await page.$$('#banner .acts button')).at(1).click();
        await until(() => page.$eval('body', (e) => e.dataset.workspace === 'events'), 'the events');
        const shown = await page.$eval('#left .workspace:not([hidden])', (e) => e.textContent);
        expect(/jump/.test(shown), `the fault is among the events: ${shown.slice(0, 200)}`);
        await hand.go('operate');
    },

    'acknowledging moves nothing, and the arm is ready again': async () => {
        const before = await hand.rest();
        await hand.ready();
        await inState(page, 'Ready');
        expect(farthest(await hand.joints(), before) < 2e-3, 'it did not move');
        expect((await stateWord(page)) === 'Ready', 'ready');
    },

    // Seen: a stop that was asked for and ended by a fault was called "Stopped", and its later causes "none"
    'a stop that a fault made more severe says both, and is a fault': async () => {
        await until(async () => {
            await hand.ready();
            await inState(page, 'Ready');
            // slow, so that the fault comes while the arm brakes or is held
            await page.click('#stop');
            await ask(cell, 'ask', 'arm.drive', 'fault 3 jump 0.3 for 2');
            await until(async () => (await hand.word('arm/guard/harder')) !== 'none' && (await hand.word('arm/guard/harder')) !== '', 'it escalates');
            return (await hand.word('arm/guard/cause')) === 'asked';
        }, 'asked, then a fault');
        await inState(page, 'Fault');
        const banner = await until(async () => {
            const said = await text('#banner');
            return /, then: /.test(said) && said;
        }, 'the banner says both');
        expect(/^Stopped by operator/.test(banner), banner);
        const facts = await page.$$eval('#banner dl div', (all) => all.map((e) => [...e.children].map((c) => c.textContent.trim())));
        const fact = Object.fromEntries(facts);
        expect(fact['Escalated by'] !== undefined && fact['Escalated by'] !== 'not escalated', JSON.stringify(fact));
        await until(async () => /^\d+$/.test((await page.$$eval('#banner dl div', (all) => all
            .find((e) => e.textContent.startsWith('Later causes')).lastElementChild.textContent)).trim()), 'the later cause is counted');
        await hand.loopTime(2.2); // until the encoder is sound again
        await hand.ready();
        await inState(page, 'Ready');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
