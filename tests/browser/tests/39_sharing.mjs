// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// 35 legs of 12 joints, as members of one mechanism and as 35 mechanisms that are written out: what
// is written, what comes over the connection, what is kept, and what each frame costs. All by counts.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { click, expect, until } from '../check.mjs';
import { chooseIn } from '../hand.mjs';
import { openPage, startCell } from '../station.mjs';

const LEGS = 35;
const JOINTS = 12;
const MESHES = 2; // files: one for the hips, one for all other links
const CUTS = 47; // two triangles each; no other mesh of the page has as many corners
const CORNERS = 4 * 3 * 2 * CUTS; // bytes of the corners of one mesh, as the picture keeps them

const folder = mkdtempSync(join(tmpdir(), 'sinew-sharing-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A ring of triangles about z; `wide` makes another mesh of it. */
function writeMesh(name, wide, cuts) {
    const at = (k, z) => {
        const angle = (2 * Math.PI * k) / cuts;
        return [wide * Math.cos(angle), wide * Math.sin(angle), z].map((x) => x.toFixed(6)).join(' ');
    };
    const facet = (a, b, c) =>
        `facet normal 0 0 1\nouter loop\nvertex ${a}\nvertex ${b}\nvertex ${c}\nendloop\nendfacet\n`;
    let text = 'solid ring\n';
    for (let k = 0; k < cuts; k++) {
        text += facet(at(k, 0), at(k + 1, 0), at(k + 1, 0.1)) + facet(at(k, 0), at(k + 1, 0.1), at(k, 0.1));
    }
    writeFileSync(join(folder, name), `${text}endsolid ring\n`);
}

function legText() {
    const links = [];
    const joints = [];
    for (let k = 0; k <= JOINTS; k++) {
        const shape = `<shape><mesh_file><name>${k === 0 ? 'hip' : 'part'}.stl</name></mesh_file></shape>`;
        links.push(`<link name="link${k}"><inertial mass="1" ixx="0.01" iyy="0.01" izz="0.01"/>`
            + `<visuals><visual>${shape}</visual></visuals><collisions><collision><shape><capsule>`
            + `<start>0 0 0</start><end>0 0 0.1</end><radius>0.02</radius></capsule></shape></collision>`
            + '</collisions></link>');
        if (k > 0) {
            joints.push(`<joint name="joint${k}" kind="revolute" parent="link${k - 1}" child="link${k}">`
                + '<origin xyz="0 0 0.11"/><axis>0 1 0</axis>'
                + '<limits lower="-1" upper="1" velocity="1" effort="100" acceleration="5"/></joint>');
        }
    }
    return `<robot name="leg"><links>${links.join('')}</links><joints>${joints.join('')}</joints></robot>`;
}

/** A cell of the legs and the files of their mechanisms; the first one is an arm. */
function writeCell(shared) {
    const mechanisms = Array.from({ length: shared ? 1 : LEGS }, (_, k) =>
        `<mechanism name="kind${k}" file="${shared ? 'shared' : `apart${k}`}.xml"/>`);
    const legs = Array.from({ length: mechanisms.length }, (_, k) =>
        join(folder, `${shared ? 'shared' : `apart${k}`}.xml`));
    legs.forEach((file) => writeFileSync(file, legText()));
    const members = Array.from({ length: LEGS }, (_, k) =>
        `<member name="leg${k}" mechanism="kind${shared ? 0 : k}">`
        + `<origin xyz="${0.4 * (k % 7)} ${0.4 * Math.floor(k / 7)} 0"/></member>`);
    const text = `<cell name="legs"><mechanisms>${mechanisms.join('')}</mechanisms>`
        + `<members>${members.join('')}</members><control><loop period="1 ms"><arms><arm member="leg0">`
        + '<drive><ideal_arm/></drive></arm></arms></loop></control></cell>';
    const file = join(folder, `${shared ? 'shared' : 'apart'}.cell.xml`);
    writeFileSync(file, text);
    return { file, bytes: [file, ...legs].reduce((sum, one) => sum + readFileSync(one).length, 0) };
}

/** Counts the draws, and keeps the sizes of the buffers of corners that there are, from the first on. */
function countGraphics() {
    const of = WebGL2RenderingContext.prototype;
    const counts = { draws: 0, indices: new Map() };
    let bound = null; // the buffer of corners that is filled next
    globalThis.graphics = counts;
    const hook = (name, see) => {
        const real = of[name];
        of[name] = function counted(...a) {
            see(a);
            return real.apply(this, a);
        };
    };
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
        hook(name, () => counts.draws++);
    }
    hook('bindBuffer', ([target, buffer]) => {
        if (target === WebGL2RenderingContext.ELEMENT_ARRAY_BUFFER) bound = buffer;
    });
    hook('bufferData', ([target, data]) => {
        if (target !== WebGL2RenderingContext.ELEMENT_ARRAY_BUFFER) return;
        counts.indices.set(bound, typeof data === 'number' ? data : (data?.byteLength ?? 0));
    });
    // a scene that comes again, because a busy page had lost its connection, is made again
    hook('deleteBuffer', ([buffer]) => counts.indices.delete(buffer));
}

/** What a cell costs: file, message of the scene, meshes fetched, their copies and the draws of the picture. */
async function costOf(shared) {
    const { file, bytes: written } = writeCell(shared);
    const cell = await startCell(file, ['--virtual', '--pace', '1', '--for', '36000']);
    const page = await openPage('about:blank', { width: 600, height: 450 });
    const meshes = [];
    page.on('request', (request) => {
        if (/\/mesh\//.test(request.url())) meshes.push(request.url());
    });
    let message = 0;
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    session.on('Network.webSocketFrameReceived', ({ response }) => {
        // the scene is the one text that has ellipsoids
        if (response.opcode === 1 && response.payloadData.includes('"ellipsoid":')) {
            message = Buffer.byteLength(response.payloadData);
        }
    });
    await page.evaluateOnNewDocument(countGraphics);
    await page.goto(cell.url);
    const probe = () => page.$eval('.scene-root', (e) => e.probe());
    await until(() => page.$('[role="treeitem"]'), 'the list of objects');
    // one look for both: by itself it is chosen by how fast this machine draws
    await chooseIn(page, () => click(page, '#scene-top button[title="More views, pictures, detail"]'), 'Always quick');
    const all = LEGS * (4 + JOINTS * 4);
    let last = -1;
    const { triangles, poses } = await until(async () => {
        const { triangles: now } = await probe();
        const rests = now === last && now > all && message > 0;
        last = now;
        return rests ? { triangles: now, poses: await page.$eval('.scene-root', (e) => e.poses().links) } : null;
    }, 'all meshes are seen').catch((error) => {
        throw new Error(`${error.message}: ${last} triangles, ${message} bytes, ${meshes.length} meshes ${page.complaints.join(" ")} ${cell.said}`);
    });
    const cost = { file: written, message, meshes: meshes.length, triangles, poses };
    // the least of several frames: in one more is drawn when something is shown for a moment
    cost.draws = await page.$eval('.scene-root', (e) => {
        const draws = [];
        for (let k = 0; k < 5; k++) {
            const before = globalThis.graphics.draws;
            e.time();
            draws.push(globalThis.graphics.draws - before);
        }
        return Math.min(...draws);
    });
    const sizes = await page.evaluate(() => [...globalThis.graphics.indices.values()]);
    cost.copies = sizes.filter((size) => size === CORNERS).length;
    cost.complaints = [...page.complaints];
    await page.end();
    await cell.stop();
    return cost;
}

// small ones in a small picture: what is counted does not depend on them, and a processor draws them
writeMesh('hip.stl', 0.05, CUTS);
writeMesh('part.stl', 0.03, CUTS);

export default {
    // spec: actin-model:A1-MN-14b
    'equal legs come once over the connection, each mesh is there once, and a frame costs no more': async () => {
        const one = await costOf(true);
        const many = await costOf(false);
        const { poses: drawn, ...shared } = one;
        const { poses: same, ...apart } = many;
        const all = JSON.stringify({ shared, apart });
        expect(one.complaints.length + many.complaints.length === 0, all);
        expect(many.file >= 15 * one.file, `the file: ${all}`);
        expect(many.message >= 15 * one.message, `the message: ${all}`);
        expect(one.meshes === MESHES && many.meshes === MESHES, `meshes that are fetched: ${all}`);
        expect(one.copies === MESHES && many.copies === MESHES, `copies of meshes in memory: ${all}`);
        expect(one.draws > 0 && one.draws <= many.draws, `draws of a frame: ${all}`);
        // and the two are the same picture
        expect(one.triangles === many.triangles, all);
        expect(drawn.length === LEGS * (JOINTS + 1) && JSON.stringify(drawn) === JSON.stringify(same), 'poses');
    },
};
