// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The stop works by press and by key, in fields, without lease, while the page loads, on either of its
// two ways and with a slow processor; the second press takes the drives off. The lost server is said,
// and found again.

import { expect, sleep, until } from '../check.mjs';
import { farthest, handOn } from '../hand.mjs';
import { ask, inState, openPage, startCell, stateWord, tokenFile } from '../station.mjs';

const { file, token: tokenOf } = tokenFile();
const token = tokenOf('ann');
let cell = await startCell('demo', ['--tokens', file]);
const url = () => `http://127.0.0.1:${cell.port}/#${token}`;
const page = await openPage(url(), { width: 1280, height: 800 });
const hand = handOn(page, () => cell);

const stops = () => hand.number('arm/guard/stops');
const contact = () => page.$eval('body', (e) => e.dataset.contact);

/** The program runs and the arm moves. */
async function running() {
    await hand.ready();
    await until(async () => {
        if ((await stateWord(page)) === 'Running') return true;
        await hand.ready();
        // it may have begun by itself in the meantime, and its button is locked then
        const begun = await hand.free('#transport button').then(() => false, () => true);
        if (begun) return false;
        await page.click('#transport button', { delay: 1200 }); // held for half a second
        return until(async () => (await stateWord(page)) === 'Running', 'it runs', 3000).catch(() => false);
    }, 'the program runs', 40000);
    const before = await hand.joints();
    await until(async () => farthest(await hand.joints(), before) > 0.01, 'the arm moves', 30000);
}

/** Runs, does something, and expects one more stop and an arm that stands. */
async function stopsBy(act) {
    await running();
    const before = await stops();
    await act();
    await until(async () => (await stops()) > before, 'the arm is told to stop');
    const rests = await hand.rest();
    await sleep(200);
    expect(farthest(await hand.joints(), rests) < 1e-3, 'it stays');
    await inState(page, 'Stopped', 'Fault');
}

/** Loop time less wall time [ms], by the quickest of some questions. */
async function offset() {
    let best = { round: Infinity, offset: 0 };
    for (let i = 0; i < 8; i++) {
        const begin = Date.now();
        const loop = (await hand.number('arm/sensed/t_ns')) / 1e6;
        const round = Date.now() - begin;
        if (round < best.round) best = { round, offset: loop - begin - round / 2 };
    }
    return best.offset;
}

export default {
    'a press stops the arm': async () => {
        await inState(page, 'Ready', 'Stopped', 'Running');
        await stopsBy(() => page.click('#stop'));
    },

    'the second press takes the drives off, and enabling is an act of its own': async () => {
        await page.click('#stop');
        await until(async () => (await hand.word('arm/command/enable')) === 'false', 'no power is asked for');
        await hand.ready();
        await until(async () => (await hand.word('arm/command/enable')) === 'true', 'power again');
    },

    'Esc stops it from within a field and a dialog': async () => {
        await stopsBy(async () => {
            await page.keyboard.press('?');
            await until(() => page.$('.dialog'), 'a dialog');
            await page.keyboard.press('Escape');
        });
        await hand.go('tune');
        await stopsBy(async () => {
            await page.focus('input[type="search"]');
            await page.keyboard.type('law');
            await page.keyboard.press('Escape');
        });
        await hand.go('operate');
    },

    'each of its two ways is enough': async () => {
        await stopsBy(async () => {
            await page.evaluate(() => {
                const { fetch } = window;
                window.fetch = () => new Promise(() => undefined);
                setTimeout(() => (window.fetch = fetch), 1500);
            });
            await page.click('#stop');
        });
        await until(() => page.evaluate(() => !window.fetch.toString().includes('undefined')), 'as before');
        await stopsBy(async () => {
            await page.evaluate(() => {
                const { send } = WebSocket.prototype;
                WebSocket.prototype.send = function deaf(text) {
                    if (!text.includes('"stop"')) send.call(this, text);
                };
            });
            await page.click('#stop');
        });
    },

    'a page that is still loading, and has no lease, can stop': async () => {
        const other = await openPage('about:blank');
        await other.setRequestInterception(true);
        let asked = false;
        other.on('request', (request) => {
            const isMain = /assets\/(?!stop)[^/]*\.js/.test(request.url()) && !/stop/.test(request.url());
            asked ||= isMain;
            if (!isMain) request.continue();
        });
        await stopsBy(async () => {
            other.goto(url()).catch(() => undefined);
            await until(() => asked && other.$('#stop'), 'the button is there before the rest');
            await until(() => other.evaluate(() => document.documentElement.dataset.stop === 'ready'), 'it is ready');
            await other.click('#stop');
        });
        await other.end();
    },

    'with a processor ten times slower the stop begins within 100 ms of the press': async () => {
        const session = await page.createCDPSession();
        const took = [];
        for (let i = 0; i < 4 && !(Math.min(...took) < 100); i++) {
            await running();
            const shift = await offset();
            await page.evaluate(() => addEventListener('pointerdown', (e) => {
                window.pressedAt = performance.timeOrigin + e.timeStamp;
            }, { capture: true, once: true }));
            await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
            const before = await stops();
            await page.click('#stop');
            await until(async () => (await stops()) > before, 'the arm is told to stop');
            await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
            const pressed = (await page.evaluate(() => window.pressedAt)) + shift;
            took.push((await hand.number('arm/guard/cause_tick')) - pressed);
        }
        await session.detach();
        console.log(`    the stop began ${took.map((ms) => ms.toFixed(0)).join(', ')} ms of loop time after the press`);
        expect(Math.min(...took) < 100, 'within 100 ms');
    },

    'a server that is silent makes values grey, then says so, and comes back': async () => {
        const ink = () => page.$eval('.joint .live, .joint.live', (e) => getComputedStyle(e).opacity
            + getComputedStyle(e).color + getComputedStyle(e.querySelector('output') ?? e).color);
        await until(async () => (await contact()) === 'live', 'contact');
        const fresh = await ink();
        await page.evaluate(() => {
            window.contacts = [];
            new MutationObserver(() => {
                if (window.contacts.at(-1)?.[0] !== document.body.dataset.contact)
                    window.contacts.push([document.body.dataset.contact, performance.now()]);
            }).observe(document.body, { attributes: true, attributeFilter: ['data-contact'] });
        });
        cell.child.kill('SIGSTOP');
        await inState(page, 'No contact');
        const order = await page.evaluate(() => window.contacts);
        expect(order.some(([name]) => name === 'old'), `grey came before: ${order.map(([name]) => name)}`);
        expect((await ink()) !== fresh, 'the figures have lost their ink');
        expect(await page.$eval('#banner', (e) => e.textContent.includes('silent')), 'the banner says so');
        expect(await page.$eval('#stop', (e) => !e.disabled), 'stop stays');
        const at = Object.fromEntries(order);
        console.log(`    said ${(at.lost - at.old).toFixed(0)} ms after it was grey`);
        cell.child.kill('SIGCONT');
        await until(async () => (await contact()) === 'live', 'contact again', 20000);
    },

    'a server that dies is found again without a reload': async () => {
        await page.evaluate(() => (window.same = true));
        const port = cell.port;
        await cell.stop('SIGKILL');
        await inState(page, 'No contact');
        cell = await startCell('demo', ['--tokens', file], port);
        await until(async () => (await contact()) === 'live', 'contact again', 20000);
        expect(await page.evaluate(() => window.same), 'it is the same page');
        await running();
    },

    'nothing else went wrong': async () => {
        const real = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to (load|fetch)/.test(text));
        expect(real.length === 0, real.join('; '));
        await page.end();
        await cell.stop();
    },
};
