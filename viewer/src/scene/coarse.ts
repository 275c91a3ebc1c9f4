// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A coarser mesh for machines without a graphics processor: points that share a cell of a grid become
// one (vertex clustering; Rossignac, Borrel 1993). Cheap, closed shapes stay closed, and the outline is
// off by at most a cell.

export interface Mesh {
    positions: Float32Array;
    indices: Uint32Array;
}

/** `cells` along the longest side. */
export function coarser(mesh: Mesh, cells: number): Mesh {
    const { positions, indices } = mesh;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < positions.length; k++) {
        low[k % 3] = Math.min(low[k % 3], positions[k]);
        high[k % 3] = Math.max(high[k % 3], positions[k]);
    }
    const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / cells || 1;
    const found = new Map<number, number>();
    const sums: number[] = []; // x y z and how many, for each cell
    const cellOf = new Uint32Array(positions.length / 3);
    for (let k = 0; k < cellOf.length; k++) {
        let key = 0;
        for (let c = 0; c < 3; c++)
            key = key * (cells + 2) + Math.floor((positions[3 * k + c] - low[c]) / size);
        const cell = found.get(key) ?? found.size;
        if (cell === found.size) {
            found.set(key, cell);
            sums.push(0, 0, 0, 0);
        }
        for (let c = 0; c < 3; c++) sums[4 * cell + c] += positions[3 * k + c];
        sums[4 * cell + 3]++;
        cellOf[k] = cell;
    }
    const kept: number[] = [];
    for (let k = 0; k < indices.length; k += 3) {
        const [a, b, c] = [cellOf[indices[k]], cellOf[indices[k + 1]], cellOf[indices[k + 2]]];
        if (a !== b && b !== c && c !== a) kept.push(a, b, c);
    }
    const points = new Float32Array(found.size * 3);
    for (let k = 0; k < found.size; k++) {
        for (let c = 0; c < 3; c++) points[3 * k + c] = sums[4 * k + c] / sums[4 * k + 3];
    }
    return { positions: points, indices: new Uint32Array(kept) };
}
