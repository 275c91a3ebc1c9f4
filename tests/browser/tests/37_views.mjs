// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Several views of one scene, what is shown in it, and that it is the cell as it is.

import { availableParallelism } from 'node:os';

import { click, expect, until } from '../check.mjs';
import { chooseIn, farthest, handOn, steady } from '../hand.mjs';
import { ask, browserTime, inState, openPage, placesOf, startCell } from '../station.mjs';

/** Counts the bytes that are given to the graphics processor, from the first call on. */
function countMemory() {
    const of = WebGL2RenderingContext.prototype;
    globalThis.graphicsBytes = 0;
    const sizes = {
        bufferData: ([, data]) => (typeof data === 'number' ? data : (data?.byteLength ?? 0)),
        texStorage2D: ([, levels, , w, h]) => (levels > 1 ? 4 / 3 : 1) * 4 * w * h,
        texImage2D: (a) => (a.length >= 9 ? 4 * a[3] * a[4] : 0),
        renderbufferStorage: ([, , w, h]) => 4 * w * h,
        renderbufferStorageMultisample: ([, n, , w, h]) => 4 * n * w * h,
    };
    for (const [name, size] of Object.entries(sizes)) {
        const real = of[name];
        of[name] = function counted(...a) {
            globalThis.graphicsBytes += size(a);
            return real.apply(this, a);
        };
    }
}

// in virtual time at the pace of the clock: a machine that is short of processor slows it, and stops nothing
const cell = await startCell('demo', ['--virtual', '--pace', '1', '--for', '36000', '--record', 'run.mcap']);
const page = await openPage('about:blank', { width: 1280, height: 800 });
await page.evaluateOnNewDocument(countMemory);
await page.goto(cell.url);
const hand = handOn(page, () => cell);
const panes = async () => (await hand.probe()).panes;
const key = JSON.stringify;

/** Chooses in the menu of the scene by the words of its lines. */
const choose = (text) => chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), text);

/** Drags in the middle of a pane. */
async function drag(index, button, dx, dy) {
    const { left, top, panes: all } = await hand.probe();
    const { x, y, width, height } = all[index].rect;
    const at = [left + x + width / 2, top + y + height * 0.7];
    await page.mouse.move(...at);
    await page.mouse.down({ button });
    await page.mouse.move(at[0] + dx, at[1] + dy, { steps: 3 });
    await page.mouse.up({ button });
}

/** One view after another is changed by hand; all others stay where they are. */
async function moveAlone(index, act, part) {
    const before = await panes();
    await act();
    const after = await until(async () => {
        const now = await panes();
        return key(now[index].view[part]) === key(before[index].view[part]) ? null : now;
    }, `${part} of view ${index}`);
    after.forEach((pane, k) => expect(k === index || key(pane.view) === key(before[k].view), `view ${k} stays`));
}

/** The picture of the scene, or of a part of it, as the browser has it when it was just drawn. */
const shot = (rect = null) => page.$eval('.scene-root', (root, part) => {
    const source = root.querySelector('canvas');
    root.time();
    const ratio = source.width / source.clientWidth;
    const { x, y, width, height } = part ?? { x: 0, y: 0, width: source.clientWidth, height: source.clientHeight };
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [width / 4, height / 4];
    copy.getContext('2d').drawImage(source, ratio * x, ratio * y, ratio * width, ratio * height, 0, 0, copy.width, copy.height);
    return copy.toDataURL();
}, rect);

/** Shows or hides an overlay; its button says so. */
async function overlay(name, on) {
    const state = () => page.$eval(`.overlays button[title^="${name}"]`, (e) => e.getAttribute('aria-pressed') === 'true');
    if ((await state()) !== on) await click(page, `.overlays button[title^="${name}"]`);
    await until(async () => (await state()) === on, `${name} ${on}`);
}

const settled = async () => {
    const { drawn } = await hand.probe();
    await until(async () => (await hand.probe()).drawn > drawn, 'another frame', 3000).catch(() => undefined);
};

export default {
    // spec: loffler:L-181
    'links are drawn where the recorded joints of their frame put them': async () => {
        await inState(page, 'Running');
        const seen = [];
        await until(async () => {
            const drawn = await page.$eval('.scene-root', (e) => e.poses());
            if (drawn.tick !== seen.at(-1)?.tick) seen.push(drawn);
            return seen.length >= 25;
        }, 'frames');
        // what the program records itself is read while it grows: the page needs no lease, which a slow one would lose
        let tries = 0;
        const rows = await until(async () => {
            const whole = `whole-${tries++}.mcap`;
            await ask(cell, 'record', 'recover', 'run.mcap', '-o', whole);
            const text = await ask(cell, 'record', 'export', whole, '--signals', 'arm/estimate/q[*]');
            const all = text.split('\n').slice(1).map((row) => row.split(',').map(Number)).filter((row) => row.length === 9);
            return all.length > 0 && all.at(-1)[0] >= seen.at(-1).tick ? all : null;
        }, 'the recording has all that was seen');
        const logged = seen.filter(({ tick }) => rows[0][0] <= tick && tick <= rows.at(-1)[0]);
        expect(logged.length === seen.length, `${logged.length} of ${seen.length} frames are in the recording`);
        let moved = 0;
        for (const { tick, joints } of logged) {
            // rows stand some ticks apart: what lies between them is drawn between them
            const k = Math.max(1, rows.findIndex((row) => row[0] >= tick));
            const part = (tick - rows[k - 1][0]) / (rows[k][0] - rows[k - 1][0]);
            const between = rows[k].slice(2).map((q, i) => rows[k - 1][i + 2] + part * (q - rows[k - 1][i + 2]));
            // within a frame of the page, which are 60 a second: as far as the arm goes in that time
            const speed = farthest(rows[k].slice(2), rows[k - 1].slice(2)) / (rows[k][1] - rows[k - 1][1]);
            expect(farthest(between, joints[0]) < speed / 60 + 1e-6, `tick ${tick}: ${joints[0]} is not ${between}`);
            if (speed > 0.05) moved++;
        }
        // 20 frames a second are 50 ms for each, of every processor
        await choose('Always quick');
        await until(async () => (await hand.probe()).look === 'plain', 'the quick look');
        const draw = (count) => page.$eval('.scene-root', (e, n) => Array.from({ length: n }, () => e.time()), count);
        await draw(1);
        const begin = browserTime();
        const times = await draw(40);
        const used = (browserTime() - begin) / times.length;
        console.log(`    a frame takes ${used.toFixed(1)} ms of processors, ${Math.min(...times).toFixed(1)} ms at best`);
        expect(used > 0 && used <= 50 * availableParallelism(), `a frame takes ${used} ms of processors`);
        expect(moved >= 3, `the arm moved in ${moved} of ${logged.length} frames`);
        // the last link by the kinematics of the model; the arm stands on a table of 0.7 m
        const names = await page.$$eval('.scene-twin tbody tr', (all) => all.map((e) => e.cells[0].textContent.trim()));
        const link = names.findIndex((name) => name.includes('j7_link'));
        expect(link > 0, `the last link of ${names}`);
        const places = await placesOf(cell, 'models/panda/panda.xml', 'j7_link', logged.map(({ joints }) => joints[0]));
        logged.forEach(({ links }, k) => {
            const [x, y, z] = links[link].slice(12, 15);
            const off = Math.hypot(x - places[k][0], y - places[k][1], z - 0.7 - places[k][2]);
            expect(off < 1e-5, `drawn ${off} m off`);
        });
    },

    // spec: actin-tools:RN-06
    'three views along the axes and the first one are drawn in the same frames': async () => {
        await choose('Always quick');
        await choose('Views along x, y and z');
        await until(async () => (await panes()).length === 4, 'four views');
        const first = await until(async () => {
            const now = await panes();
            return now.every(({ drawn }) => drawn > 1) ? now : null;
        }, 'all are drawn');
        // the third column of a camera points back at its eye
        const back = (pane) => pane.camera.slice(8, 11);
        [[1, 0, 0], [0, -1, 0], [0, 0, 1]].forEach((axis, k) =>
            expect(farthest(back(first[k + 1]), axis) < 2e-3, `view ${k + 1} looks along ${axis}: ${back(first[k + 1])}`));
        // without perspective along the axes, with it in the first one
        expect(first.map(({ isParallel }) => isParallel).join() === 'false,true,true,true', 'parallel along the axes');
        const seen = new Set();
        await until(async () => {
            const now = await panes();
            expect(new Set(now.map(({ sequence }) => sequence)).size === 1, 'one state in all four');
            now.forEach(({ drawn }, k) => expect(drawn - first[k].drawn === now[0].drawn - first[0].drawn, 'as often'));
            seen.add(now[0].sequence);
            return seen.size > 4;
        }, 'states');
        // and each of them is another picture when the arm is elsewhere
        const before = [];
        for (const { rect } of first) before.push(await shot(rect));
        const left = new Set([0, 1, 2, 3]);
        await until(async () => {
            for (const k of [...left]) if ((await shot(first[k].rect)) !== before[k]) left.delete(k);
            return left.size === 0;
        }, 'all four show that it moves');
    },

    // spec: actin-tools:RN-03
    'further views share what the graphics processor has': async () => {
        while ((await panes()).length > 1) {
            const { length } = await panes();
            await page.$eval(`.scene-bar button[aria-label="Close view ${length}"]`, (e) => e.click());
            await until(async () => (await panes()).length < length, 'a view is shut');
        }
        await settled();
        const bytes = () => page.evaluate(() => globalThis.graphicsBytes);
        const before = await bytes();
        expect(before > 100_000, `${before} bytes for one view`);
        await choose('Another view beside this');
        await until(async () => (await panes())[1]?.drawn > 3, 'a second view');
        const after = await bytes();
        // uniforms and instances of moving things are given again in every frame, however many views there are
        expect(after - before < 0.05 * before, `${after - before} bytes more than ${before}`);
    },

    // spec: loffler:L-183
    'three views and a second window turn, pan and zoom on their own, and views are kept': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await choose('Another view beside this');
        await until(async () => (await panes()).length === 3, 'three views');
        const other = await openPage(cell.url, { width: 1280, height: 800 });
        const otherView = () => other.$eval('.scene-root', (e) => JSON.stringify(e.probe().view));
        await inState(other, 'Ready');
        await until(() => other.$eval('.scene-root', (e) => e.probe().drawn > 5), 'the other window draws');
        const theirs = await steady(other, otherView, 'the other window rests');
        for (const index of [0, 1, 2]) {
            await moveAlone(index, () => drag(index, 'left', 40, 15), 'azimuth');
            await moveAlone(index, () => drag(index, 'right', 30, 20), 'centre');
            await moveAlone(index, () => page.mouse.wheel({ deltaY: 150 }), 'distance');
        }
        expect((await otherView()) === theirs, 'the other window looks as before');
        await other.end();
        const mine = (await panes())[0].view;
        await choose('Save this view\u2026');
        await until(() => page.$('.dialog input'), 'its name is asked for');
        await page.$eval('.dialog input', (e) => (e.value = 'corner'));
        await click(page, '.dialog button[type="submit"]');
        await page.reload();
        await inState(page, 'Ready');
        await page.keyboard.press('Home');
        await until(() => page.$$eval('#scene-top .seg button', (all) => all.some((e) => e.textContent.trim() === 'corner')), 'it is kept');
        expect(key((await panes())[0].view) !== key(mine), 'another view at first');
        await page.$$eval('#scene-top .seg button', (all) => all.find((e) => e.textContent.trim() === 'corner').click());
        await until(async () => key((await panes())[0].view) === key(mine), 'the view that was saved');
        await choose('Delete view corner');
        await until(() => page.$$eval('#scene-top .seg button', (all) => all.every((e) => e.textContent.trim() !== 'corner')), 'it is gone');
    },

    // spec: actin-model:A1-VW-16
    'frames, volumes and masses are shown in all eight ways, each another picture': async () => {
        await choose('Always quick');
        await hand.rest();
        await page.keyboard.press('Home');
        // it flies there, and is there when two frames are the same
        await until(async () => {
            const before = [key((await panes())[0].camera), await shot()];
            await settled();
            return key(before) === key([key((await panes())[0].camera), await shot()]);
        }, 'the view rests');
        const pictures = [];
        for (let k = 0; k <= 8; k++) {
            await overlay('Frames', (k & 1) !== 0);
            await overlay('Bounds', (k & 2) !== 0);
            await overlay('Masses', (k & 4) !== 0);
            pictures.push(await shot());
        }
        expect(pictures.every((one) => one.length > 1000), 'each is a picture');
        expect(new Set(pictures.slice(0, 8)).size === 8, 'eight pictures');
        expect(pictures[8] === pictures[0], 'and nothing is left of them');
    },

    // spec: loffler:L-192
    'low detail is drawn at least 1.5 times as fast': async () => {
        /** What a frame costs the processors, until it is drawn [ms]: other load does not count. */
        const time = async (count) => {
            const before = browserTime();
            await page.evaluate((n) => {
                const root = document.querySelector('.scene-root');
                for (let k = 0; k < n; k++) root.time();
            }, count);
            return (browserTime() - before) / count;
        };
        // a small window: without a graphics processor the fine look takes long
        await page.setViewport({ width: 1190, height: 480 });
        await choose('Always fine');
        await until(async () => (await hand.probe()).look === 'full', 'the fine look');
        await time(1);
        const fine = await time(6);
        await choose('Always quick');
        await until(async () => (await hand.probe()).look === 'plain', 'the quick look');
        await time(1);
        const quick = await time(20);
        console.log(`    a frame takes ${fine.toFixed(1)} ms fine, ${quick.toFixed(1)} ms in low detail`);
        expect(fine > 1.5 * quick, `${fine} ms against ${quick} ms`);
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
