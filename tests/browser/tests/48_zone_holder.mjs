// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A ball on a slide goes through a zone: while it is there, the zone on the page has its name.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { ask, inState, openPage, startCell } from '../station.mjs';

const ball = '<shape><sphere radius="0.1"/></shape>';
const CELL = `<cell xmlns="urn:sinew:cell" name="zone">
  <mechanisms>
    <mechanism name="slide"><robot name="slide">
      <links><link name="rail"/><link name="carriage">
        <inertial mass="5" ixx="0.02" iyy="0.02" izz="0.02"/>
        <visuals><visual>${ball}</visual></visuals><collisions><collision>${ball}</collision></collisions></link></links>
      <joints><joint name="travel" kind="prismatic" parent="rail" child="carriage" axis="1 0 0">
        <limits lower="-1" upper="1" velocity="1" acceleration="5" effort="500"/></joint></joints>
    </robot></mechanism>
  </mechanisms>
  <members><member name="slide" mechanism="slide"><origin xyz="0 0 1"/></member></members>
  <control><loop period="2 ms">
    <arms><arm member="slide"><drive><ideal_arm/></drive></arm></arms>
    <components>
      <component name="estimate" member="slide"><type><rate_estimate/></type></component>
      <component name="motion" member="slide"><type><motion/></type></component>
      <component name="follow" member="slide"><type><follow/></type></component>
    </components></loop></control>
  <collision><collision_rules keep="0.02" slow="0.1">
    <zones><zone name="bin" low="0.4 -0.3 0.7" high="0.6 0.3 1.3"/></zones>
  </collision_rules></collision>
</cell>`;

const folder = mkdtempSync(join(tmpdir(), 'sinew-zone-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'zone.cell.xml');
writeFileSync(file, CELL);
const cell = await startCell(file, ['--virtual', '--pace', '1', '--for', '36000']);
const page = await openPage(cell.url, { width: 1280, height: 800 });

// also of what is beside the picture
const tags = () => page.$$eval('.scene-tag', (all) => all.map((e) => e.textContent));
const named = (text) => until(async () => (await tags()).includes(text), `the zone says '${text}'`);

export default {
    'a zone has the name of the arm that holds it': async () => {
        await inState(page, 'Ready');
        await named('binzone');
        for (let k = 0; k < 2; k++) {
            await ask(cell, 'ask', 'motion', 'move 0.5');
            await named('binzone, held by slide');
            expect((await ask(cell, 'get', 'zones/bin')).includes('slide'), 'as the command line says');
            await ask(cell, 'ask', 'motion', 'move 0');
            await named('binzone');
            expect((await ask(cell, 'get', 'zones/bin')).includes('none'), 'as the command line says');
        }
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
