// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How near bodies are, as the page shows it: a ball on a slide before a wall that it must keep away from,
// above a post that is only watched. What is expected is plain geometry, and what `sinew distance` says.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { chooseIn, handOn } from '../hand.mjs';
import { ask, inState, openPage, packaged, startCell } from '../station.mjs';

const BALL = 0.1; // radius; the ball is 1 m above the ground, its middle at x = q
const WALL = 1.2; // x of its face
const POST = { at: [0.8, 0, 0.75], radius: 0.05 };
const [KEEP, SLOW] = [0.02, 0.3];

const body = (shape) => `<visuals><visual><shape>${shape}</shape></visual></visuals>
    <collisions><collision><shape>${shape}</shape></collision></collisions>`;
const still = (name, shape) => `<mechanism name="${name}"><robot name="${name}"><links>
    <link name="${name}">${body(shape)}</link></links></robot></mechanism>`;

const cellText = (rules) => `<cell xmlns="urn:sinew:cell" name="near">
  <mechanisms>
    <mechanism name="slide"><robot name="slide">
      <links><link name="rail"/><link name="carriage">
        <inertial mass="5" ixx="0.02" iyy="0.02" izz="0.02"/>${body(`<sphere radius="${BALL}"/>`)}</link></links>
      <joints><joint name="travel" kind="prismatic" parent="rail" child="carriage" axis="1 0 0">
        <limits lower="0" upper="1" velocity="1" acceleration="5" effort="500"/></joint></joints>
    </robot></mechanism>
    ${still('wall', '<box half_extents="0.05 0.3 0.3"/>')}${still('post', `<sphere radius="${POST.radius}"/>`)}
  </mechanisms>
  <members>
    <member name="slide" mechanism="slide"><origin xyz="0 0 1"/></member>
    <member name="wall" mechanism="wall"><origin xyz="${WALL + 0.05} 0 1"/></member>
    <member name="post" mechanism="post"><origin xyz="${POST.at.join(' ')}"/></member>
  </members>
  <control><loop period="2 ms">
    <arms><arm member="slide"><drive><ideal_arm/></drive></arm></arms>
    <components>
      <component name="estimate" member="slide"><type><rate_estimate/></type></component>
      <component name="motion" member="slide"><type><motion/></type></component>
      <component name="follow" member="slide"><type><follow/></type></component>
    </components></loop></control>
  ${rules}
</cell>`;

const OPERATOR = { low: [0.2, 0.7, 0.6], high: [0.6, 1.1, 1.2] };
const RULES = `<collision><collision_rules keep="${KEEP}" slow="${SLOW}">
    <pairs><pair a="slide" b="post" policy="watch"/></pairs>
    <boxes><box name="operator" low="${OPERATOR.low.join(' ')}" high="${OPERATOR.high.join(' ')}"/></boxes>
    <zones><zone name="bin" low="1.2 0.7 0.6" high="1.6 1.1 1.2"/></zones>
    <spaces><space member="slide" low="-1 -1 0.3" high="3 2 1.65"/></spaces>
  </collision_rules></collision>`;

// from the side, a little above: the ball, the wall and the post, with both volumes behind them
const VIEWS = { side: { centre: [0.8, 0, 0.95], azimuth: -Math.PI / 2, elevation: 0.3, distance: 3 } };
const FIELD = Math.PI / 6; // seen from the lower to the upper edge

const folder = mkdtempSync(join(tmpdir(), 'sinew-clearance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'near.cell.xml');
writeFileSync(file, cellText(RULES));
writeFileSync(join(folder, 'plain.cell.xml'), cellText(''));

const cell = await startCell(file);
const page = await openPage('about:blank', { width: 1280, height: 800 });
await page.evaluateOnNewDocument((views) => localStorage.setItem('sinew-views:near', JSON.stringify(views)), VIEWS);
await page.goto(cell.url);
const hand = handOn(page, () => cell);

const position = () => hand.number('slide/sensed/q[0]');

/** Brings the ball to a place, and waits until it stands there. */
async function moveTo(q) {
    await ask(cell, 'ask', 'motion', `move ${q}`);
    await until(async () => Math.abs((await position()) - q) < 1e-9, `the ball is at ${q}`);
}

/** All pairs where the ball is now, the nearest first, by the command line. */
async function distances() {
    const text = await ask(cell, 'distance', file, '--q', String(await position()), '--json');
    return JSON.parse(text).pairs;
}

const millimetres = (distance) => (1000 * distance).toFixed(1);
const wallAt = (q) => WALL - BALL - q;
const postAt = (q) => Math.hypot(q - POST.at[0], 1 - POST.at[2]) - BALL - POST.radius;

/** What the band says of the clearance; null where it says nothing. */
const band = () => page.$eval('.readout.clearance', (e) => (e.hidden ? null : {
    names: e.querySelector('span em').textContent,
    title: e.title,
    value: e.querySelector('.value').textContent,
    unit: e.querySelector('b em').textContent,
    part: Number.parseFloat(e.querySelector('i').style.getPropertyValue('--at')),
    near: e.classList.contains('is-limit'),
}));

const tags = () => page.$$eval('.scene-tag', (all) => all
    .filter((e) => !e.style.transform.includes('-9999')).map((e) => e.textContent));
const pressed = () => page.$eval('.overlays button[title^="Clearance"]', (e) => e.getAttribute('aria-pressed'));

/** Takes a saved view, and the quick look: what is drawn does not depend then on how busy the machine is. */
async function look(name) {
    await chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), 'Always quick');
    await until(async () => (await hand.probe()).ratio === 0.75, 'the quick look');
    await page.$$eval('#scene-top .seg button', (all, text) => all.find((e) => e.textContent.trim() === text).click(), name);
    const { centre, distance } = VIEWS[name];
    await until(async () => {
        const { view } = await hand.probe();
        return Math.abs(view.distance - distance) < 1e-9 && JSON.stringify(view.centre) === JSON.stringify(centre);
    }, `the view ${name}`);
}

/** Pixels of the picture where places of the world are, from the eye and the size of the picture. */
async function pixelsOf(places) {
    const { panes: [{ camera, rect }] } = await hand.probe();
    const column = (k) => camera.slice(4 * k, 4 * k + 3);
    const [right, up, back, eye] = [0, 1, 2, 3].map(column);
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return places.map((place) => {
        const from = place.map((x, i) => x - eye[i]);
        const pixel = (-2 * dot(from, back) * Math.tan(FIELD / 2)) / rect.height;
        return [rect.x + rect.width / 2 + dot(from, right) / pixel, rect.y + rect.height / 2 - dot(from, up) / pixel];
    });
}

/** Colours of the picture at some pixels, when it was just drawn. */
const coloursAt = (pixels) => page.$eval('.scene-root', (root, all) => {
    const source = root.querySelector('canvas');
    root.time();
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [source.width, source.height];
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(source, 0, 0);
    const ratio = source.width / source.clientWidth;
    return all.map(([x, y]) => [...context.getImageData(Math.floor(ratio * x), Math.floor(ratio * y), 1, 1).data].slice(0, 3));
}, pixels);

/** A colour of the page's style, as the picture has it. */
const token = (name) => page.evaluate((text) => {
    const found = getComputedStyle(document.documentElement).getPropertyValue(text).trim();
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    context.fillStyle = found;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}, name);

const alike = (a, b) => a.every((x, i) => Math.abs(x - b[i]) <= 6);

/**
 * Whether a segment with its two dots is seen between two places: across it, there is a little of its colour at
 * its middle, and more at both ends. A picture of fewer pixels may lie a pixel or two beside.
 */
async function segmentSeen(a, b, color) {
    const middle = a.map((x, i) => (x + b[i]) / 2);
    const [from, to, half] = await pixelsOf([a, b, middle]);
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const aside = [(from[1] - to[1]) / length, (to[0] - from[0]) / length];
    const steps = Array.from({ length: 15 }, (_, k) => k - 7);
    const across = [from, to, half].flatMap(([x, y]) => steps.map((s) => [x + s * aside[0], y + s * aside[1]]));
    const seen = (await coloursAt(across)).map((one) => alike(one, color));
    const [first, second, line] = [0, 1, 2].map((k) => seen.slice(15 * k, 15 * (k + 1)).filter(Boolean).length);
    return first >= 6 && second >= 6 && line >= 1 && line <= 5;
}

/** The picture about the middle of the box of the rules. */
async function boxPicture() {
    const [pixel] = await pixelsOf([OPERATOR.low.map((x, i) => (i === 1 ? x : (x + OPERATOR.high[i]) / 2))]);
    const places = Array.from({ length: 30 }, (_, k) => [pixel[0] + (k % 6) * 3, pixel[1] + Math.floor(k / 6) * 3]);
    return JSON.stringify(await coloursAt(places));
}

const menuOf = (object) => async () => page.$$eval('.objects [data-deep="0"]', (all, name) => all
    .find((e) => e.querySelector('span').textContent === name)
    .dispatchEvent(new MouseEvent('contextmenu', { clientX: 200, clientY: 300, bubbles: true })), object);

const violations = async () => {
    await page.evaluate(packaged('axe-core').source);
    const found = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }));
    return found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`);
};

export default {
    'the band says clear while no body that must be kept away from is within the range': async () => {
        await inState(page, 'Ready', 'Stopped');
        expect(wallAt(await position()) > 0.5, 'the wall is far away');
        const said = await until(band, 'the band tells the clearance');
        expect(said.value === 'clear' && said.unit === '' && said.names === '' && !said.near, JSON.stringify(said));
    },

    'the nearest pair that must be kept apart is in the band as the command line says it': async () => {
        for (const q of [0.75, 0.85, 0.9]) {
            await moveTo(q);
            const all = await distances();
            const nearest = all.find(({ policy }) => policy === 'keep');
            // the post is nearer, but it is only watched
            expect(all[0].b === 'post/post' && nearest.b === 'wall/wall', JSON.stringify(all));
            expect(Math.abs(nearest.distance - wallAt(q)) < 1e-9, `${nearest.distance} at ${q}`);
            const said = await until(async () => {
                const now = await band();
                return now?.value === millimetres(wallAt(q)) && now;
            }, `${millimetres(wallAt(q))} in the band`);
            expect(said.title === `${nearest.a} \u2013 ${nearest.b}` && said.names === 'carriage \u2013 wall', JSON.stringify(said));
            expect(said.unit === 'mm', said.unit);
            const part = Math.max(0, 1 - (wallAt(q) - KEEP) / (SLOW - KEEP));
            expect(Math.abs(said.part - 100 * part) <= 0.5, `the bar is at ${said.part} %, not ${100 * part} %`);
            expect(said.near === wallAt(q) < SLOW, `near: ${said.near}`);
        }
    },

    'each near pair is a segment with two dots, the distance is at the nearest one': async () => {
        await look('side');
        const q = await position();
        const [amber, grey] = [await token('--limit-fill'), await token('--ink-2')];
        await until(() => segmentSeen([q + BALL, 0, 1], [WALL, 0, 1], amber), 'the segment to the wall is amber');
        const way = [POST.at[0] - q, 0, POST.at[2] - 1].map((x) => x / Math.hypot(POST.at[0] - q, POST.at[2] - 1));
        const a = [q + BALL * way[0], 0, 1 + BALL * way[2]];
        const b = POST.at.map((x, i) => x - POST.radius * way[i]);
        await until(() => segmentSeen(a, b, grey), 'that to the post is grey');
        const wanted = `${millimetres(postAt(q))} mmslide/carriage \u2013 post/post`;
        await until(async () => (await tags()).includes(wanted), `the tag ${wanted}`);
        expect((await distances())[0].distance.toFixed(6) === postAt(q).toFixed(6), 'as the command line says');
        expect((await tags()).filter((text) => / mm/.test(text)).length === 1, 'one number only');
    },

    'the volumes of the rules are hatched and named': async () => {
        const seen = await tags();
        for (const text of ['operatorbox', 'binzone', 'slidespace']) expect(seen.includes(text), `${text} in ${seen}`);
        const colours = new Set(JSON.parse(await boxPicture()).map(String));
        expect(colours.size > 1, 'stripes are not of one colour');
    },

    'D and its button switch all of it off and on': async () => {
        const q = await position();
        const amber = await token('--limit-fill');
        const isSeen = () => segmentSeen([q + BALL, 0, 1], [WALL, 0, 1], amber);
        const hatched = await boxPicture();
        expect((await pressed()) === 'true', 'it is on at first');
        await page.keyboard.press('d');
        await until(async () => (await pressed()) === 'false', 'D switches it off');
        await until(async () => !(await isSeen()), 'no segment');
        await until(async () => (await boxPicture()) !== hatched, 'no hatched box');
        await until(async () => (await tags()).every((text) => !/mm|operator/.test(text)), 'no tags');
        await page.$eval('.overlays button[title^="Clearance"]', (e) => e.click());
        await until(async () => (await pressed()) === 'true', 'the button switches it on');
        await until(isSeen, 'the segment is there again');
        await until(async () => (await boxPicture()) === hatched, 'and so is the box');
        await page.keyboard.press('d');
        await until(async () => (await pressed()) === 'false', 'D again');
    },

    'Clearance from here follows a body until it is hidden': async () => {
        const chosen = () => page.$$eval('.scene-tag.is-chosen', (all) => all.map((e) => e.textContent));
        await chooseIn(page, menuOf('post'), 'Clearance from here');
        const shows = (q) => until(async () => (await chosen()).some((text) => text.startsWith(`${millimetres(postAt(q))} mm`)),
            `the post is ${millimetres(postAt(q))} mm away`);
        await shows(await position());
        const spoken = await page.$eval('#spoken', (e) => e.textContent);
        expect(spoken.includes('post/post') && spoken.includes('slide/carriage'), spoken);
        const sight = await token('--sight-fill');
        const q = 0.8;
        await moveTo(q);
        await shows(q);
        const [a, b] = [[q, 0, 1 - BALL], [q, 0, POST.at[2] + POST.radius]];
        await until(() => segmentSeen(a, b, sight), 'its segment is seen while the others are hidden');
        await chooseIn(page, menuOf('post'), 'Hide clearance from here');
        await until(async () => (await chosen()).length === 0, 'the tag is gone');
        await until(async () => !(await segmentSeen(a, b, sight)), 'and so is the segment');
    },

    'the list of keys has it, and nothing of it is hard to use': async () => {
        await page.keyboard.press('d');
        await until(async () => (await pressed()) === 'true', 'it is on');
        const found = await violations();
        expect(found.length === 0, found.join('; '));
        await page.keyboard.press('?');
        const keys = await until(async () => {
            const all = await page.$$eval('.dialog .keys div', (rows) => rows.map((e) => e.textContent));
            return all.length > 0 && all;
        }, 'the list of keys');
        expect(keys.includes('DShow clearance'), keys.join(', '));
    },

    'a cell without rules has nothing of it': async () => {
        const plain = await startCell(join(folder, 'plain.cell.xml'));
        const other = await openPage(plain.url, { width: 1280, height: 800 });
        await inState(other, 'Ready', 'Stopped');
        await until(() => other.$eval('.scene-root', (e) => e.probe().drawn > 3), 'it is drawn');
        expect(await other.$eval('.readout.clearance', (e) => e.hidden), 'no read-out');
        expect(await other.$eval('.overlays button[title^="Clearance"]', (e) => e.hidden), 'no button');
        expect(other.complaints.length === 0, other.complaints.join('; '));
        await other.end();
        await plain.stop();
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
