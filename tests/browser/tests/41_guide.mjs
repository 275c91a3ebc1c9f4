// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The guide frame under a held Shift: which end effector follows it, and where each button and the wheel
// take it. What is expected is reckoned here, from the eye and the size of the picture alone.

import { click, expect, until } from '../check.mjs';
import { distance, farthest, handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, startCell, takeLease } from '../station.mjs';

const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const FIELD = Math.PI / 6; // seen from the lower to the upper edge

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [0, 1, 2].map((i) => a[i] - b[i]);
const along = (a, s, b) => [0, 1, 2].map((i) => a[i] + s * b[i]);

/** The picture: its eye, right, up and back, its height, and pixels of a place. */
function pictureOf({ panes: [{ view, rect }] }) {
    const { azimuth: a, elevation: e } = view;
    const back = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const right = [-Math.sin(a), Math.cos(a), 0];
    const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
    const eye = along(view.centre, view.distance, back);
    const { height } = rect;
    const depthOf = (p) => dot(sub(eye, p), back);
    const perPixel = (p) => (2 * depthOf(p) * Math.tan(FIELD / 2)) / height;
    const pixelOf = (p) => [dot(sub(p, eye), right) / perPixel(p), -dot(sub(p, eye), up) / perPixel(p)];
    return { eye, right, up, height, perPixel, pixelOf };
}

/** Turn `q` by an angle about an axis of the world; quaternions are x, y, z, w. */
function turned(q, axis, angle) {
    const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    const [x, y, z] = axis.map((n) => s * n);
    const [a, b, d, w] = q;
    return [c * a + x * w + y * d - z * b, c * b + y * w + z * a - x * d, c * d + z * w + x * b - y * a, c * w - x * a - y * b - z * d];
}

const angleBetween = (p, q) => 2 * Math.acos(Math.min(1, Math.abs(p.reduce((sum, n, i) => sum + n * q[i], 0))));
const guide = async () => (await hand.probe()).guide;
const dialogs = () => page.$$eval('dialog[open], .dialog', (all) => all.filter((e) => e.checkVisibility()).length);
const effectors = () => page.$('.effector-list').then((found) => found !== null);

/** A place of the picture with nothing to take. */
async function place() {
    const { left, top, panes: [{ rect }] } = await hand.probe();
    return { x: left + rect.x + rect.width * 0.3, y: top + rect.y + rect.height * 0.6 };
}

async function letGo() {
    for (const button of ['left', 'middle', 'right']) await page.mouse.up({ button }).catch(() => undefined);
    await page.keyboard.up('Shift');
    await until(async () => (await hand.probe()).held === null, 'it is let go', HEARD);
}

/** Holds Shift and these buttons, waits until the guide frame is held, and returns where it is. */
async function hold(buttons) {
    const at = await place();
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Shift');
    for (const button of buttons) await page.mouse.down({ button });
    return { at, before: await until(guide, 'the guide frame is held', HEARD) };
}

/**
 * Drags by (dx, dy) with these buttons until the guide frame is where it is expected. A page that was
 * slow may have lost the lease meanwhile: then it is begun anew, from where the frame is then.
 */
async function drags(buttons, dx, dy, expected) {
    let wanted = null;
    let seen = null;
    await hand.keepUntil(async () => {
        const { at, before } = await hold(buttons);
        wanted = expected(before, pictureOf(await hand.probe()));
        await page.mouse.move(at.x + dx, at.y + dy);
    }, letGo, async () => {
        seen = await guide();
        return seen !== null && wanted(seen);
    }, 'the guide frame goes as far as the pointer').catch((error) => {
        throw new Error(`${error.message}; it is at ${seen}`);
    });
}

/** `metres` away from the eye, and at the same pixel. */
const deeper = (before, picture, pixels) => {
    const away = sub(before, picture.eye);
    const length = Math.hypot(...away);
    const goal = along(before, (pixels * picture.perPixel(before)) / length, away);
    return (seen) => distance(seen, goal) < picture.perPixel(before) && angleBetween(seen.slice(3), before.slice(3)) < 1e-4
        && distance(seen, before) > 0.9 * Math.abs(pixels) * picture.perPixel(before);
};

// spec: actin-model:A1-VW-10b
export default {
    'the first time the guide frame is taken, its end effector is asked for, later only from the menu': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await takeLease(page);
        await hand.ready();
        await hand.pixelOf('tool');
        expect((await dialogs()) === 0, 'no dialog yet');
        const { x, y } = await place();
        const before = await hand.rest();
        await until(async () => {
            await hand.ready();
            await page.mouse.move(x, y);
            await page.keyboard.down('Shift');
            await page.mouse.down();
            await page.mouse.move(x + 30, y, { steps: 3 });
            const asked = await until(effectors, 'the dialog', HEARD).catch(() => false);
            expect((await hand.probe()).held === null, 'nothing is held behind it');
            await page.mouse.up();
            await page.keyboard.up('Shift');
            return asked;
        }, 'the end effectors are asked for');
        expect((await page.$eval('.effector-list', (e) => e.textContent)).includes('tool'), 'the tool is in the list');
        const moved = farthest(await hand.rest(), before);
        expect(moved < 1e-3 && (await hand.word('task/mode')) !== 'drag', `the arm stays: ${moved} rad`);
        await click(page, '.effector-list .actions .primary');
        await until(async () => (await dialogs()) === 0, 'the dialog is shut');
        // from now on the guide frame is taken at once
        await hand.keepUntil(() => hold(['left']), letGo, async () => (await hand.probe()).held === 'tool', 'it is taken');
        expect((await dialogs()) === 0, 'without a dialog');
        await letGo();
        await click(page, '.guide-menu');
        await until(() => page.$('.menu'), 'the menu');
        expect((await page.$$eval('.menu [role^="menuitem"]', (all) => all.map((e) => e.textContent.trim()).join('|'))) === 'Set guide frames\u2026',
            'what it offers');
        await click(page, '.menu [role^="menuitem"]');
        await until(effectors, 'the same dialog');
        await click(page, '.effector-list .actions .primary');
        await until(async () => (await dialogs()) === 0, 'shut again');
    },

    'left moves it by the pixels of the pointer, and the arm follows': async () => {
        const from = await hand.numbers('task/actual');
        await drags(['left'], 36, -27, (before, picture) => (seen) => {
            const [a, b] = [picture.pixelOf(before), picture.pixelOf(seen)];
            return Math.hypot(b[0] - a[0] - 36, b[1] - a[1] + 27) < 1 && angleBetween(seen.slice(3), before.slice(3)) < 1e-4
                && Math.abs(picture.perPixel(seen) / picture.perPixel(before) - 1) < 1e-6;
        });
        await until(async () => distance(await hand.numbers('task/actual'), from) > 0.01, 'the tool follows', HEARD)
            .finally(letGo);
    },

    'right turns it by the angle of the pointer, across and up': async () => {
        for (const [dx, dy] of [[60, 0], [0, -50]]) {
            await drags(['right'], dx, dy, (before, { right, up, height }) => {
                const angle = (Math.PI * (dx + dy)) / height;
                const wanted = turned(before.slice(3), dx !== 0 ? up : right, angle);
                return (seen) => angleBetween(seen.slice(3), wanted) < Math.PI / height && distance(seen, before) < 1e-6;
            });
            await letGo();
        }
    },

    'middle, and left with right, move it away and back': async () => {
        for (const buttons of [['middle'], ['left', 'right']]) {
            for (const dy of [-40, 40]) {
                await drags(buttons, 0, dy, (before, picture) => deeper(before, picture, -dy));
                await letGo();
            }
        }
    },

    'the wheel moves it away and back': async () => {
        for (const deltaY of [-150, 150]) {
            let wanted = null;
            await hand.keepUntil(async () => {
                const at = await place();
                await page.mouse.move(at.x, at.y);
                await page.keyboard.down('Shift');
                await page.mouse.wheel({ deltaY: 1 }); // takes it
                const before = await until(guide, 'it is taken', HEARD);
                // a fifth of a pixel for each unit of the wheel; rolled forward it goes away
                wanted = deeper(before, pictureOf(await hand.probe()), -0.2 * deltaY);
                await page.mouse.wheel({ deltaY });
            }, letGo, async () => {
                const seen = await guide();
                return seen !== null && wanted(seen);
            }, 'the guide frame goes as far as the wheel');
            await letGo();
        }
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
