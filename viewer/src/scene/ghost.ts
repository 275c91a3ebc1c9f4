// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where what is commanded differs from what is measured so much that an eye should see it.

const APART = 0.0015; // [m]
const TURNED = 0.006; // [rad]; the angle is about twice the vector part of the difference

/** Whether pose `index` of both lists differs. */
export function ghostDiffers(
    measured: ArrayLike<number>,
    commanded: ArrayLike<number>,
    index: number,
): boolean {
    const k = 7 * index;
    const dx = measured[k] - commanded[k];
    const dy = measured[k + 1] - commanded[k + 1];
    const dz = measured[k + 2] - commanded[k + 2];
    if (dx * dx + dy * dy + dz * dz > APART * APART) return true;
    let dot = 0;
    for (let c = 3; c < 7; c++) dot += measured[k + c] * commanded[k + c];
    // 1 - cos^2 of half the angle
    return 1 - Math.min(1, dot * dot) > (TURNED / 2) ** 2;
}
