// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Decodes the binary state frames of docs/protocol.md into one object that is written again and
// again: 60 frames a second for hours leave no garbage but the frames themselves.

import { decodePairs, hasPairs, noPairs } from './pairs';
import type { RowRing } from './rows';
import type { ArmFrame, StateFrame } from './types';

const MAGIC = 0x31574e53; // "SNW1"
const HEAD = 40;
const ARM_HEAD = 8;
const POSE = 7;

export function createFrame(): StateFrame {
    return {
        tick: 0,
        time: 0,
        sequence: 0,
        rate: 1,
        late: false,
        recording: false,
        paused: false,
        links: new Float32Array(0),
        commanded: new Float32Array(0),
        arms: [],
        pairs: noPairs(),
        received: 0,
    };
}

function createArm(axes: number): ArmFrame {
    return {
        state: 0,
        follows: false,
        taken: false,
        cause: 0,
        q: new Float64Array(axes),
        v: new Float64Array(axes),
        effort: new Float64Array(axes),
        commanded: new Float64Array(axes),
    };
}

/** Of all rows together. */
function rowBytes(view: DataView): number {
    return view.getUint16(38, true) * (view.getUint16(36, true) + 1) * 8;
}

/** Where the rows begin, or -1 if the frame is shorter than what it says of itself. */
function measure(view: DataView, links: number, arms: number): number {
    let at = HEAD + 2 * links * POSE * 4;
    for (let k = 0; k < arms; k++) {
        if (at + ARM_HEAD > view.byteLength) return -1;
        at += ARM_HEAD + view.getUint8(at + 3) * 32;
    }
    at = (at + 7) & ~7;
    const end = at + rowBytes(view);
    return end > view.byteLength || !hasPairs(view, end) ? -1 : at;
}

function decodePoses(view: DataView, offset: number, poses: Float32Array): number {
    for (let k = 0; k < poses.length; k++) poses[k] = view.getFloat32(offset + 4 * k, true);
    return offset + 4 * poses.length;
}

function decodeArm(view: DataView, offset: number, arms: ArmFrame[], index: number): number {
    const axes = view.getUint8(offset + 3);
    if (arms[index] === undefined || arms[index].q.length !== axes) arms[index] = createArm(axes);
    const arm = arms[index];
    arm.state = view.getUint8(offset);
    arm.follows = view.getUint8(offset + 1) !== 0;
    arm.taken = view.getUint8(offset + 2) !== 0;
    arm.cause = view.getInt32(offset + 4, true); // a status: negative for failures
    let at = offset + ARM_HEAD;
    for (let k = 0; k < axes; k++, at += 32) {
        arm.q[k] = view.getFloat64(at, true);
        arm.v[k] = view.getFloat64(at + 8, true);
        arm.effort[k] = view.getFloat64(at + 16, true);
        arm.commanded[k] = view.getFloat64(at + 24, true);
    }
    return at;
}

/**
 * Writes a frame and appends its rows. False, and nothing is changed, for what is not a frame or is
 * shorter than it says.
 */
export function decodeFrame(buffer: ArrayBuffer, frame: StateFrame, rows: RowRing, now: number): boolean {
    if (buffer.byteLength < HEAD) return false;
    const view = new DataView(buffer);
    if (view.getUint32(0, true) !== MAGIC || view.getUint16(4, true) !== 1) return false;
    const links = view.getUint16(32, true);
    const arms = view.getUint8(34);
    const rowsAt = measure(view, links, arms);
    if (rowsAt < 0) return false;

    const flags = view.getUint16(6, true);
    frame.late = (flags & 1) !== 0;
    frame.recording = (flags & 2) !== 0;
    frame.paused = (flags & 4) !== 0;
    // both words by hand: 64-bit integers of the language are objects, and 2^53 ns are 104 days
    frame.tick = view.getUint32(8, true) + view.getUint32(12, true) * 2 ** 32;
    frame.time = (view.getUint32(16, true) + view.getInt32(20, true) * 2 ** 32) * 1e-9;
    frame.sequence = view.getUint32(24, true);
    frame.rate = view.getFloat32(28, true);
    if (frame.links.length !== links * POSE) {
        frame.links = new Float32Array(links * POSE);
        frame.commanded = new Float32Array(links * POSE);
    }
    let at = decodePoses(view, HEAD, frame.links);
    at = decodePoses(view, at, frame.commanded);
    if (frame.arms.length > arms) frame.arms.length = arms;
    for (let k = 0; k < arms; k++) at = decodeArm(view, at, frame.arms, k);

    const signals = view.getUint16(36, true);
    const count = view.getUint16(38, true);
    for (let k = 0; k < count; k++) rows.append(view, rowsAt + k * (signals + 1) * 8, signals);
    decodePairs(view, rowsAt + rowBytes(view), frame.pairs);
    frame.received = now;
    return true;
}
