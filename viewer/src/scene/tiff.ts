// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Pictures as TIFF 6.0 (Aldus 1992), baseline: little-endian, one strip, not compressed, so that every
// reader reads them. Pure.

export interface TiffPicture {
    width: number;
    height: number;
    /** Rows from above. Three bytes a pixel are red, green, blue; one 16-bit number is a grey. */
    pixels: Uint8Array | Uint16Array;
    description: string;
}

const SHORT = 3;
const LONG = 4;
const ASCII = 2;

interface Entry {
    tag: number;
    type: number;
    values: number[];
}

const sizeOf = ({ type, values }: Entry): number =>
    values.length * (type === LONG ? 4 : type === SHORT ? 2 : 1);

function entriesOf(picture: TiffPicture): Entry[] {
    const { width, height, pixels, description } = picture;
    const grey = pixels instanceof Uint16Array;
    const text = [...new TextEncoder().encode(description), 0];
    const short = (tag: number, ...values: number[]): Entry => ({ tag, type: SHORT, values });
    const long = (tag: number, value: number): Entry => ({ tag, type: LONG, values: [value] });
    // in the order of their numbers, as the format wants them
    return [
        long(256, width),
        long(257, height),
        grey ? short(258, 16) : short(258, 8, 8, 8), // bits per sample
        short(259, 1), // not compressed
        short(262, grey ? 1 : 2), // black is zero; RGB
        { tag: 270, type: ASCII, values: text },
        long(273, 0), // where the strip begins: filled in below
        short(277, grey ? 1 : 3), // samples per pixel
        long(278, height), // rows per strip
        long(279, pixels.byteLength),
    ];
}

function put(view: DataView, at: number, type: number, values: readonly number[]): void {
    values.forEach((value, k) => {
        if (type === LONG) view.setUint32(at + 4 * k, value, true);
        else if (type === SHORT) view.setUint16(at + 2 * k, value, true);
        else view.setUint8(at + k, value);
    });
}

/** The file of a picture. */
export function writeTiff(picture: TiffPicture): Uint8Array<ArrayBuffer> {
    const entries = entriesOf(picture);
    const directory = 8;
    let more = directory + 2 + 12 * entries.length + 4;
    const places = entries.map((entry) => {
        const size = sizeOf(entry);
        if (size <= 4) return 0;
        const at = more;
        more += size + (size % 2);
        return at;
    });
    entries.find(({ tag }) => tag === 273)!.values[0] = more;
    const file = new Uint8Array(more + picture.pixels.byteLength);
    const view = new DataView(file.buffer);
    put(view, 0, SHORT, [0x4949, 42]); // "II": low byte first
    put(view, 4, LONG, [directory]);
    put(view, directory, SHORT, [entries.length]);
    entries.forEach((entry, k) => {
        const at = directory + 2 + 12 * k;
        put(view, at, SHORT, [entry.tag, entry.type]);
        put(view, at + 4, LONG, [entry.values.length]);
        if (places[k] !== 0) put(view, at + 8, LONG, [places[k]]);
        put(view, places[k] === 0 ? at + 8 : places[k], entry.type, entry.values);
    });
    if (picture.pixels instanceof Uint8Array) file.set(picture.pixels, more);
    else picture.pixels.forEach((value, k) => view.setUint16(more + 2 * k, value, true));
    return file;
}

const STEPS = [1e-4, 1e-3, 1e-2] as const; // [m]

/** Depths [m] as 16-bit steps, the finest that reaches the farthest; 0 is nothing. */
export function depthSteps(depths: Float32Array): { steps: Uint16Array; step: number } {
    const farthest = depths.reduce((most, depth) => Math.max(most, depth), 0);
    const step = STEPS.find((size) => farthest / size < 65535) ?? STEPS[STEPS.length - 1];
    const steps = Uint16Array.from(depths, (depth) => Math.min(65535, Math.round(depth / step)));
    return { steps, step };
}
