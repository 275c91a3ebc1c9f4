// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A ball on a slide is sent against a wall, and against a box of the rules, that it must keep away from, by a
// source that does not slow down: it is stopped before, each time, and the page shows both bodies.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { handOn } from '../hand.mjs';
import { ask, inState, openPage, startCell } from '../station.mjs';

const [BALL, WALL, KEEP] = [0.1, 1, 0.02];

const body = (shape) => `<visuals><visual><shape>${shape}</shape></visual></visuals>
    <collisions><collision><shape>${shape}</shape></collision></collisions>`;

const CELL = `<cell xmlns="urn:sinew:cell" name="too-near">
  <mechanisms>
    <mechanism name="slide"><robot name="slide">
      <links><link name="rail"/><link name="carriage">
        <inertial mass="5" ixx="0.02" iyy="0.02" izz="0.02"/>${body(`<sphere radius="${BALL}"/>`)}</link></links>
      <joints><joint name="travel" kind="prismatic" parent="rail" child="carriage" axis="1 0 0">
        <limits lower="-1" upper="1" velocity="1" acceleration="5" effort="500"/></joint></joints>
    </robot></mechanism>
    <mechanism name="wall"><robot name="wall"><links>
      <link name="wall">${body('<box half_extents="0.05 0.3 0.3"/>')}</link></links></robot></mechanism>
  </mechanisms>
  <members>
    <member name="slide" mechanism="slide"><origin xyz="0 0 1"/></member>
    <member name="wall" mechanism="wall"><origin xyz="${WALL + 0.05} 0 1"/></member>
  </members>
  <control><loop period="2 ms">
    <arms><arm member="slide"><drive><ideal_arm/></drive></arm></arms>
    <components>
      <component name="estimate" member="slide"><type><rate_estimate/></type></component>
      <component name="motion" member="slide"><type><joint_move speed="0.9" acceleration="0.9"/></type></component>
      <component name="follow" member="slide"><type><follow/></type></component>
    </components></loop></control>
  <collision><collision_rules keep="${KEEP}" slow="0.3">
    <boxes><box name="operator" low="-1.2 -0.3 0.7" high="-0.9 0.3 1.3"/></boxes>
  </collision_rules></collision>
</cell>`;

const folder = mkdtempSync(join(tmpdir(), 'sinew-too-near-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'too-near.cell.xml');
writeFileSync(file, CELL);
// in virtual time at the pace of the clock: a machine that is short of processor slows it, and stops nothing
const cell = await startCell(file, ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);

const banner = () => page.$eval('#banner', (e) => ({
    title: e.querySelector('h2')?.textContent ?? '',
    code: e.querySelector('code')?.textContent ?? '',
    facts: Object.fromEntries([...e.querySelectorAll('dl > div')].map((d) => [d.firstChild.textContent, d.lastChild.textContent])),
}));
const marked = () => page.$$eval('.scene-tag.is-fault', (all) => all.map((e) => e.textContent));
const stops = () => hand.number('slide/guard/stops');
const position = () => hand.number('slide/sensed/q[0]');

/** Sends the ball to a place that it cannot reach, and waits for what the page says. */
async function sendTo(q, title) {
    const before = await stops();
    const said = await ask(cell, 'ask', 'motion', `move ${q}`);
    expect(/too near|not enabled/.test(said), `the command line says that it did not arrive: ${said}`);
    await until(async () => (await stops()) === before + 1, 'one stop');
    await inState(page, 'Fault');
    return until(async () => {
        const now = await banner();
        return now.title === title && now;
    }, title).catch(async (error) => { throw new Error(`${error.message}; ${JSON.stringify(await banner())}`); });
}

/** Acknowledges by the page, and goes back to the middle. */
async function goBack() {
    await hand.ready();
    await ask(cell, 'ask', 'motion', 'move 0');
    await until(async () => Math.abs(await position()) < 1e-9, 'it is in the middle');
}

export default {
    'a ball that is sent against a wall three times is stopped three times, and both are marked': async () => {
        await inState(page, 'Ready');
        for (let k = 1; k <= 3; k++) {
            const { code, facts } = await sendTo(1, 'Stopped: slide/carriage would come too near to wall/wall');
            expect(code === 'clearance', code);
            expect(facts.Where === 'slide/carriage and wall/wall', JSON.stringify(facts));
            expect(facts.Keep === `${KEEP}m` && /m$/.test(facts.Distance) && /m\/s$/.test(facts.Speed), JSON.stringify(facts));
            const left = WALL - BALL - (await position());
            expect(left >= KEEP - 1e-6 && left < 0.2, `${left} m are left`);
            await until(async () => {
                const all = await marked();
                return ['carriagefault', 'wallfault'].every((text) => all.includes(text));
            }, 'both are marked');
            await goBack();
            await until(async () => (await marked()).length === 0, 'no mark is left');
        }
        await hand.go('events');
        const events = () => page.$$eval('.event', (all) => all.map((e) => e.textContent).filter((text) => /too near to wall\/wall/.test(text)));
        await until(async () => (await events()).length > 0, 'they are in the list');
        await hand.go('operate');
    },

    'a box of the rules is marked too': async () => {
        const { facts } = await sendTo(-1, 'Stopped: slide/carriage would come too near to operator');
        expect(facts.Where === 'slide/carriage and operator', JSON.stringify(facts));
        await until(async () => {
            const all = await marked();
            return ['carriagefault', 'operatorbox'].every((text) => all.includes(text));
        }, 'both are marked');
        await goBack();
        await until(async () => (await marked()).length === 0, 'no mark is left');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
