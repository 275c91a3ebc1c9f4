// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Four views of one scene: drawn in the same frames, each with a camera of its own that the mouse moves,
// docked beside each other or floating above the others. What is done in one changes no bit of another.

import { click, expect, until } from '../check.mjs';
import { chooseIn, farthest, handOn } from '../hand.mjs';
import { ask, inState, openPage, startCell, takeLease } from '../station.mjs';

const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const panes = async () => (await hand.probe()).panes;
const key = JSON.stringify;

/** Chooses in the menu of the scene by the words of its lines. */
const choose = (text) => chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), text);

/** All pixels of each view as they were drawn, in the same frame; what floats above a view is left out of it. */
const pictures = () => page.$eval('.scene-root', (root) => {
    const source = root.querySelector('canvas');
    root.time();
    const whole = document.createElement('canvas');
    [whole.width, whole.height] = [source.width, source.height];
    const pen = whole.getContext('2d', { willReadFrequently: true });
    pen.drawImage(source, 0, 0);
    const { panes: all } = root.probe();
    const ratio = source.width / source.clientWidth;
    const inner = ({ x, y, width, height }, edge) => [Math.ceil(ratio * x) + edge, Math.ceil(ratio * y) + edge,
        Math.floor(ratio * width) - 2 * edge, Math.floor(ratio * height) - 2 * edge];
    const shots = [];
    // those above first: then they are painted over, and what is below them remains
    for (const k of [...all.keys()].sort((a, b) => Number(all[b].floats) - Number(all[a].floats) || b - a)) {
        const { data } = pen.getImageData(...inner(all[k].rect, 2));
        let hash = 0x811c9dc5;
        const colours = new Set();
        for (let i = 0; i < data.length; i += 4) {
            for (let c = 0; c < 4; c++) hash = Math.imul(hash ^ data[i + c], 0x01000193) >>> 0;
            if (i % 64 === 0) colours.add((data[i] << 16) + (data[i + 1] << 8) + data[i + 2]);
        }
        shots[k] = { hash, length: data.length, colours: colours.size };
        if (all[k].floats) pen.fillRect(...inner(all[k].rect, -2));
    }
    return shots;
});

/** Where in a view nothing lies above it and no handle is under the pointer. */
async function placeIn(index) {
    const { left, top, panes: all } = await hand.probe();
    const { rect } = all[index];
    const above = index === 0 || !all[index].floats ? all.filter((p, k) => k !== index && p.floats) : all.slice(index + 1).filter((p) => p.floats);
    const isIn = (x, y, p) => x > p.rect.x - 8 && x < p.rect.x + p.rect.width + 8 && y > p.rect.y - 8 && y < p.rect.y + p.rect.height + 8;
    for (const [a, b] of [[0.9, 0.5], [0.1, 0.5], [0.9, 0.3], [0.1, 0.3], [0.5, 0.5]]) {
        const [x, y] = [rect.x + a * rect.width, rect.y + b * rect.height];
        if (above.some((p) => isIn(x, y, p))) continue;
        await page.mouse.move(left + x, top + y);
        const isFree = ([h, v]) => {
            const at = document.elementFromPoint(h, v);
            return at !== null && at.closest('.scene-root') !== null && at.closest('.scene-bar, .scene-corner') === null
                && !document.querySelector('.scene-root').classList.contains('is-hover');
        };
        if (await page.evaluate(isFree, [left + x, top + y])) return [left + x, top + y];
    }
    throw new Error(`view ${index} is covered`);
}

const drag = (button, dx, dy) => async (index) => {
    const [x, y] = await placeIn(index);
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
    await page.mouse.up({ button });
};

const wheel = async (index) => {
    await page.mouse.move(...(await placeIn(index)));
    await page.mouse.wheel({ deltaY: 150 });
};

const INPUTS = [['azimuth', drag('left', 40, 15)], ['centre', drag('right', 30, 20)], ['distance', wheel], ['distance', drag('middle', 0, 25)]];

/** Each input in each view: its own camera and picture change, no bit of the others does. */
async function eachAlone() {
    for (const index of [0, 1, 2, 3]) {
        for (const [part, act] of INPUTS) {
            await page.mouse.move(...(await placeIn(index)));
            const [before, shots] = [await panes(), await pictures()];
            expect(shots.every(({ colours }) => colours > 8), `each view shows something: ${key(shots)}`);
            await act(index);
            await until(async () => key((await panes())[index].view[part]) !== key(before[index].view[part]), `${part} of view ${index}`);
            const [after, now] = [await panes(), await pictures()];
            after.forEach(({ view, camera, rect }, k) => {
                expect(key(rect) === key(before[k].rect), `view ${k} keeps its place`);
                if (k === index) {
                    expect(key(camera) !== key(before[k].camera), `the camera of view ${k} moves`);
                    expect(now[k].hash !== shots[k].hash, `view ${k} shows another picture after ${part}`);
                    return;
                }
                expect(key(view) === key(before[k].view) && key(camera) === key(before[k].camera), `the camera of view ${k} stays`);
                expect(key(now[k]) === key(shots[k]), `each pixel of view ${k} stays while ${part} of view ${index} changes`);
            });
        }
    }
}

const middleOf = (selector) => page.$eval(selector, (e) => {
    const box = e.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
});

/** Drags something of the page by the mouse. */
async function dragAt(selector, dx, dy, aside = 0) {
    // it is placed with the next picture
    await until(() => page.$(selector), `${selector} is there`);
    const [x, y] = await middleOf(selector);
    await page.mouse.move(x + aside, y);
    await page.mouse.down();
    await page.mouse.move(x + aside + dx, y + dy, { steps: 4 });
    await page.mouse.up();
}

const floating = async () => (await panes()).map(({ floats }) => floats);

// spec: actin-tools:RN-06b
export default {
    'three views along the axes and the first one are drawn in the same frames': async () => {
        await inState(page, 'Running');
        await choose('Always quick');
        await choose('Views along x, y and z');
        await until(async () => (await panes()).length === 4, 'four views');
        const first = await until(async () => {
            const now = await panes();
            return now.every(({ drawn }) => drawn > 1) ? now : null;
        }, 'all are drawn');
        // the third column of a camera points back at its eye
        [[1, 0, 0], [0, -1, 0], [0, 0, 1]].forEach((axis, k) =>
            expect(farthest(first[k + 1].camera.slice(8, 11), axis) < 2e-3, `view ${k + 1} looks along ${axis}`));
        const seen = new Set();
        const shots = await pictures();
        await until(async () => {
            const now = await panes();
            expect(new Set(now.map(({ sequence }) => sequence)).size === 1, 'one state in all four');
            now.forEach(({ drawn }, k) => expect(drawn - first[k].drawn === now[0].drawn - first[0].drawn, 'as often'));
            seen.add(now[0].sequence);
            return seen.size > 4;
        }, 'states');
        const left = new Set([0, 1, 2, 3]);
        await until(async () => {
            (await pictures()).forEach(({ hash }, k) => hash !== shots[k].hash && left.delete(k));
            return left.size === 0;
        }, 'all four show that it moves');
    },

    'docked, what the mouse does in one view changes no bit of the others': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        // with the lease there are handles at the tool, which are as large in each view
        await takeLease(page);
        await hand.ready();
        await hand.pixelOf('tool');
        await hand.rest();
        await click(page, '.handle-choice [data-value="elbow"]');
        await ask(cell, 'ask', 'cell', 'pause');
        await until(() => page.$eval('.rate', (e) => e.textContent.includes('paused')), 'nothing moves any more');
        await eachAlone();
    },

    'a view floats above the others, is moved and sized by the mouse, and docks again': async () => {
        const before = await panes();
        expect(key(await floating()) === key([false, false, false, false]), 'all are docked at first');
        await click(page, '.scene-bar button[aria-label="Float view 3"]');
        await until(async () => key(await floating()) === key([false, false, true, false]), 'it floats');
        const first = await panes();
        expect(first[0].rect.height === before[0].rect.height && key(first[3].rect) !== key(before[3].rect), 'the others share the room');
        await dragAt('.scene-bar.floats', -120, -90, 40);
        const { rect } = first[2];
        const moved = await until(async () => {
            const now = (await panes())[2].rect;
            return now.x === rect.x - 120 && now.y === rect.y - 90 ? now : null;
        }, 'it is moved by as many pixels');
        expect(moved.width === rect.width && moved.height === rect.height, 'as large as before');
        await dragAt('.scene-corner[aria-label="Size of view 3"]', 60, 44);
        await until(async () => {
            const now = (await panes())[2].rect;
            return now.width === rect.width + 60 && now.height === rect.height + 44 && now.x === moved.x && now.y === moved.y;
        }, 'it is larger by as many pixels');
        const after = await panes();
        after.forEach(({ view }, k) => expect(key(view) === key(before[k].view), `view ${k} looks as before`));
        // it never leaves the picture
        await dragAt('.scene-bar.floats', 3000, 3000, 40);
        const { panes: [main, , far, last] } = await hand.probe();
        const [right, low] = [last, main].map(({ rect: r }) => [r.x + r.width, r.y + r.height]);
        expect(far.rect.x + far.rect.width <= right[0] && far.rect.y + far.rect.height <= Math.max(right[1], low[1]), `inside: ${key(far.rect)}`);
        await click(page, '.scene-bar button[aria-label="Dock view 3"]');
        await until(async () => key((await panes()).map((p) => p.rect)) === key(before.map((p) => p.rect)), 'all have their places again');
        expect(key(await floating()) === key([false, false, false, false]), 'all are docked');
    },

    'floating, what the mouse does in one view changes no bit of the others': async () => {
        for (const number of [2, 4]) await click(page, `.scene-bar button[aria-label="Float view ${number}"]`);
        await until(async () => key(await floating()) === key([false, true, false, true]), 'two float');
        await dragAt('.scene-bar.floats', -260, -200, 40);
        await eachAlone();
        // and both are still drawn with the others
        const now = await panes();
        expect(new Set(now.map(({ sequence }) => sequence)).size === 1, 'one state in all four');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
