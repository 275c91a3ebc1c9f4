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

    /** Moves the tags to where their places are in the picture. Reads no layout. */
    update(camera: Camera, rect: Rect): void {
        for (const entry of this.shown.values()) {
            const { at, dx, dy } = entry.tag;
            point.set(at[0], at[1], at[2]).project(camera);
            const inside = point.z < 1 && Math.abs(point.x) < 1.05 && Math.abs(point.y) < 1.05;
            // kept within the picture by a usual width: the true one would have to be read from the layout
            const wide = 40 + 6.5 * (entry.tag.text.length + (entry.tag.more?.length ?? 0));
            const within = (at: number, size: number, most: number): number =>
                Math.round(Math.max(4, Math.min(most - size, at)));
            const x = rect.x + within(((point.x + 1) / 2) * rect.width + (dx ?? 12), wide, rect.width);
            const y = rect.y + within(((1 - point.y) / 2) * rect.height + (dy ?? -30), 26, rect.height);
            const position = inside ? `translate(${x}px, ${y}px)` : 'translate(-9999px, 0)';
            if (position === entry.position) continue;
            entry.position = position;
            entry.element.style.transform = position;
        }
    }
}
