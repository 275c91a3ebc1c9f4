// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Whether a press was heard is not a matter of time: the page waits for no answer any more, and what it
// asked for was done or refused. Only then may a press that does something each time be made again.

import { until } from './check.mjs';

/** Runs in the page before all else: notes what it asks of the cell, and how that was answered. */
function noteRequests() {
    const open = new Map(); // of each socket the requests without an answer
    const said = []; // those that were answered since it was last asked
    globalThis.requests = { said, waits: () => [...open.values()].some((one) => one.size > 0) };
    const read = (data) => {
        try {
            return JSON.parse(data);
        } catch {
            return {};
        }
    };
    const hear = (socket) => {
        const waiting = new Map();
        open.set(socket, waiting);
        socket.addEventListener('message', ({ data }) => {
            if (typeof data !== 'string') return;
            const { id, ok } = read(data);
            if (!waiting.has(id)) return;
            said.push({ ...waiting.get(id), done: ok === true });
            waiting.delete(id);
        });
        socket.addEventListener('close', () => open.delete(socket));
        return waiting;
    };
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function noted(data) {
        const { id, command } = read(data);
        // signs of life go out all the time and change nothing
        if (typeof id === 'number' && command !== 'keep') (open.get(this) ?? hear(this)).set(id, { text: data, at: performance.now() });
        send.call(this, data);
    };
}

export const watchRequests = (page) => page.evaluateOnNewDocument(noteRequests);

/** Waits until the page has an answer to all that it has asked for. */
export const answered = (page) => until(() => page.evaluate(() => !globalThis.requests.waits()), 'all requests are answered');

/** Forgets what was asked for up to now. */
export const forgetRequests = (page) => page.evaluate(() => (globalThis.requests.said.length = 0));

/**
 * How far the targets of a drag went since then [m], and in how much time of the page [s]: what the page sends
 * does not depend on how fast anything else is.
 */
export async function dragSent(page) {
    await answered(page);
    const all = (await page.evaluate(() => globalThis.requests.said)).flatMap(({ text, at }) => {
        const numbers = JSON.parse(text).text?.match(/^drag (.*)/)?.[1].split(' ').map(Number);
        return numbers === undefined ? [] : [{ at, place: numbers.slice(0, 3) }];
    }).sort((a, b) => a.at - b.at);
    const steps = all.slice(1).map(({ place }, i) => Math.hypot(...place.map((x, k) => x - all[i].place[k])));
    return { count: all.length, way: steps.reduce((a, b) => a + b, 0), seconds: (all.at(-1).at - all[0].at) / 1000 };
}

/**
 * Does something on the page; true when the cell has done what the page asked for then. `kind` tells these
 * requests, as they are sent, from those that only read.
 */
export async function isAccepted(page, act, kind) {
    await answered(page);
    await forgetRequests(page);
    await act();
    await answered(page);
    const said = await page.evaluate(() => globalThis.requests.said);
    return said.some(({ text, done }) => done && kind.test(text));
}
