// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The tree of all fields and signals, made from their paths: folded where a path has one child only,
// open or shut by node, filtered by words. Pure.

import type { Item } from '../editor';

export interface Node {
    name: string; // as shown; folded paths are joined by " / "
    path: string; // of the node; for leaves that of the item
    item: Item | null; // for leaves
    children: Node[];
}

export interface Row {
    node: Node;
    deep: number;
    open: boolean;
}

/** "law/kp[2]" is law, kp, [2]. */
function partsOf(path: string): string[] {
    return path.split('/').flatMap((part) => {
        const at = part.indexOf('[');
        return at > 0 ? [part.slice(0, at), part.slice(at)] : [part];
    });
}

function joined(base: string, part: string): string {
    if (base === '') return part;
    return part.startsWith('[') ? `${base}${part}` : `${base}/${part}`;
}

/** `joints` tells the names of the joints that the elements of a list belong to; null for another list. */
export function buildTree(
    items: readonly Item[],
    joints: (path: string, count: number) => readonly string[] | null = () => null,
): Node {
    const root: Node = { name: '', path: '', item: null, children: [] };
    const index = new Map<string, Node>([['', root]]);
    for (const item of items) {
        let parent = root;
        let path = '';
        const parts = partsOf(item.path);
        parts.forEach((part, i) => {
            path = joined(path, part);
            let node = index.get(path);
            if (node === undefined) {
                node = { name: part, path, item: null, children: [] };
                index.set(path, node);
                parent.children.push(node);
            }
            if (i === parts.length - 1) node.item = item;
            parent = node;
        });
    }
    for (const node of index.values()) {
        const isList = node.children.length > 0 && node.children.every((child) => child.name.startsWith('['));
        const names = isList ? joints(node.path, node.children.length) : null;
        // the path keeps its number
        if (names !== null) node.children.forEach((child, i) => (child.name = names[i]));
    }
    root.children = root.children.map(fold);
    return root;
}

/** A node with one child becomes one line with it. */
function fold(node: Node): Node {
    const children = node.children.map(fold);
    if (children.length === 1 && node.item === null) {
        const only = children[0];
        const name = only.name.startsWith('[') ? `${node.name}${only.name}` : `${node.name} / ${only.name}`;
        return { ...only, name };
    }
    return { ...node, children };
}

/** All words must be in the path, in any order. */
export function matches(path: string, filter: string): boolean {
    const text = path.toLowerCase();
    return filter
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word));
}

function keeps(node: Node, filter: string): boolean {
    if (filter === '') return true;
    return matches(`${node.path} ${node.name}`, filter) || node.children.some((child) => keeps(child, filter));
}

/** The lines to show: a filter opens what it finds. */
export function flatten(root: Node, isOpen: (path: string) => boolean, filter: string): Row[] {
    const rows: Row[] = [];
    const walk = (node: Node, deep: number): void => {
        if (!keeps(node, filter)) return;
        const open = node.children.length > 0 && (filter !== '' || isOpen(node.path));
        rows.push({ node, deep, open });
        if (open) for (const child of node.children) walk(child, deep + 1);
    };
    for (const child of root.children) walk(child, 0);
    return rows;
}
