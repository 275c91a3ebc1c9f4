// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A state frame written by hand after docs/protocol.md, byte by byte: the decoder is never asked how.

export interface Made {
    flags?: number;
    tick?: bigint;
    time?: bigint; // [ns]
    sequence?: number;
    rate?: number;
    links?: number[][]; // 7 numbers each
    commanded?: number[][];
    arms?: { state: number; follows: number; taken: number; cause: number; axes: number[][] }[];
    signals?: number;
    rows?: number[][]; // time, then the signals
    enforced?: number; // bits
    pairs?: { bodies: [number, number]; numbers: number[] }[]; // none: there is no block
}

export function makeFrame(made: Made): ArrayBuffer {
    const links = made.links ?? [];
    const commanded = made.commanded ?? links;
    const arms = made.arms ?? [];
    const rows = made.rows ?? [];
    const bytes: number[] = [];
    const scratch = new DataView(new ArrayBuffer(8));
    const put = (size: number): void => {
        for (let k = 0; k < size; k++) bytes.push(scratch.getUint8(k));
    };
    const u8 = (v: number): void => void bytes.push(v & 255);
    const u16 = (v: number): void => (scratch.setUint16(0, v, true), put(2));
    const u32 = (v: number): void => (scratch.setUint32(0, v >>> 0, true), put(4));
    const f32 = (v: number): void => (scratch.setFloat32(0, v, true), put(4));
    const f64 = (v: number): void => (scratch.setFloat64(0, v, true), put(8));

    for (const letter of 'SNW1') u8(letter.charCodeAt(0));
    u16(1);
    u16(made.flags ?? 0);
    scratch.setBigUint64(0, made.tick ?? 0n, true);
    put(8);
    scratch.setBigInt64(0, made.time ?? 0n, true);
    put(8);
    u32(made.sequence ?? 0);
    f32(made.rate ?? 1);
    u16(links.length);
    u8(arms.length);
    u8(0);
    u16(made.signals ?? 0);
    u16(rows.length);
    for (const pose of [...links, ...commanded]) pose.forEach(f32);
    for (const arm of arms) {
        [arm.state, arm.follows, arm.taken, arm.axes.length].forEach(u8);
        u32(arm.cause);
        for (const axis of arm.axes) axis.forEach(f64);
    }
    while (bytes.length % 8 !== 0) u8(0);
    for (const row of rows) row.forEach(f64);
    if (made.pairs === undefined) return new Uint8Array(bytes).buffer;
    u32(made.pairs.length);
    u32(made.enforced ?? 0);
    for (const { bodies, numbers } of made.pairs) {
        bodies.forEach(u16);
        numbers.forEach(f32);
    }
    return new Uint8Array(bytes).buffer;
}
