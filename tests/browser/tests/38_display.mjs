// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How a cell wants its members to be seen: a cube of a colour that nothing else has, solid, as a
// wireframe and not at all. What is counted are pixels of the page.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { inState, openPage, startCell } from '../station.mjs';

const cellWith = (display) => `<cell xmlns="urn:sinew:cell" name="shown">
  <mechanisms>
    <mechanism name="cube"><robot name="cube">
      <links><link name="cube"><visuals><visual material="paint">
        <shape><box half_extents="0.3 0.3 0.3"/></shape></visual></visuals></link></links>
      <materials><material name="paint" rgba="0.9 0.1 0.9 1"/></materials>
    </robot></mechanism>
    <mechanism name="slide"><robot name="slide">
      <links><link name="rail"/><link name="carriage">
        <inertial mass="5" ixx="0.02" iyy="0.02" izz="0.02"/>
        <visuals><visual><shape><box half_extents="0.05 0.05 0.05"/></shape></visual></visuals></link></links>
      <joints><joint name="travel" kind="prismatic" parent="rail" child="carriage">
        <limits lower="0" upper="1" velocity="1" acceleration="5" effort="500"/></joint></joints>
    </robot></mechanism></mechanisms>
  <members>
    <member name="cube" mechanism="cube" ${display}><origin xyz="0 0 0.5"/></member>
    <member name="slide" mechanism="slide"><origin xyz="0 0.8 0"/></member>
  </members>
  <control><loop period="2 ms">
    <arms><arm member="slide"><drive><ideal_arm/></drive></arm></arms>
    <components>
      <component name="estimate" member="slide"><type><rate_estimate/></type></component>
      <component name="follow" member="slide"><type><follow/></type></component>
    </components></loop></control>
</cell>`;

const folder = mkdtempSync(join(tmpdir(), 'sinew-display-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Pixels of the cube's colour, more red and blue than green, on the page as it is now. */
async function violet(page) {
    const shot = Buffer.from(await page.screenshot({ type: 'png' })).toString('base64');
    return page.evaluate(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, image.width, image.height);
        let count = 0;
        for (let k = 0; k < data.length; k += 4) {
            if (Math.min(data[k], data[k + 2]) - data[k + 1] > 40) count++;
        }
        return count;
    }, shot);
}

/** How much of the cube is seen, and what the list says of it. */
async function seen(display) {
    const file = join(folder, 'shown.cell.xml');
    writeFileSync(file, cellWith(display));
    const cell = await startCell(file);
    const page = await openPage(cell.url, { width: 1000, height: 700 });
    await inState(page, 'Ready');
    await until(() => page.$('[role="treeitem"]'), 'the list of objects');
    // the picture has come to rest when two of them are equal
    let count = -1;
    await until(async () => {
        const before = count;
        count = await violet(page);
        return count === before;
    }, 'a picture that rests');
    const hidden = await page.$$eval('[role="treeitem"]', (all) => all
        .find((e) => e.textContent.startsWith('cube')).classList.contains('off'));
    await page.close();
    await cell.stop();
    return { count, hidden };
}

export default {
    // spec: loffler:L-118b
    'display: off, solid and wireframe change the picture': async () => {
        const solid = await seen('display="solid"');
        const wire = await seen('display="wireframe"');
        const off = await seen('display="off"');
        const usual = await seen('');
        const all = JSON.stringify({ solid, wire, off, usual });
        expect(solid.count > 5000 && !solid.hidden, `solid is seen: ${all}`);
        expect(usual.count === solid.count, `solid is usual: ${all}`);
        expect(wire.count > 20 && wire.count < solid.count / 3 && !wire.hidden, `edges only: ${all}`);
        expect(off.count === 0 && off.hidden, `off is not seen: ${all}`);
    },
};
