// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The handles of the scene: the tool is drawn by its own controller, and the joints in the recording
// of the cell follow; the elbow is pulled while the tool stays.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { dragSent, forgetRequests } from '../answers.mjs';
import { click, expect, sleep, until } from '../check.mjs';
import { distance, farthest, handOn, HEARD } from '../hand.mjs';
import { ask, inState, openPage, placesOf, startCell, takeLease } from '../station.mjs';

const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);

const tool = () => hand.numbers('task/actual');
const held = async () => (await hand.probe()).held;

/** Takes what is drawn there and draws it by some pixels. */
async function take(what, dx, dy) {
    const choice = `.handle-choice [data-value="${what}"]`;
    await hand.free('.handle-choice .seg', HEARD);
    await click(page, choice);
    await until(() => page.$eval(choice, (e) => e.ariaChecked === 'true'), `the ${what} is chosen`, HEARD);
    const at = await hand.pixelOf(what, HEARD);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await until(async () => (await held()) !== null, `the ${what} is held`, 3000).catch(() => undefined);
    await page.mouse.move(at.x + dx, at.y + dy, { steps: 4 });
}

/** The picture within 6 px of a place. */
const around = ({ x, y }) => page.screenshot({ clip: { x: x - 6, y: y - 6, width: 12, height: 12 }, encoding: 'base64' });

/** Is there a pixel of the colour of candidates in a picture? */
async function hasGhost(shot) {
    const wanted = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ghost').trim());
    const blank = await page.browserContext().newPage();
    const found = await blank.evaluate(async (data, hex) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const want = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
        const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
        for (let i = 0; i < pixels.length; i += 4) {
            if (want.every((c, k) => Math.abs(pixels[i + k] - c) < 12)) return true;
        }
        return false;
    }, shot, wanted);
    await blank.close();
    return found;
}

/** Rows of the seven joints in the newest recording. */
async function recorded(signal) {
    const find = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory()
        ? find(join(folder, entry.name)) : join(folder, entry.name)));
    const file = find(cell.home).filter((name) => name.endsWith('.mcap') && !name.includes('-box-')).sort().at(-1);
    expect(file !== undefined, 'there is a recording');
    const text = await ask(cell, 'record', 'export', file, '--signals', `${signal}[*]`);
    const [head, ...rows] = text.split('\n').map((row) => row.split(','));
    const columns = [...Array(7).keys()].map((i) => head.findIndex((name) => name.includes(`q[${i}]`)));
    const joints = rows.filter((row) => columns.every((c) => row[c])).map((row) => columns.map((c) => Number(row[c])));
    expect(joints.length > 20, `the recording has rows (${joints.length}): ${head}`);
    return joints;
}

export default {
    'the arm can be taken by its tool': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        await hand.rest();
        await takeLease(page);
        await hand.pixelOf('tool');
    },

    'the tool follows its handle, and the joints in the recording of the cell follow': async () => {
        await hand.record(true);
        const before = await hand.rest();
        const from = await tool();
        let said = '';
        await hand.keepUntil(() => take('tool', 10, -90), () => page.mouse.up(), async () => {
            said ||= await page.$eval('.scene-root', (e) => (/candidate/.test(e.textContent) ? 'candidate' : ''));
            return said !== '' && distance(await tool(), from) > 0.03;
        }, 'the tool moves, the candidate is named in the picture');
        await page.mouse.up();
        await until(async () => (await hand.word('task/mode')) !== 'drag', 'the drag ends');
        const after = await hand.rest();
        await hand.record(false);
        expect(farthest(after, before) > 0.02, 'the joints turned');
        const rows = await recorded('arm/estimate/q');
        expect(farthest(rows[0], before) < 2e-3, 'it begins where the arm was');
        expect(farthest(rows.at(-1), after) < 2e-3, 'it ends where the arm is');
    },

    'a drag goes no faster than the speed that is set beside it': async () => {
        const speed = await hand.speed(0.45);
        const from = await tool();
        await forgetRequests(page);
        await hand.keepUntil(() => take('tool', 10, -90), () => page.mouse.up(),
            async () => distance(await tool(), from) > 0.01, 'the tool sets out');
        await page.mouse.up();
        const { count, way, seconds } = await dragSent(page);
        expect(speed < 0.02 && count > 5 && way > 0.005 && way <= speed * (seconds + 0.1), `${way} m in ${seconds} s at ${speed} m/s`);
        await until(async () => (await hand.word('task/mode')) !== 'drag', 'the drag ends');
        await hand.speed(0.93);
        await hand.rest();
    },

    'drawn out of reach: the candidate is under the pointer, the pose is valid, the bars sum to 100 %': async () => {
        await hand.ready();
        let pointer = null;
        const pull = async () => {
            const at = await hand.pixelOf('tool', HEARD);
            pointer = { x: at.x + 20, y: Math.max(120, at.y - 420) };
            await take('tool', pointer.x - at.x, pointer.y - at.y);
        };
        const bars = () => page.$$eval('.bar-row:not([hidden]) .bar b', (all) => all.map((e) => parseInt(e.textContent, 10)));
        let [shares, shot, backwards] = [[], '', ''];
        let before = [9, 9, 9];
        // it goes as far as it can, and stays there: held back by limits, or by its own shape
        await hand.keepUntil(pull, () => page.mouse.up(), async () => {
            const text = await page.$eval('.drag-line', (e) => e.textContent);
            const [now, here] = [await bars(), await tool()];
            const stays = distance(here, before) < 2e-3;
            before = here;
            if (now.length > 0) shares = now;
            if (now.length === 0 || !stays || !(Number(text.match(/(\d+) mm ahead/)?.[1] ?? 0) > 50)) return false;
            backwards = await page.$eval('.card-constraints', (e) => e.textContent);
            shot = await around(pointer);
            return (await held()) === 'tool';
        }, 'the tool is at the end of its reach, and something holds it back');
        expect(shares.reduce((a, b) => a + b, 0) === 100, `the bars: ${shares}`);
        expect(/Held back \d+ %/.test(backwards) && !/Tool follows/.test(backwards), `what holds it back: ${backwards}`);
        expect(await hasGhost(shot), 'the ball of the candidate is under the pointer');
        // what was accepted is a pose that the arm has: within the limits of all joints, and measured there
        const [q, wanted] = [await hand.numbers('arm/command/q'), await hand.numbers('task/actual')];
        const ranges = await page.$$eval('.joint[data-joint] .range', (all) => all.map((e) => [Number(e.ariaValueMin), Number(e.ariaValueMax)]));
        q.forEach((x, i) => expect(x >= ranges[i][0] && x <= ranges[i][1], `joint ${i + 1} is at ${x}`));
        const [place] = await placesOf(cell, 'models/panda/panda.xml', 'tool', [await hand.joints()]);
        expect(distance([place[0], place[1], place[2] + 0.7], wanted) < 0.05, 'the tool is where its joints have it');
        await page.mouse.up();
        await hand.rest();
    },

    'a tool that is let go stays where it is, far from where it was drawn to': async () => {
        const from = await tool();
        let ahead = 0;
        await hand.keepUntil(() => take('tool', -160, 20), () => page.mouse.up(), async () => {
            const text = await page.$eval('.drag-line', (e) => e.textContent);
            ahead = Number(text.match(/(\d+) mm ahead/)?.[1] ?? 0) / 1000;
            return ahead > 0.1 && distance(await tool(), from) > 0.01;
        }, 'the tool moves');
        const left = await tool();
        await page.mouse.up();
        await until(async () => (await hand.word('task/mode')) !== 'drag', 'the drag ends');
        await hand.rest();
        const end = await tool();
        await sleep(300);
        expect(distance(await tool(), end) < 1e-4, 'it stays');
        expect(distance(left, end) < 0.9 * ahead, `it did not travel on: ${distance(left, end)} of ${ahead} m`);
    },

    'the elbow is pulled, and the tool stays within a tenth of a millimetre': async () => {
        const before = await hand.rest();
        await hand.record(true);
        await hand.keepUntil(() => take('elbow', 60, 0), () => page.mouse.up(),
            async () => farthest(await hand.joints(), before) > 0.1, 'the elbow turns');
        await page.mouse.up();
        await until(async () => (await hand.word('task/mode')) !== 'pull', 'the pull ends');
        await hand.rest();
        await hand.record(false);
        // what the arm was told: friction makes that of the joints themselves a little worse
        const rows = await recorded('arm/target/q');
        expect(farthest(rows[0], rows.at(-1)) > 0.09, 'the recording has it');
        const places = await placesOf(cell, 'models/panda/panda.xml', 'tool', rows);
        expect(places.length === rows.length, 'a place for each row');
        const most = Math.max(...places.map((place) => distance(place, places[0])));
        console.log(`    ${rows.length} rows: the tool moved ${(1e3 * most).toFixed(4)} mm`);
        expect(most < 1e-4, `the tool moved ${most} m`);
    },

    // spec: actin-model:A1-VW-12
    'a tool that is drawn while the arm is stopped stays where it is': async () => {
        await hand.ready();
        const { x, y } = await hand.pixelOf('tool');
        await page.click('#stop');
        await inState(page, 'Stopped');
        const before = await hand.rest();
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x - 60, y - 60, { steps: 4 });
        await sleep(400);
        expect((await held()) === null, 'there is nothing to hold');
        await page.mouse.up();
        expect(farthest(await hand.joints(), before) < 1e-4, 'nothing moves');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
