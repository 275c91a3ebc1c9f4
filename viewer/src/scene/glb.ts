// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Reads the triangles of a GLB (glTF 2.0, binary) as the server writes it from the model's own mesh:
// positions, normals, places in an image and indices in one buffer, a colour and an image per part,
// transforms of nodes. What is not triangles (skins, animations) is not looked at.

export interface Part {
    positions: Float32Array; // x y z each
    normals: Float32Array | null;
    indices: Uint32Array | null;
    color: [number, number, number, number]; // linear
    named: boolean; // the file gives the colour
    own: boolean; // and it is one that somebody chose, not the server's grey
    places: Float32Array | null; // u v each, from the upper left corner of the image
    image: Image | null;
    matrix: number[]; // column by column
}

/** An image as its file has it: what kind it is says its content, not the file. */
export interface Image {
    bytes: Uint8Array<ArrayBuffer>;
    type: 'image/png' | 'image/jpeg';
}

interface Gltf {
    scene?: number;
    scenes?: { nodes?: number[] }[];
    nodes?: {
        mesh?: number;
        children?: number[];
        matrix?: number[];
        translation?: number[];
        rotation?: number[];
        scale?: number[];
    }[];
    meshes?: {
        primitives: {
            attributes: Record<string, number>;
            indices?: number;
            material?: number;
            mode?: number;
        }[];
    }[];
    materials?: {
        pbrMetallicRoughness?: { baseColorFactor?: number[]; baseColorTexture?: { index?: number } };
        extras?: { default?: boolean };
    }[];
    textures?: { source?: number }[];
    images?: { bufferView?: number }[];
    accessors?: {
        bufferView?: number;
        byteOffset?: number;
        componentType: number;
        count: number;
        type: string;
    }[];
    bufferViews?: { byteOffset?: number; byteLength: number; byteStride?: number }[];
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const LARGEST_IMAGE = 16 * 1024 * 1024; // bytes; the server refuses what is larger, and more than 4096 pixels
const DEEPEST = 64; // levels of nodes: a file must not lead in circles

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function chunksOf(buffer: ArrayBuffer): { json: Gltf; binary: DataView } {
    const view = new DataView(buffer);
    if (buffer.byteLength < 20 || view.getUint32(0, true) !== MAGIC) throw new Error('not a GLB');
    let json: Gltf | null = null;
    let binary = new DataView(buffer, 0, 0);
    for (let at = 12; at + 8 <= buffer.byteLength;) {
        const size = view.getUint32(at, true);
        const kind = view.getUint32(at + 4, true);
        if (at + 8 + size > buffer.byteLength) throw new Error('cut off');
        if (kind === JSON_CHUNK) {
            json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, at + 8, size))) as Gltf;
        } else if (kind === BINARY_CHUNK) {
            binary = new DataView(buffer, at + 8, size);
        }
        at += 8 + size;
    }
    if (json === null) throw new Error('without a description');
    return { json, binary };
}

/** The numbers of an accessor; copied, because offsets in a file need not be even. */
function numbersOf(json: Gltf, binary: DataView, index: number, width: number): Float32Array | Uint32Array {
    const accessor = json.accessors?.[index];
    const span = accessor?.bufferView === undefined ? undefined : json.bufferViews?.[accessor.bufferView];
    if (accessor === undefined || span === undefined) throw new Error('accessor without data');
    const bytes = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 }[accessor.componentType];
    if (bytes === undefined) throw new Error('unknown kind of number');
    const stride = span.byteStride ?? bytes * width;
    const first = (span.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const real = accessor.componentType === 5126;
    const out = real ? new Float32Array(accessor.count * width) : new Uint32Array(accessor.count * width);
    for (let k = 0; k < accessor.count; k++) {
        for (let c = 0; c < width; c++) {
            const at = first + k * stride + c * bytes;
            out[k * width + c] = real
                ? binary.getFloat32(at, true)
                : bytes === 4
                  ? binary.getUint32(at, true)
                  : bytes === 2
                    ? binary.getUint16(at, true)
                    : binary.getUint8(at);
        }
    }
    return out;
}

function multiply(a: number[], b: number[]): number[] {
    const out = new Array<number>(16).fill(0);
    for (let c = 0; c < 4; c++) {
        for (let r = 0; r < 4; r++) {
            for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
        }
    }
    return out;
}

function matrixOf(node: NonNullable<Gltf['nodes']>[number]): number[] {
    if (node.matrix !== undefined) return node.matrix;
    const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
    const [sx, sy, sz] = node.scale ?? [1, 1, 1];
    const [tx, ty, tz] = node.translation ?? [0, 0, 0];
    return [
        (1 - 2 * (y * y + z * z)) * sx,
        2 * (x * y + z * w) * sx,
        2 * (x * z - y * w) * sx,
        0,
        2 * (x * y - z * w) * sy,
        (1 - 2 * (x * x + z * z)) * sy,
        2 * (y * z + x * w) * sy,
        0,
        2 * (x * z + y * w) * sz,
        2 * (y * z - x * w) * sz,
        (1 - 2 * (x * x + y * y)) * sz,
        0,
        tx,
        ty,
        tz,
        1,
    ];
}

/** The kind of an image by its first bytes. */
function kindOf(bytes: Uint8Array): Image['type'] | null {
    const begins = (head: number[]): boolean => head.every((byte, k) => bytes[k] === byte);
    if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
    return begins([0xff, 0xd8, 0xff]) ? 'image/jpeg' : null;
}

/** The image of a texture, copied; null for none, for another kind and for one that is too large. */
function imageOf(json: Gltf, binary: DataView, texture: number | undefined): Image | null {
    if (texture === undefined) return null;
    const source = json.textures?.[texture]?.source;
    const view = source === undefined ? undefined : json.images?.[source]?.bufferView;
    const span = view === undefined ? undefined : json.bufferViews?.[view];
    if (span === undefined || span.byteLength > LARGEST_IMAGE) return null;
    const first = span.byteOffset ?? 0;
    if (!(first >= 0 && span.byteLength >= 0 && first + span.byteLength <= binary.byteLength)) return null;
    const from = binary.byteOffset + first;
    const bytes = new Uint8Array(binary.buffer.slice(from, from + span.byteLength) as ArrayBuffer);
    const type = kindOf(bytes);
    return type === null ? null : { bytes, type };
}

function partsOfMesh(json: Gltf, binary: DataView, mesh: number, matrix: number[]): Part[] {
    const parts: Part[] = [];
    for (const primitive of json.meshes?.[mesh]?.primitives ?? []) {
        if ((primitive.mode ?? 4) !== 4 || primitive.attributes['POSITION'] === undefined) continue;
        const { POSITION: position, NORMAL: normal, TEXCOORD_0: place } = primitive.attributes;
        const material = primitive.material === undefined ? undefined : json.materials?.[primitive.material];
        const given = material?.pbrMetallicRoughness?.baseColorFactor;
        const image =
            place === undefined
                ? null
                : imageOf(json, binary, material?.pbrMetallicRoughness?.baseColorTexture?.index);
        parts.push({
            positions: numbersOf(json, binary, position, 3) as Float32Array,
            normals: normal === undefined ? null : (numbersOf(json, binary, normal, 3) as Float32Array),
            indices:
                primitive.indices === undefined
                    ? null
                    : (numbersOf(json, binary, primitive.indices, 1) as Uint32Array),
            color: (given as Part['color'] | undefined) ?? [1, 1, 1, 1],
            named: given !== undefined,
            own: given !== undefined && material?.extras?.default !== true,
            places:
                place === undefined || image === null
                    ? null
                    : (numbersOf(json, binary, place, 2) as Float32Array),
            image,
            matrix,
        });
    }
    return parts;
}

/** All triangles of a file; throws with a reason for what cannot be read. */
export function readGlb(buffer: ArrayBuffer): Part[] {
    const { json, binary } = chunksOf(buffer);
    const parts: Part[] = [];
    const visit = (index: number, above: number[], depth: number): void => {
        const node = json.nodes?.[index];
        if (node === undefined || depth > DEEPEST) return;
        const matrix = multiply(above, matrixOf(node));
        if (node.mesh !== undefined) parts.push(...partsOfMesh(json, binary, node.mesh, matrix));
        for (const child of node.children ?? []) visit(child, matrix, depth + 1);
    };
    for (const root of json.scenes?.[json.scene ?? 0]?.nodes ?? []) visit(root, IDENTITY, 0);
    return parts;
}
