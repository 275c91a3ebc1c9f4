// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Lists that are drawn anew while somebody uses them. A row whose key stays is the same element
// afterwards: a press that began on it ends on it, and it keeps its focus.

const keys = new WeakMap<Element, string>();

/**
 * Makes a list hold one row per key, in this order. A key says all that `make` puts into a row and its
 * listeners; what changes in a row that stays is set by the caller. Kept rows are never taken out.
 */
export function keepRows(
    list: Element,
    wanted: readonly string[],
    make: (index: number) => HTMLElement,
): HTMLElement[] {
    const there = new Map<string, HTMLElement[]>();
    for (const child of list.children) {
        const key = keys.get(child);
        if (key === undefined) continue;
        const same = there.get(key);
        if (same === undefined) there.set(key, [child as HTMLElement]);
        else same.push(child as HTMLElement);
    }
    const rows = wanted.map((key, index) => {
        const kept = there.get(key)?.shift();
        if (kept !== undefined) return kept;
        const made = make(index);
        keys.set(made, key);
        return made;
    });
    // what goes, goes first: then the rows that stay follow each other, and none of them is moved
    const staying = new Set<Element>(rows);
    for (const child of [...list.children]) if (!staying.has(child)) child.remove();
    let next = list.firstElementChild;
    for (const row of rows) {
        if (row === next) next = next.nextElementSibling;
        else list.insertBefore(row, next);
    }
    return rows;
}
