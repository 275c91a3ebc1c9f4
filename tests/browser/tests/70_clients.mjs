// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Two pages and one lease; those who may only look; those who may not come in.

import { isAccepted } from '../answers.mjs';
import { expect, until } from '../check.mjs';
import { farthest, handOn, HEARD, label } from '../hand.mjs';
import { ask, inState, openPage, startCell, stateWord, takeLease, tokenFile } from '../station.mjs';

const { file, token } = tokenFile();
const tokens = { ann: token('ann'), bob: token('bob', 'operator'), eve: token('eve', 'observer') };
const cell = await startCell('demo', ['--tokens', file]);
const size = { width: 1280, height: 800 };
const open = (word) => openPage(`http://127.0.0.1:${cell.port}/#${word}`, size);
const ann = await open(tokens.ann);
const bob = await open(tokens.bob);
const annsHand = handOn(ann, () => cell);
const bobsHand = handOn(bob, () => cell);

const kind = (page) => page.$eval('.lease', (e) => e.dataset.kind);
const chip = (page) => page.$eval('.lease', (e) => e.textContent);
const banner = (page) => page.$eval('#banner', (e) => e.textContent);

/** The button of a dialog or card with this text. */
async function buttonOf(page, text) {
    return until(async () => {
        for (const each of await page.$$('.dialog button, .card-asked button')) {
            if ((await each.evaluate((e) => e.textContent)).includes(text)) return each;
        }
        return null;
    }, `a button '${text}'`);
}

async function runProgram() {
    await annsHand.ready();
    // it may have begun by itself
    if ((await stateWord(ann)) === 'Running') return;
    await annsHand.holdDown('#transport button', async () => (await stateWord(ann)) === 'Running', 'it runs');
}

export default {
    'one has the arm, the other sees who': async () => {
        await inState(ann, 'Ready', 'Running');
        await inState(bob, 'Ready', 'Running');
        await until(async () => {
            // a page that is short of processor loses it, and the arm stops
            await annsHand.ready();
            return (await chip(bob)).includes('ann') && (await kind(bob)) === 'other' &&
                (await bob.$eval('.card-jog .gate', (e) => e.textContent)).includes('ann holds the arm');
        }, 'the other sees the name, and his jog card says why');
    },

    'who takes it from another stops the arm first': async () => {
        let before = 0;
        await until(async () => {
            // slow and under way, so that the arm moves all the while that he takes it
            await until(async () => {
                await runProgram();
                before = await annsHand.number('arm/guard/stops');
                await ask(cell, 'ask', 'motion', 'override 0.1');
                const begin = await annsHand.joints();
                return until(async () => farthest(await annsHand.joints(), begin) > 0.01, 'moved', HEARD).catch(() => false);
            }, 'the arm moves');
            await bob.bringToFront();
            await bob.click('.lease');
            await buttonOf(bob, 'to take');
            expect((await bob.$eval('.dialog', (e) => e.textContent)).includes('the arm stops first'), 'it says so');
            await bobsHand.insist(async () => {
                const box = await (await buttonOf(bob, 'to take')).boundingBox();
                await bob.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
                await bob.mouse.down();
            }, async () => (await kind(bob)) === 'mine', 'it is his');
            if ((await annsHand.number('arm/guard/stops')) > before) return true;
            // an arm that stands, as where a gripper closes, has nothing to stop: once more
            await bob.click('.lease');
            await (await buttonOf(bob, 'Give the arm back')).click();
            await ann.bringToFront();
            return false;
        }, 'the arm was stopped');
        const [a, b] = [await annsHand.joints(), await annsHand.joints()];
        expect(farthest(a, b) < 1e-3, 'it stands when it is his');
        await ask(cell, 'ask', 'motion', 'override 1');
        await until(async () => {
            // a page that was short of processor may have lost it again
            if ((await kind(bob)) === 'free') await takeLease(bob);
            return (await chip(ann)).includes('bob') && (await kind(ann)) === 'other';
        }, 'who had it sees who has it; it is no longer hers');
    },

    'who asks for it may be given it': async () => {
        await until(async () => {
            await bob.bringToFront();
            if ((await kind(bob)) === 'free') await takeLease(bob);
            await ann.bringToFront();
            if ((await kind(ann)) !== 'other') return false;
            const asked = await isAccepted(ann, async () => {
                await ann.click('.lease');
                await (await buttonOf(ann, 'Ask')).click();
            }, /"act":"ask"/);
            return asked && until(async () => (await bob.$('.card-asked')) !== null || (await kind(bob)) !== 'mine', 'asked');
        }, 'he is asked');
        expect((await bob.$eval('.card-asked', (e) => e.textContent)).includes('ann asks'), 'by her name');
        await (await buttonOf(bob, 'Give it')).click();
        await until(async () => (await kind(bob)) !== 'mine', 'it is given');
        for (const shut of await ann.$$('.dialog .dialog-head button')) await shut.click();
        await annsHand.ready();
    },

    'a page that is closed while it jogs ends the jog': async () => {
        await ann.bringToFront();
        await ann.click('.lease');
        await (await buttonOf(ann, 'Give the arm back')).click();
        await bob.bringToFront();
        await bobsHand.holdUntil(label('Hold: plus Z'), async () => (await bobsHand.word('task/mode')) === 'jog', 'he jogs');
        await bob.end();
        await until(async () => (await annsHand.word('task/mode')) !== 'jog', 'the jog ends');
        await annsHand.rest();
    },

    'who may only look sees all and is told why nothing moves': async () => {
        const eve = await open(tokens.eve);
        await inState(eve, 'Ready', 'Stopped', 'Running', 'Paused', 'Fault');
        await until(async () => (await eve.$eval('.card-jog .gate', (e) => e.textContent)).includes('You may only look'), 'it says so');
        expect((await kind(eve)) === 'none', 'the arm cannot be taken');
        expect(eve.complaints.length === 0, eve.complaints.join('; '));
        await eve.end();
    },

    'a wrong token is refused with a sentence, and can still stop': async () => {
        const stranger = await open('0'.repeat(64));
        await until(async () => /token/i.test(await banner(stranger)), 'it says why');
        await ann.bringToFront();
        await runProgram();
        const before = await annsHand.number('arm/guard/stops');
        await stranger.bringToFront();
        await stranger.click('#stop');
        await until(async () => (await annsHand.number('arm/guard/stops')) > before, 'it stops');
        await stranger.end();
    },

    'a page of another version says so': async () => {
        const other = await openPage('about:blank', size);
        await other.setRequestInterception(true);
        other.on('request', async (request) => {
            if (!/\/assets\/(?!stop).*\.js$/.test(request.url())) return request.continue();
            const body = await (await fetch(request.url())).text();
            return request.respond({ contentType: 'text/javascript', body: body.replaceAll('"0.1.0"', '"9.9.9"') });
        });
        await other.goto(`http://127.0.0.1:${cell.port}/#${tokens.ann}`);
        await until(async () => /version/.test(await banner(other)), 'it says so');
        expect(await other.$('#banner button'), 'there is a way out');
        await other.end();
    },

    'nothing else went wrong': async () => {
        expect(ann.complaints.length === 0, ann.complaints.join('; '));
        await ann.end();
        await cell.stop();
    },
};
