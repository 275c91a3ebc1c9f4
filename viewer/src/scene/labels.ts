// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Words in the picture: small tags that stand at places of the world. Names are text, never markup.

import { type Camera, Vector3 } from 'three';
import type { Rect } from './stage';

export type TagKind = 'plain' | 'ghost' | 'limit' | 'fault' | 'quiet' | 'chosen';

export interface Tag {
    at: readonly [number, number, number];
    text: string;
    more?: string;
    kind: TagKind;
    dx?: number;
    dy?: number;
}

interface Shown {
    element: HTMLElement;
    first: HTMLElement;
    second: HTMLElement;
    tag: Tag;
    position: string;
}

const point = new Vector3();

export class Labels {
    readonly element = document.createElement('div');
    private readonly shown = new Map<string, Shown>();

    constructor() {
        this.element.className = 'scene-labels';
        this.element.setAttribute('aria-hidden', 'true'); // the text twin says the same in order
    }

    set(key: string, tag: Tag | null): void {
        const known = this.shown.get(key);
        if (tag === null) {
            known?.element.remove();
            this.shown.delete(key);
            return;
        }
        const entry = known ?? this.make(tag);
        if (known === undefined) this.shown.set(key, entry);
        if (entry.first.textContent !== tag.text) entry.first.textContent = tag.text;
        const more = tag.more ?? '';
        if (entry.second.textContent !== more) entry.second.textContent = more;
        if (known === undefined || entry.tag.kind !== tag.kind)
            entry.element.className = `scene-tag is-${tag.kind}`;
        entry.tag = tag;
    }

    /** Removes all whose key begins so, but those that are named. */
    keepOnly(prefix: string, keys: ReadonlySet<string>): void {
        for (const key of [...this.shown.keys()]) {
            if (key.startsWith(prefix) && !keys.has(key)) this.set(key, null);
        }
    }

    private make(tag: Tag): Shown {
        const element = document.createElement('div');
        const first = document.createElement('b');
        const second = document.createElement('span');
        element.append(first, second);
        this.element.append(element);
        return { element, first, second, tag, position: '' };
    }

    /**
     * Moves the tags to where their places are in the picture, apart from each other, and away where it is
     * covered. Reads no layout.
     */
    update(camera: Camera, rect: Rect, covered: readonly Rect[] = []): void {
        const entries = [...this.shown.values()];
        const isCovered = (box: Box): boolean =>
            covered.some(
                (c) => box.x + box.wide > c.x && box.x < c.x + c.width && box.y + TALL > c.y && box.y < c.y + c.height,
            );
        const boxes = entries.map(({ tag }) => {
            const box = this.boxOf(tag, camera, rect);
            return box === null || isCovered(box) ? null : box;
        });
        const places = arrange(boxes);
        entries.forEach((entry, i) => {
            const box = boxes[i];
            const y = places[i];
            const position =
                box === null || y === null ? 'translate(-9999px, 0)' : `translate(${box.x}px, ${y}px)`;
            if (position === entry.position) return;
            entry.position = position;
            entry.element.style.transform = position;
        });
    }

    /** Where a tag would like to be; null outside of the picture. */
    private boxOf(tag: Tag, camera: Camera, rect: Rect): Box | null {
        const { at, dx, dy } = tag;
        point.set(at[0], at[1], at[2]).project(camera);
        if (!(point.z < 1 && Math.abs(point.x) < 1.05 && Math.abs(point.y) < 1.05)) return null;
        // kept within the picture by a usual width: the true one would have to be read from the layout
        const letters = tag.text.length + (tag.more?.length ?? 0);
        const within = (at: number, size: number, most: number): number =>
            Math.round(Math.max(4, Math.min(most - size, at)));
        const x = rect.x + within(((point.x + 1) / 2) * rect.width + (dx ?? 12), 40 + 6.5 * letters, rect.width);
        const y = rect.y + within(((1 - point.y) / 2) * rect.height + (dy ?? -30), 26, rect.height);
        return { x, y, wide: 20 + 7.5 * letters, rank: RANKS.indexOf(tag.kind) };
    }
}

/** A tag in the picture [px]. */
export interface Box {
    x: number;
    y: number;
    wide: number;
    rank: number; // the lowest stays where it is
}

const RANKS: readonly TagKind[] = ['fault', 'limit', 'chosen', 'ghost', 'plain', 'quiet'];
const TALL = 26; // [px] of a tag with the gap below it
const SHIFTS = [0, -1, 1, -2, 2]; // of its own height, in the order in which they are tried

/** Heights at which no tag covers another; null for one that finds no place near its own. Pure. */
export function arrange(boxes: readonly (Box | null)[]): (number | null)[] {
    const places: (number | null)[] = boxes.map(() => null);
    const taken: Box[] = [];
    const order = boxes.map((_, i) => i).sort((a, b) => (boxes[a]?.rank ?? 0) - (boxes[b]?.rank ?? 0) || a - b);
    for (const i of order) {
        const box = boxes[i];
        if (box === null) continue;
        const free = (y: number): boolean =>
            taken.every(
                (t) => Math.abs(t.y - y) >= TALL || box.x >= t.x + t.wide || t.x >= box.x + box.wide,
            );
        const shift = SHIFTS.find((s) => free(box.y + s * TALL));
        if (shift === undefined) continue;
        places[i] = box.y + shift * TALL;
        taken.push({ ...box, y: box.y + shift * TALL });
    }
    return places;
}
