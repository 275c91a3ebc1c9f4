// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Geometry of shapes, made once and shared by measured links, ghosts and overlays. Meshes come over
// the network; until then their link is drawn by its boxes.

import {
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    CapsuleGeometry,
    Color,
    CylinderGeometry,
    Matrix4,
    RepeatWrapping,
    SphereGeometry,
    SRGBColorSpace,
    Texture,
} from 'three';
import type { Shape } from '../core/types';
import { coarser } from './coarse';
import { readGlb, type Image, type Part } from './glb';

export interface Piece {
    geometry: BufferGeometry;
    coarse: BufferGeometry; // the same object where it is coarse enough
    color: Color | null; // what the file says
    own: boolean; // a colour that the file's maker chose: it goes before that of the model
    opacity: number;
    map: Texture | null; // on the mesh, multiplied by the colour
}

const ENOUGH = 3000; // triangles below which no coarser mesh is made
const ROUND = 32; // cuts of a circle
const COARSE_ROUND = 16;
const CELLS = 40; // of the coarser mesh along its longest side

function geometryOf(part: Part): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
    if (part.normals !== null) geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
    if (part.places !== null) geometry.setAttribute('uv', new BufferAttribute(part.places, 2));
    if (part.indices !== null) geometry.setIndex(new BufferAttribute(part.indices, 1));
    geometry.applyMatrix4(new Matrix4().fromArray(part.matrix));
    if (part.normals === null) geometry.computeVertexNormals();
    return geometry;
}

function coarseOf(geometry: BufferGeometry): BufferGeometry {
    const index = geometry.index;
    if (index === null || index.count / 3 < ENOUGH) return geometry;
    const positions = geometry.getAttribute('position').array as Float32Array;
    const less = coarser({ positions, indices: index.array as Uint32Array }, CELLS);
    const made = new BufferGeometry();
    made.setAttribute('position', new BufferAttribute(less.positions, 3));
    made.setIndex(new BufferAttribute(less.indices, 1));
    made.computeVertexNormals();
    return made;
}

/** An image that the browser decodes beside the page; null for one that it cannot read. */
async function textureOf(image: Image): Promise<Texture | null> {
    try {
        const texture = new Texture(await createImageBitmap(new Blob([image.bytes], { type: image.type })));
        texture.flipY = false;
        texture.colorSpace = SRGBColorSpace;
        texture.wrapS = texture.wrapT = RepeatWrapping;
        texture.needsUpdate = true;
        return texture;
    } catch {
        return null;
    }
}

async function piecesOf(buffer: ArrayBuffer): Promise<Piece[]> {
    return Promise.all(
        readGlb(buffer).map(async (part) => {
            const geometry = geometryOf(part);
            const [r, g, b, a] = part.color;
            // a file without materials leaves the colour to the theme
            const color = part.named ? new Color(r, g, b) : null;
            const map = part.image === null ? null : await textureOf(part.image);
            // a coarser mesh has no places for an image
            const coarse = map === null ? coarseOf(geometry) : geometry;
            return { geometry, coarse, color, own: part.own, opacity: a, map };
        }),
    );
}

function dispose(piece: Piece): void {
    piece.geometry.dispose();
    piece.coarse.dispose();
    if (piece.map === null) return;
    piece.map.dispose();
    (piece.map.image as ImageBitmap).close();
}

/** Simple shapes by their numbers; z is the long axis of cylinders and capsules. `n` cuts make a round. */
function simple(shape: Shape, n: number): BufferGeometry | null {
    const radius = shape.radius ?? 0.05;
    const length = shape.length ?? 0.1;
    switch (shape.kind) {
        case 'box':
            return new BoxGeometry(...(shape.size ?? [0.1, 0.1, 0.1]));
        case 'sphere':
            return new SphereGeometry(radius, n, Math.round(n * 0.6));
        case 'cylinder':
            return new CylinderGeometry(radius, radius, length, n).rotateX(Math.PI / 2);
        case 'capsule':
            return new CapsuleGeometry(radius, length, Math.round(n / 4), n).rotateX(Math.PI / 2);
        case 'missing':
            return new BoxGeometry(0.08, 0.08, 0.08);
        case 'mesh':
            return null;
    }
}

export class ShapeStore {
    private readonly simple = new Map<string, Piece[]>();
    private readonly meshes = new Map<string, Promise<Piece[]>>();
    wanted = 0;
    loaded = 0;

    /** At once for simple shapes, null for a mesh. */
    piecesNow(shape: Shape): Piece[] | null {
        const key = `${shape.kind} ${shape.size} ${shape.radius} ${shape.length}`;
        const known = this.simple.get(key);
        if (known !== undefined) return known;
        const geometry = simple(shape, ROUND);
        const coarse = simple(shape, COARSE_ROUND);
        if (geometry === null || coarse === null) return null;
        const pieces = [{ geometry, coarse, color: null, own: false, opacity: 1, map: null }];
        this.simple.set(key, pieces);
        return pieces;
    }

    /** A mesh of the server; the same address is fetched once. */
    mesh(address: string): Promise<Piece[]> {
        const known = this.meshes.get(address);
        if (known !== undefined) return known;
        this.wanted++;
        const asked = fetch(address)
            .then((answer) => {
                if (!answer.ok) throw new Error(`${answer.status}`);
                return answer.arrayBuffer();
            })
            .then(piecesOf);
        // a mesh that failed may be asked for again after the next catalogue
        asked.catch(() => this.meshes.delete(address)).finally(() => this.loaded++);
        this.meshes.set(address, asked);
        return asked;
    }

    /** Another cell: what it does not use goes, meshes by content may stay. */
    clear(): void {
        for (const pieces of this.simple.values()) pieces.forEach(dispose);
        this.simple.clear();
        for (const asked of this.meshes.values()) {
            void asked.then(
                (pieces) => pieces.forEach(dispose),
                () => undefined,
            );
        }
        this.meshes.clear();
        this.wanted = this.loaded = 0;
    }
}
