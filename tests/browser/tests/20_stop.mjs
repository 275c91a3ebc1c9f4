// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The stop works by press and by key, in fields, without lease, while the page loads, on either of its
// two ways and with a slow processor; the second press takes the drives off. The lost server is said,
// and found again.

import { click, expect, until } from '../check.mjs';
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

/** The program runs and the arm moves. What began by itself may end again before it is seen to move. */
async function running() {
    await hand.ready();
    await until(async () => {
        if ((await stateWord(page)) !== 'Running') {
            await hand.ready();
            // it may have begun by itself in the meantime, and its button is locked then
            const begun = await hand.free('#transport button', 5000).then(() => false, () => true);
            if (begun) return false;
            await hand.press('#transport button');
            await until(async () => (await stateWord(page)) === 'Running', 'it runs', 5000).catch(() => false);
            await page.mouse.up();
        }
        const before = await hand.joints();
        const moves = async () => farthest(await hand.joints(), before) > 0.01;
        return until(moves, 'the arm moves', 10000).then(() => true, () => false);
    }, 'the program runs and the arm moves');
}

/** The page has lost its lease, which stops the arm by itself. */
async function lostLease() {
    await inState(page, 'Stopped', 'Fault');
    const told = await page.$eval('#banner', (e) => e.textContent);
    return /control of the arm was lost/i.test(told) || (await page.$eval('.lease', (e) => e.dataset.kind)) !== 'mine';
}

/** Runs, does something, and expects one more stop and an arm that stands. */
async function stopsBy(act) {
    await until(async () => {
        await running();
        const before = await stops();
        await act();
        await until(async () => (await stops()) > before || (await hand.word('arm/guard/state')) !== 'enabled', 'it stops');
        await hand.rest();
        // a page that is short of processor loses its lease, which has stopped the arm just before: then anew
        return !(await lostLease());
    }, 'the arm is told to stop');
    const rests = await hand.rest();
    await hand.loopTime(0.2);
    expect(farthest(await hand.joints(), rests) < 1e-3, 'it stays');
    await inState(page, 'Stopped');
    expect((await hand.word('arm/guard/state')) === 'held', `the drives hold it: ${await hand.word('arm/guard/state')}`);
}

/** The newest stop, as the list of events has it. */
async function newestStop() {
    await hand.go('events');
    await click(page, '.card-events [role="radio"][data-value="stop"]');
    const said = await until(() => page.$eval('.event', (e) => e.textContent).catch(() => null), 'a stop is in the list');
    await hand.go('operate');
    return said;
}

export default {
    'a press stops the arm': async () => {
        await inState(page, 'Ready', 'Stopped', 'Running');
        await stopsBy(() => page.click('#stop'));
    },

    'the second press takes the drives off, and enabling is an act of its own': async () => {
        await page.click('#stop');
        await until(async () => (await hand.word('arm/command/enable')) === 'false', 'no power is asked for');
        const line = () => page.$eval('#stop-line', (e) => e.textContent.trim());
        await until(async () => (await line()) === 'Drives off', 'the button says so');
        await hand.ready();
        await until(async () => (await hand.word('arm/command/enable')) === 'true', 'power again');
        await until(async () => (await line()) === 'Esc', 'the button says what it does next');
    },

    'Esc stops it from within a field and a dialog': async () => {
        let keys = null;
        await stopsBy(async () => {
            await page.keyboard.press('?');
            await until(() => page.$('.dialog'), 'a dialog');
            keys ??= await page.$$eval('.dialog kbd', (all) => all.map((e) => e.textContent.trim()));
            await page.keyboard.press('Escape');
        });
        await hand.go('tune');
        await stopsBy(async () => {
            await page.focus('input[type="search"]');
            await page.keyboard.type('law');
            await page.keyboard.press('Escape');
        });
        await hand.go('operate');
        expect(keys.length > 5 && new Set(keys).size === keys.length, `each key is listed once: ${keys.join(' | ')}`);
        expect(/Stopped by operator \(Esc\)/.test(await newestStop()), `who and how: ${await newestStop()}`);
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

    // Nothing of the page comes between: how long it takes by the clock is then a matter of the processor.
    'with a processor ten times slower a press is said on both ways while it is heard': async () => {
        const session = await page.createCDPSession();
        await running();
        await page.evaluate(() => {
            window.said = []; // by what, and in the course of which event
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = function (data) {
                if (String(data).includes('"stop"')) window.said.push(`socket ${window.event?.type}`);
                return send.call(this, data);
            };
            const { fetch } = window;
            window.fetch = (path, ...rest) => {
                if (String(path).startsWith('/stop')) window.said.push(`post ${window.event?.type}`);
                return fetch(path, ...rest);
            };
        });
        await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
        const before = await stops();
        await page.click('#stop');
        await until(async () => (await stops()) > before, 'the arm is told to stop');
        await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await session.detach();
        const said = await page.evaluate(() => window.said);
        expect(said[0] === 'socket pointerdown' && said[1] === 'post pointerdown', `both are said at once: ${said}`);
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
        // a page that is short of processor may see both at once: then the server is silent again
        let order = [];
        await until(async () => {
            await until(async () => (await contact()) === 'live', 'contact');
            await page.evaluate(() => (window.contacts = []));
            cell.child.kill('SIGSTOP');
            await inState(page, 'No contact');
            order = await page.evaluate(() => window.contacts);
            const isGrey = order.some(([name]) => name === 'old');
            if (!isGrey) cell.child.kill('SIGCONT');
            return isGrey;
        }, 'grey comes before');
        expect(order.findIndex(([name]) => name === 'old') < order.findIndex(([name]) => name === 'lost'), 'in this order');
        expect((await ink()) !== fresh, 'the figures have lost their ink');
        expect(await page.$eval('#banner', (e) => e.textContent.includes('silent')), 'the banner says so');
        expect(await page.$eval('#stop', (e) => !e.disabled), 'stop stays');
        const at = Object.fromEntries(order);
        if ('old' in at) console.log(`    said ${(at.lost - at.old).toFixed(0)} ms after it was grey`);
        cell.child.kill('SIGCONT');
        await until(async () => (await contact()) === 'live', 'contact again');
        // the loop in which it was silent goes on where it was, and says by how much it lags behind
        await until(() => page.$eval('#strip .rate b', (e) => / s behind, \d+ slips?/.test(e.textContent)), 'it says that it slipped')
            .catch(async (error) => {
                throw new Error(`${error.message}; ${await page.$eval('#strip .rate b', (e) => e.textContent)}`);
            });
    },

    'a server that dies is found again without a reload': async () => {
        await page.evaluate(() => (window.same = true));
        const port = cell.port;
        await cell.stop('SIGKILL');
        await inState(page, 'No contact');
        cell = await startCell('demo', ['--tokens', file], port);
        await until(async () => (await contact()) === 'live', 'contact again');
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
