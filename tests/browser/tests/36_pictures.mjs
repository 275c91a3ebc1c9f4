// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Pictures and depths that are saved, against what a plate and a cube of known place and colour must
// look like, by geometry alone. Files are read by libtiff.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { chooseIn, handOn } from '../hand.mjs';
import { inState, openPage, startCell } from '../station.mjs';

const CUBE = [0.8, 0.3, 0.1]; // its colour, as screens count
const body = (name, half, color) => `
    <mechanism name="${name}"><robot name="${name}">
      <links><link name="${name}"><visuals><visual material="paint">
        <shape><box half_extents="${half}"/></shape></visual></visuals></link></links>
      <materials><material name="paint" rgba="${color}"/></materials>
    </robot></mechanism>`;

// a plate whose face is at x = 0, a cube whose face is at x = 0.6, and an arm out of sight
const CELL = `<cell xmlns="urn:sinew:cell" name="plates">
  <mechanisms>${body('plate', '0.01 3 3', '0.5 0.5 0.5 1')}${body('cube', '0.1 0.1 0.1', `${CUBE.join(' ')} 1`)}
    <mechanism name="slide"><robot name="slide">
      <links><link name="rail"/><link name="carriage">
        <inertial mass="5" ixx="0.02" iyy="0.02" izz="0.02"/>
        <visuals><visual><shape><box half_extents="0.05 0.05 0.05"/></shape></visual></visuals></link></links>
      <joints><joint name="travel" kind="prismatic" parent="rail" child="carriage">
        <limits lower="0" upper="1" velocity="1" acceleration="5" effort="500"/></joint></joints>
    </robot></mechanism></mechanisms>
  <members>
    <member name="plate" mechanism="plate"><origin xyz="-0.01 0 1"/></member>
    <member name="cube" mechanism="cube"><origin xyz="0.5 0 1"/></member>
    <member name="slide" mechanism="slide"><origin xyz="0 6 0"/></member>
  </members>
  <control><loop period="2 ms">
    <arms><arm member="slide"><drive><ideal_arm/></drive></arm></arms>
    <components>
      <component name="estimate" member="slide"><type><rate_estimate/></type></component>
      <component name="follow" member="slide"><type><follow/></type></component>
    </components></loop></control>
</cell>`;

const VIEWS = {
    plate: { centre: [0, 0, 1], azimuth: 0, elevation: 0, distance: 1 }, // the eye 1.000 m before the plate
    cube: { centre: [0.6, 0, 1], azimuth: 0, elevation: 0, distance: 1 },
    side: { centre: [0.5, 0.1, 1], azimuth: Math.PI / 2, elevation: 0, distance: 1 },
    askew: { centre: [0.5, 0, 1], azimuth: 0.6, elevation: 0.5, distance: 1 },
};

const folder = mkdtempSync(join(tmpdir(), 'sinew-pictures-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'plates.cell.xml'), CELL);
const cell = await startCell(join(folder, 'plates.cell.xml'));
const page = await openPage('about:blank', { width: 1280, height: 800 });
await page.evaluateOnNewDocument((views) => localStorage.setItem('sinew-views:plates', JSON.stringify(views)), VIEWS);
await page.goto(cell.url);
const hand = handOn(page, () => cell);
const session = await page.createCDPSession();
await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow', downloadPath: folder, browserContextId: page.browserContext().id,
});

/** Chooses a view by its name in the bar of the scene. */
async function look(name) {
    await page.$$eval('#scene-top [role="radio"], #scene-top .seg button', (all, text) => all
        .find((e) => e.textContent.trim() === text).click(), name);
    await until(async () => Math.abs((await hand.probe()).view.distance - 1) < 1e-9
        && JSON.stringify((await hand.probe()).view.centre) === JSON.stringify(VIEWS[name].centre), `the view ${name}`);
}

/** Chooses in the menu of the scene. */
const choose = (text, detail = '') =>
    chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), text, detail);

/** The file that a line of the menu saves. */
async function saved(text, detail) {
    const before = new Set(readdirSync(folder));
    await choose(text, detail);
    const name = await until(() => readdirSync(folder).find((n) => !before.has(n) && !n.endsWith('.crdownload')), 'a file');
    const file = join(folder, `${Date.now()}-${name}`);
    await until(() => readFileSync(join(folder, name)).length > 0, 'its content');
    writeFileSync(file, readFileSync(join(folder, name)));
    rmSync(join(folder, name));
    return file;
}

/** A TIFF as libtiff reads it: size, bits, description, and all samples in the order of rows. */
function tiff(file) {
    const script = `
import ctypes, json, sys
tiff = ctypes.CDLL('libtiff.so.6')
tiff.TIFFOpen.restype = ctypes.c_void_p
handle = ctypes.c_void_p(tiff.TIFFOpen(sys.argv[1].encode(), b'r'))
assert handle.value
def field(tag, kind):
    value = kind()
    assert tiff.TIFFGetField(handle, tag, ctypes.byref(value)) == 1, tag
    return value.value
width, height = field(256, ctypes.c_uint32), field(257, ctypes.c_uint32)
bits, samples = field(258, ctypes.c_uint16), field(277, ctypes.c_uint16)
about = field(270, ctypes.c_char_p).decode()
tiff.TIFFScanlineSize.restype = ctypes.c_int64
row = ctypes.create_string_buffer(tiff.TIFFScanlineSize(handle))
with open(sys.argv[1] + '.raw', 'wb') as raw:
    for k in range(height):
        assert tiff.TIFFReadScanline(handle, row, ctypes.c_uint32(k), ctypes.c_uint16(0)) == 1
        raw.write(row.raw)
print(json.dumps([width, height, bits, samples, about]))`;
    const text = execFileSync('python3', ['-c', script, file], { encoding: 'utf8' });
    const [width, height, bits, samples, about] = JSON.parse(text);
    const raw = readFileSync(`${file}.raw`);
    const values = bits === 16 ? new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2) : new Uint8Array(raw);
    return { width, height, bits, samples, about, values };
}

/** A PNG as the browser itself reads it, three samples a pixel. */
async function png(file) {
    const data = readFileSync(file).toString('base64');
    const { width, height, text } = await page.evaluate(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const { data: rgba } = pen.getImageData(0, 0, image.width, image.height);
        const parts = [];
        for (let k = 0; k < rgba.length; k += 30000) parts.push(String.fromCharCode(...rgba.subarray(k, k + 30000)));
        return { width: image.width, height: image.height, text: btoa(parts.join('')) };
    }, data);
    const rgba = Buffer.from(text, 'base64');
    return { width, height, values: Uint8Array.from({ length: 3 * width * height }, (_, k) => rgba[4 * Math.floor(k / 3) + (k % 3)]) };
}

const themed = (theme) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);

/** The light of the plain look: a lamp and a sky, docs/station.md; then the curve of screens. */
const LEVELS = { dark: [0.54, 0.51, 0.05], light: [0.58, 0.6, 0.18] };
function faceColor(normal, theme) {
    const [lamp, sky, ground] = LEVELS[theme];
    const [x, y, z] = normal;
    const light = lamp * Math.max(0, 0.3825 * x - 0.4335 * y + 0.816 * z) + ground + (sky - ground) * (0.5 * z + 0.5);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return CUBE.map((c) => 255 * (linear(c) * light) ** 0.4545);
}

/** How far a picture is in the mean from a square in the middle, a face of the cube 1 m off, on the ground. */
function offGolden({ width, height, values }, face, ground) {
    const half = (0.1 / Math.tan(Math.PI / 12)) * (height / 2);
    let sum = 0;
    for (let row = 0; row < height; row++) {
        const across = Math.abs(row + 0.5 - height / 2) < half;
        for (let column = 0; column < width; column++) {
            const wanted = across && Math.abs(column + 0.5 - width / 2) < half ? face : ground;
            for (let c = 0; c < 3; c++) sum += Math.abs(values[3 * (row * width + column) + c] - wanted[c]);
        }
    }
    return sum / values.length;
}

export default {
    // spec: actin-tools:RN-12
    'the depth of a plate at 1.000 m is that everywhere in the frame': async () => {
        await inState(page, 'Ready', 'Stopped', 'Running');
        await choose('Always quick', 'low detail');
        await hand.rowsOf('cube', 'hidden');
        await look('plate');
        const depth = tiff(await saved('Save depth image', 'TIFF, 16 bit'));
        const step = Number(/([\d.e-]+) m a step/.exec(depth.about)[1]);
        const box = await page.$eval('.scene-root', (e) => [e.clientWidth, e.clientHeight]);
        expect(depth.width === box[0] && depth.height === box[1], `${depth.width} x ${depth.height} of ${box}`);
        expect(depth.values.length === box[0] * box[1] && depth.bits === 16 && depth.samples === 1, 'all of it');
        const worst = depth.values.reduce((most, v) => Math.max(most, Math.abs(v * step - 1)), 0);
        expect(worst < 1e-3, `off by ${worst} m`);
    },

    // spec: actin-model:A1-VW-07
    'a depth that is saved is that of the plate within one step, and of the cube before it': async () => {
        await hand.rowsOf('cube', 'solid');
        await look('plate');
        const depth = tiff(await saved('Save depth image', 'TIFF, 16 bit'));
        const step = Number(/([\d.e-]+) m a step/.exec(depth.about)[1]);
        expect(step <= 1e-4, `a step of ${step} m`);
        // the cube's face is 0.4 m before the eye, and covers the middle
        const half = (0.1 / 0.4 / Math.tan(Math.PI / 12)) * (depth.height / 2);
        let seen = [0, 0];
        depth.values.forEach((value, k) => {
            const [x, y] = [(k % depth.width) + 0.5 - depth.width / 2, Math.floor(k / depth.width) + 0.5 - depth.height / 2];
            const off = Math.max(Math.abs(x), Math.abs(y)) - half;
            if (Math.abs(off) < 1.5) return;
            seen[off < 0 ? 0 : 1]++;
            const wanted = off < 0 ? 0.4 : 1;
            if (Math.abs(value * step - wanted) > step) throw new Error(`${value * step} m at ${x}, ${y}, not ${wanted}`);
        });
        expect(seen.every((n) => n > 1000), `both are seen: ${seen}`);
    },

    // spec: actin-model:A1-VW-06
    'a picture that is saved is as large as the window and has the pixels of the frame buffer': async () => {
        const same = async (text) => {
            const wide = await page.$eval('.scene-root', (e) => [e.clientWidth, e.clientHeight]);
            const [image, other] = [tiff(await saved('Save picture', 'TIFF')), await png(await saved('Save picture', 'PNG'))];
            expect(image.width === wide[0] && image.height === wide[1] && image.samples === 3, `${text}: size`);
            expect(other.width === wide[0] && other.height === wide[1], `${text}: size of the PNG`);
            // the browser made the one of its own frame buffer, the page the other
            const worst = image.values.reduce((most, v, k) => Math.max(most, Math.abs(v - other.values[k])), 0);
            expect(worst === 0 && new Set(image.values).size > 12, `${text}: pixels are off by ${worst}, of ${new Set(image.values).size} values`);
        };
        await look('askew');
        await page.keyboard.press('x'); // frames, for more colours
        await same('plain');
        await page.setViewport({ width: 1190, height: 611 });
        await until(() => page.$eval('.scene-root canvas', (e) => e.clientHeight < 550), 'a smaller picture');
        await same('of another size');
        await page.setViewport({ width: 1280, height: 800 });
        await page.keyboard.press('x');
    },

    // spec: actin-tools:RN-08
    'a captured picture of the cube is what geometry and light make of it, in both themes': async () => {
        await hand.rowsOf('plate', 'hidden');
        await look('cube');
        for (const theme of ['dark', 'light']) {
            await themed(theme);
            const ground = await until(() => page.evaluate((wanted) => {
                const style = getComputedStyle(document.documentElement);
                if (style.getPropertyValue('--scene-mode').trim() !== wanted) return null;
                const probe = document.createElement('canvas').getContext('2d');
                probe.fillStyle = style.getPropertyValue('--scene-pip').trim();
                return probe.fillStyle.match(/\w\w/g).map((hex) => Number.parseInt(hex, 16));
            }, theme), `the ${theme} theme`);
            const image = tiff(await saved('Save picture', 'TIFF'));
            const off = offGolden(image, faceColor([1, 0, 0], theme), ground);
            expect(off <= 2, `${theme}: ${off} of 255 in the mean`);
            // it is no accident: without the cube it would be another picture
            const without = offGolden(image, ground, ground);
            expect(without > 4, `${theme}: the cube counts, ${without}`);
        }
    },

    'colours of faces are those of the light within 1 of 255': async () => {
        for (const theme of ['dark', 'light']) {
            await themed(theme);
            for (const [name, normal] of [['cube', [1, 0, 0]], ['side', [0, 1, 0]]]) {
                await look(name);
                const { width, height, values } = tiff(await saved('Save picture', 'TIFF'));
                const wanted = faceColor(normal, theme);
                const middle = 3 * (width * Math.floor(height / 2) + Math.floor(width / 2));
                [0, 1, 2].forEach((c) => expect(Math.abs(values[middle + c] - wanted[c]) <= 1,
                    `${theme} ${name}: ${values.slice(middle, middle + 3)} is not ${wanted}`));
            }
        }
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
