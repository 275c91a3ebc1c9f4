// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A robot whose mesh has materials and an image, in each format that has them: OBJ, GLB and DAE. What
// is counted are pixels of the page. The mesh is a green block beside a block whose sides show an
// image of four colours; both have a red lid.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { expect, until } from '../check.mjs';
import { openPage, paths, startCell } from '../station.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sinew-meshes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// --- an image -----------------------------------------------------------------------------------

/** Without a table of zlib's own in old versions of node. */
function checksum(bytes) {
    if (crc32 !== undefined) return crc32(bytes);
    let crc = 0xffffffff;
    for (const byte of bytes) {
        crc ^= byte;
        for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return (crc ^ 0xffffffff) >>> 0;
}

function chunk(kind, data) {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(checksum(body), body.length + 4);
    return out;
}

/** A PNG of four colours: blue and yellow above, cyan and magenta below. */
function makeImage() {
    const side = 16;
    const quarters = [[[0, 0, 255], [255, 255, 0]], [[0, 255, 255], [255, 0, 255]]];
    const rows = [];
    for (let y = 0; y < side; y++) {
        rows.push(0);
        for (let x = 0; x < side; x++) rows.push(...quarters[y < side / 2 ? 0 : 1][x < side / 2 ? 0 : 1]);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    head.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0)),
    ]);
}

// --- a mesh -------------------------------------------------------------------------------------

// corners of a side: [place, place in the image from its lower left corner]
function quad(a, b, c, d) {
    const corners = [[a, [0, 0]], [b, [1, 0]], [c, [1, 1]], [d, [0, 1]]];
    return [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]];
}

function block(x0, x1, y0, y1, z0, z1) {
    const at = (x, y, z) => [x, y, z];
    const sides = [[x0, y0, x1, y0], [x1, y0, x1, y1], [x1, y1, x0, y1], [x0, y1, x0, y0]].flatMap(
        ([ax, ay, bx, by]) => quad(at(ax, ay, z0), at(bx, by, z0), at(bx, by, z1), at(ax, ay, z1)));
    const lid = quad(at(x0, y0, z1), at(x1, y0, z1), at(x1, y1, z1), at(x0, y1, z1));
    return { sides, lid };
}

const plain = block(-0.2, 0.2, -0.45, -0.05, 0, 0.4);
const pictured = block(-0.2, 0.2, 0.05, 0.45, 0, 0.4);
const parts = [
    { name: 'green', color: [0, 1, 0], triangles: plain.sides },
    { name: 'red', color: [1, 0, 0], triangles: [...plain.lid, ...pictured.lid] },
    { name: 'picture', color: [1, 1, 1], image: 'picture.png', triangles: pictured.sides },
];

function asObj() {
    const lines = ['mtllib shape.mtl'];
    let count = 0;
    for (const part of parts) {
        lines.push(`usemtl ${part.name}`);
        for (const triangle of part.triangles) {
            for (const [p, t] of triangle) lines.push(`v ${p.join(' ')}`, `vt ${t.join(' ')}`);
            lines.push(`f ${[1, 2, 3].map((k) => `${count + k}/${count + k}`).join(' ')}`);
            count += 3;
        }
    }
    writeFileSync(join(folder, 'shape.mtl'), parts.map((part) =>
        `newmtl ${part.name}\nKd ${part.color.join(' ')}\n${part.image ? `map_Kd ${part.image}\n` : ''}`).join(''));
    writeFileSync(join(folder, 'shape.obj'), `${lines.join('\n')}\n`);
}

function asGlb(image) {
    const views = [];
    const accessors = [];
    const chunks = [];
    let size = 0;
    const add = (bytes) => {
        views.push({ buffer: 0, byteOffset: size, byteLength: bytes.length });
        const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
        chunks.push(padded);
        size += padded.length;
        return views.length - 1;
    };
    const list = (numbers, type, width) => {
        const bufferView = add(Buffer.from(new Float32Array(numbers).buffer));
        accessors.push({ bufferView, componentType: 5126, count: numbers.length / width, type });
        return accessors.length - 1;
    };
    const primitives = parts.map((part, material) => {
        const corners = part.triangles.flat();
        const POSITION = list(corners.flatMap(([p]) => p), 'VEC3', 3);
        // the upper left corner of an image is the origin there
        const TEXCOORD_0 = list(corners.flatMap(([, [u, v]]) => [u, 1 - v]), 'VEC2', 2);
        return { attributes: { POSITION, TEXCOORD_0 }, material };
    });
    const json = {
        asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
        meshes: [{ primitives }],
        materials: parts.map(({ name, color, image: textured }) => ({ name, pbrMetallicRoughness: {
            baseColorFactor: [...color, 1], ...(textured ? { baseColorTexture: { index: 0 } } : {}) } })),
        textures: [{ source: 0 }], images: [{ bufferView: add(image), mimeType: 'image/png' }],
        accessors, bufferViews: views, buffers: [{ byteLength: size }],
    };
    let text = JSON.stringify(json);
    text += ' '.repeat((4 - (text.length % 4)) % 4);
    const head = Buffer.alloc(20);
    [0x46546c67, 2, 28 + text.length + size, text.length, 0x4e4f534a].forEach((word, k) => head.writeUInt32LE(word, 4 * k));
    const second = Buffer.alloc(8);
    second.writeUInt32LE(size, 0);
    second.writeUInt32LE(0x004e4942, 4);
    writeFileSync(join(folder, 'shape.glb'), Buffer.concat([head, Buffer.from(text), second, ...chunks]));
}

function asDae() {
    const effect = ({ name, color, image }) => `<effect id="e-${name}"><profile_COMMON>
${image ? `<newparam sid="s"><surface type="2D"><init_from>image</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>` : ''}
<technique sid="common"><lambert><diffuse>${image ? '<texture texture="t" texcoord="UV"/>'
        : `<color>${color.join(' ')} 1</color>`}</diffuse></lambert></technique></profile_COMMON></effect>`;
    const source = (id, numbers, names) => `<source id="${id}"><float_array id="${id}-a" count="${numbers.length}">${numbers.join(' ')}</float_array>
<technique_common><accessor source="#${id}-a" count="${numbers.length / names.length}" stride="${names.length}">${names
    .map((name) => `<param name="${name}" type="float"/>`).join('')}</accessor></technique_common></source>`;
    const corners = parts.flatMap((part) => part.triangles.flat());
    let next = 0;
    const lists = parts.map((part) => {
        const count = 3 * part.triangles.length;
        const indices = Array.from({ length: count }, (_, k) => `${next + k} ${next + k}`).join(' ');
        next += count;
        return `<triangles material="${part.name}" count="${count / 3}"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#uv" offset="1" set="0"/><p>${indices}</p></triangles>`;
    });
    writeFileSync(join(folder, 'shape.dae'), `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="image"><init_from>picture.png</init_from></image></library_images>
<library_effects>${parts.map(effect).join('\n')}</library_effects>
<library_materials>${parts.map(({ name }) => `<material id="m-${name}"><instance_effect url="#e-${name}"/></material>`).join('')}</library_materials>
<library_geometries><geometry id="g"><mesh>${source('p', corners.flatMap(([p]) => p), ['X', 'Y', 'Z'])}
${source('uv', corners.flatMap(([, t]) => t), ['S', 'T'])}
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${lists.join('\n')}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
${parts.map(({ name }) => `<instance_material symbol="${name}" target="#m-${name}"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material>`).join('')}
</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>`);
}

/** A robot that turns a small ball beside the mesh, which the model itself calls grey. */
const robotWith = (mesh) => `<robot name="blocks">
<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
<link name="base"><visual><geometry><mesh filename="${mesh}"/></geometry><material name="grey"/></visual></link>
<link name="arm"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><sphere radius="0.02"/></geometry></visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 -0.1"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="10"/></joint></robot>`;

// --- pixels -------------------------------------------------------------------------------------

/** How many pixels of the scene have each colour, and how high they are on average (down is more). */
async function coloursOf(page) {
    const box = await page.$eval('.scene-root', (e) => e.getBoundingClientRect().toJSON());
    const clip = { x: box.left, y: box.top, width: box.width, height: box.height };
    const shot = Buffer.from(await page.screenshot({ type: 'png', clip })).toString('base64');
    return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
        const names = { '100': 'red', '010': 'green', '001': 'blue', '110': 'yellow', '011': 'cyan', '101': 'magenta' };
        const found = Object.fromEntries(Object.values(names).map((name) => [name, { count: 0, height: 0 }]));
        for (let i = 0; i < pixels.length; i += 4) {
            const rgb = [pixels[i], pixels[i + 1], pixels[i + 2]];
            const most = Math.max(...rgb);
            // only what is as pure as the colours of the mesh
            if (most < 90 || rgb.some((c) => c > 0.25 * most && c < 0.85 * most)) continue;
            const one = found[names[rgb.map((c) => (c >= 0.85 * most ? 1 : 0)).join('')]];
            if (one === undefined) continue;
            one.height = (one.height * one.count + Math.floor(i / 4 / image.width)) / (one.count + 1);
            one.count++;
        }
        return found;
    }, shot);
}

async function seen(mesh) {
    const file = join(folder, 'blocks.urdf');
    writeFileSync(file, robotWith(mesh));
    const cell = await startCell(file);
    const page = await openPage(cell.url, { width: 1100, height: 800 });
    await until(() => page.$('[role="treeitem"]'), 'the list of objects');
    let last = '';
    const colours = await until(async () => {
        const now = await coloursOf(page);
        const text = JSON.stringify(now);
        const rests = text === last && Object.values(now).some(({ count }) => count > 0);
        last = text;
        return rests ? now : null;
    }, 'a coloured picture that rests').catch((error) => {
        throw new Error(`${error.message}: ${last} ${cell.said}`);
    });
    const said = cell.said;
    const complaints = [...page.complaints];
    await page.close();
    await cell.stop();
    return { colours, said, complaints };
}

async function showsAll(mesh) {
    const { colours, said, complaints } = await seen(mesh);
    const all = JSON.stringify(colours);
    for (const [name, { count }] of Object.entries(colours)) expect(count > 200, `${mesh}: ${name}: ${all} ${said}`);
    expect(colours.blue.height < colours.cyan.height && colours.yellow.height < colours.magenta.height,
        `${mesh}: the image stands upright: ${all}`);
    expect(complaints.length === 0, complaints.join('; '));
}

const image = makeImage();
writeFileSync(join(folder, 'picture.png'), image);
asObj();
asGlb(image);
asDae();

export default {
    'an OBJ is seen with its materials and its image, not in the colour that the model gives': () => showsAll('shape.obj'),

    'a GLB is seen with its materials and its image': () => showsAll('shape.glb'),

    'a DAE is seen with its materials and its image, through the converter': async () => {
        if (!existsSync(join(dirname(paths.program), 'sinew-mesh'))) return 'sinew-mesh was not built';
        return showsAll('shape.dae');
    },

    'an image that is none costs its picture and not the mesh': async () => {
        parts[2].image = 'shape.glb';
        asObj();
        const { colours } = await seen('shape.obj');
        const all = JSON.stringify(colours);
        expect(colours.red.count > 200 && colours.green.count > 200, all);
        expect(colours.blue.count + colours.magenta.count === 0, all);
    },
};
