// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coarser } from '../src/scene/coarse';
import { readGlb } from '../src/scene/glb';
import { seeded } from './random';

/** A GLB by hand: a square of two triangles, moved, turned and scaled by its nodes. */
function makeGlb(wide: boolean): ArrayBuffer {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    const normals = new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
    const indices = wide ? new Uint32Array([0, 1, 2, 0, 2, 3]) : new Uint16Array([0, 1, 2, 0, 2, 3]);
    const json = {
        asset: { version: '2.0' },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [
            { children: [1], translation: [1, 2, 3] },
            { mesh: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2] },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
        materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.25, 0.5, 0.75, 1] } }],
        accessors: [
            { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
            { bufferView: 1, componentType: 5126, count: 4, type: 'VEC3' },
            { bufferView: 2, componentType: wide ? 5125 : 5123, count: 6, type: 'SCALAR' },
        ],
        bufferViews: [
            { buffer: 0, byteOffset: 0, byteLength: 48 },
            { buffer: 0, byteOffset: 48, byteLength: 48 },
            { buffer: 0, byteOffset: 96, byteLength: indices.byteLength },
        ],
        buffers: [{ byteLength: 96 + indices.byteLength }],
    };
    let text = JSON.stringify(json);
    while (text.length % 4 !== 0) text += ' ';
    const size = 96 + indices.byteLength;
    const out = new ArrayBuffer(12 + 8 + text.length + 8 + size);
    const view = new DataView(out);
    [0x46546c67, 2, out.byteLength, text.length, 0x4e4f534a].forEach((v, k) =>
        view.setUint32(4 * k, v, true),
    );
    new Uint8Array(out, 20, text.length).set(new TextEncoder().encode(text));
    const at = 20 + text.length;
    view.setUint32(at, size, true);
    view.setUint32(at + 4, 0x004e4942, true);
    const bytes = new Uint8Array(out, at + 8, size);
    bytes.set(new Uint8Array(positions.buffer), 0);
    bytes.set(new Uint8Array(normals.buffer), 48);
    bytes.set(new Uint8Array(indices.buffer), 96);
    return out;
}

test('triangles, colour and transforms of a GLB are read', () => {
    for (const wide of [false, true]) {
        const [part] = readGlb(makeGlb(wide));
        assert.deepEqual([...part.positions], [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
        assert.deepEqual([...part.indices!], [0, 1, 2, 0, 2, 3]);
        assert.deepEqual([...part.normals!.slice(0, 3)], [0, 0, 1]);
        assert.deepEqual([part.color, part.named], [[0.25, 0.5, 0.75, 1], true]);
        // a quarter turn about z, twice as large, then moved: (1, 0, 0) goes to (1, 4, 3)
        const m = part.matrix;
        const to = [0, 1, 2].map((r) => m[r] * 1 + m[12 + r]);
        [1, 4, 3].forEach((v, k) => assert.ok(Math.abs(to[k] - v) < 1e-12));
    }
});

/** The same square with places in an image and the image itself, of which only the head matters here. */
function withImage(image: number[], given: object = {}): ArrayBuffer {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0]);
    const places = new Float32Array([0, 1, 0.5, 1, 0.5, 0.25]);
    const json = {
        asset: { version: '2.0' },
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
        materials: [
            { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], baseColorTexture: { index: 0 } }, ...given },
        ],
        textures: [{ source: 0 }],
        images: [{ bufferView: 2, mimeType: 'image/svg+xml' }],
        accessors: [
            { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
            { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
        ],
        bufferViews: [
            { buffer: 0, byteOffset: 0, byteLength: 36 },
            { buffer: 0, byteOffset: 36, byteLength: 24 },
            { buffer: 0, byteOffset: 60, byteLength: image.length },
        ],
    };
    let text = JSON.stringify(json);
    while (text.length % 4 !== 0) text += ' ';
    const out = new ArrayBuffer(28 + text.length + 60 + image.length);
    const view = new DataView(out);
    [0x46546c67, 2, out.byteLength, text.length, 0x4e4f534a].forEach((v, k) => view.setUint32(4 * k, v, true));
    new Uint8Array(out, 20, text.length).set(new TextEncoder().encode(text));
    const at = 20 + text.length;
    view.setUint32(at, 60 + image.length, true);
    view.setUint32(at + 4, 0x004e4942, true);
    const bytes = new Uint8Array(out, at + 8);
    bytes.set(new Uint8Array(positions.buffer), 0);
    bytes.set(new Uint8Array(places.buffer), 36);
    bytes.set(image, 60);
    return out;
}

test('an image is what its content says, PNG or JPEG, and a default colour is told apart', () => {
    const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
    const [part] = readGlb(withImage(png));
    assert.equal(part.image?.type, 'image/png');
    assert.deepEqual([...part.image!.bytes], png);
    assert.deepEqual([...part.places!], [0, 1, 0.5, 1, 0.5, 0.25]);
    assert.equal(part.own, true);
    assert.equal(readGlb(withImage([0xff, 0xd8, 0xff, 0xe0]))[0].image?.type, 'image/jpeg');
    // '<svg' under the name of an image
    const [none] = readGlb(withImage([0x3c, 0x73, 0x76, 0x67]));
    assert.deepEqual([none.image, none.places], [null, null]);
    assert.equal(readGlb(withImage(png, { extras: { default: true } }))[0].own, false);
});

test('a GLB that is cut or changed anywhere is refused or read, never worse', () => {
    const whole = makeGlb(false);
    for (let size = 0; size < whole.byteLength; size += 3) {
        assert.throws(() => readGlb(whole.slice(0, size)), `${size} bytes`);
    }
    const random = seeded(31);
    for (let k = 0; k < 3000; k++) {
        const bytes = new Uint8Array(whole.slice(0));
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        try {
            readGlb(bytes.buffer);
        } catch (error) {
            assert.ok(error instanceof Error);
        }
    }
});

/** A ball of so many rings, closed. */
function ball(rings: number): { positions: Float32Array; indices: Uint32Array } {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let r = 0; r <= rings; r++) {
        for (let c = 0; c < rings; c++) {
            const [a, b] = [(Math.PI * r) / rings, (2 * Math.PI * c) / rings];
            positions.push(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
            if (r === rings) continue;
            const [p, q] = [r * rings + c, r * rings + ((c + 1) % rings)];
            indices.push(p, p + rings, q, q, p + rings, q + rings);
        }
    }
    return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

test('a coarser ball has far fewer triangles and is off by less than a cell', () => {
    const fine = ball(120);
    const cells = 20;
    const less = coarser(fine, cells);
    assert.ok(
        less.indices.length < fine.indices.length / 8,
        `${less.indices.length} of ${fine.indices.length}`,
    );
    assert.ok(less.indices.length > 300);
    const cell = (2 / cells) * Math.sqrt(3);
    for (let k = 0; k < less.positions.length; k += 3) {
        const radius = Math.hypot(less.positions[k], less.positions[k + 1], less.positions[k + 2]);
        assert.ok(Math.abs(radius - 1) < cell);
    }
    for (const index of less.indices) assert.ok(index < less.positions.length / 3);
});
