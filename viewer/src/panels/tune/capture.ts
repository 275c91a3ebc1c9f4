// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What is recorded: a choice of signals, seen as objects, their links and end effectors, and the types of
// data of each. A box is empty, full or in between by what is chosen below it. Pure.
//
//     arm/sensed/q[3]   object arm, its link 3, type sensed, element q
//     arm/guard/state   object arm itself, type guard, element state
//     task/actual[2]    object arm, whose end effectors `task` moves, type actual, element actual[2]

import type { Signal } from '../../core/types';

export type Mark = 'none' | 'some' | 'all';

/** What of an object a signal tells about. */
export type Part = 'own' | 'link' | 'effector';

export interface Place {
    path: string;
    object: string;
    part: Part;
    link: number; // -1: not of a link
    type: string;
    element: string;
}

export const MOST_PATTERNS = 64; // as many as a request may have

/** Signals of a task component that tell about the end effector which is the tool. */
const EFFECTOR = /^(desired|actual|point|drift|drift_angle)(\[\d+\])?$/;

/**
 * Where a path stands; `links` says how many links an object has, `armOf` whose end effectors a component
 * moves, empty for none.
 */
export function placeOf(
    path: string,
    links: (object: string) => number,
    armOf: (component: string) => string = () => '',
): Place {
    const [object, ...rest] = path.split('/');
    const arm = rest.length === 1 ? armOf(object) : '';
    const effector = arm === '' ? null : EFFECTOR.exec(rest[0]);
    if (effector !== null)
        return { path, object: arm, part: 'effector', link: -1, type: effector[1], element: rest[0] };
    const last = rest.at(-1) ?? '';
    const type = rest.length > 1 ? rest.slice(0, -1).join('/') : '';
    const found = /^(.*)\[(\d+)\]$/.exec(last);
    const index = found === null ? -1 : Number(found[2]);
    const perLink = found !== null && index < links(object);
    const part = perLink ? 'link' : 'own';
    return { path, object, part, link: perLink ? index : -1, type, element: perLink ? found[1] : last };
}

function markOf(chosen: number, of: number): Mark {
    return chosen === 0 ? 'none' : chosen === of ? 'all' : 'some';
}

export class Capture {
    readonly places: readonly Place[];
    private readonly chosen = new Set<string>();

    constructor(
        signals: readonly Signal[],
        links: (object: string) => number,
        armOf?: (component: string) => string,
    ) {
        const places = signals.map((s) => placeOf(s.path, links, armOf));
        // a list is per link when it has one item for each of them, no less and no more
        const counts = new Map<string, number>();
        const key = (p: Place): string => `${p.object}/${p.type}/${p.element}`;
        for (const p of places) counts.set(key(p), (counts.get(key(p)) ?? 0) + 1);
        const longer = new Set(
            places
                .filter((p) => p.link < 0)
                .map((p) => `${p.object}/${p.type}/${p.element.replace(/\[\d+\]$/, '')}`),
        );
        this.places = places.map((p) =>
            p.link >= 0 && (counts.get(key(p)) !== links(p.object) || longer.has(key(p)))
                ? { ...p, part: 'own', link: -1, element: `${p.element}[${p.link}]` }
                : p,
        );
    }

    get count(): number {
        return this.chosen.size;
    }

    get paths(): string[] {
        return [...this.chosen];
    }

    has(path: string): boolean {
        return this.chosen.has(path);
    }

    get objects(): string[] {
        return [...new Set(this.places.map((p) => p.object))];
    }

    linksOf(object: string): number[] {
        const mine = this.places.filter((p) => p.object === object && p.link >= 0);
        return [...new Set(mine.map((p) => p.link))].sort((a, b) => a - b);
    }

    /** Types of an object itself, of its links or of its end effectors. */
    types(object: string, part: Part): string[] {
        const mine = this.places.filter((p) => p.object === object && p.part === part);
        return [...new Set(mine.map((p) => p.type))];
    }

    // --- marks

    private mark(fits: (p: Place) => boolean): Mark {
        const mine = this.places.filter(fits);
        return markOf(mine.filter((p) => this.chosen.has(p.path)).length, mine.length);
    }

    objectMark(object: string): Mark {
        return this.mark((p) => p.object === object);
    }

    linkMark(object: string, link: number): Mark {
        return this.mark((p) => p.object === object && p.link === link);
    }

    /** All that is told about the end effectors of an object. */
    effectorMark(object: string): Mark {
        return this.mark((p) => p.object === object && p.part === 'effector');
    }

    /** A type: of links on one of them, or (link below 0: the object is highlighted) on all of them. */
    typeMark(object: string, part: Part, type: string, link = -1): Mark {
        return this.mark(isOfType(object, part, type, link));
    }

    /** True when there is a signal below a prefix. */
    covers(path: string): boolean {
        return this.places.some((p) => isBelow(p.path, path));
    }

    /** Everything below a prefix of paths, for the tree of signals. */
    below(path: string): Mark {
        return this.mark((p) => isBelow(p.path, path));
    }

    // --- choices

    set(fits: (p: Place) => boolean, on: boolean): void {
        for (const p of this.places) {
            if (!fits(p)) continue;
            if (on) this.chosen.add(p.path);
            else this.chosen.delete(p.path);
        }
    }

    setObject(object: string, on: boolean): void {
        this.set((p) => p.object === object, on);
    }

    setLink(object: string, link: number, on: boolean): void {
        this.set((p) => p.object === object && p.link === link, on);
    }

    setEffectors(object: string, on: boolean): void {
        this.set((p) => p.object === object && p.part === 'effector', on);
    }

    setType(object: string, part: Part, type: string, on: boolean, link = -1): void {
        this.set(isOfType(object, part, type, link), on);
    }

    /** All types of a panel. */
    setPart(object: string, part: Part, on: boolean, link = -1): void {
        for (const type of this.types(object, part)) this.setType(object, part, type, on, link);
    }

    setBelow(path: string, on: boolean): void {
        this.set((p) => isBelow(p.path, path), on);
    }

    // --- what the cell is asked for

    /** As few patterns as say the same: whole objects, whole types, whole lists, single paths. */
    patterns(): string[] {
        const out: string[] = [];
        // by paths: what is told about end effectors stands in another component than their arm
        const tops = new Set(this.places.map((p) => p.path.split('/')[0]));
        for (const top of tops) {
            const mark = this.below(top);
            if (mark === 'all') out.push(`${top}/**`);
            else if (mark === 'some') this.addFolders(top, out);
        }
        return out;
    }

    private addFolders(top: string, out: string[]): void {
        const folderOf = (p: Place): string => p.path.slice(0, p.path.lastIndexOf('/'));
        const mine = this.places.filter((p) => p.path.startsWith(`${top}/`));
        for (const folder of new Set(mine.map(folderOf))) {
            const own = mine.filter((p) => folderOf(p) === folder);
            const chosen = own.filter((p) => this.chosen.has(p.path));
            // "law/**" would also take what lies in blocks of the object
            if (chosen.length === own.length && folder !== top) out.push(`${folder}/*`);
            else this.addLists(own, chosen, out);
        }
    }

    private addLists(own: readonly Place[], chosen: readonly Place[], out: string[]): void {
        const nameOf = (p: Place): string => p.path.replace(/\[[^\]]*\]$/, '');
        for (const name of new Set(chosen.map(nameOf))) {
            const all = own.filter((p) => nameOf(p) === name);
            const mine = chosen.filter((p) => nameOf(p) === name);
            if (all.length > 1 && mine.length === all.length) out.push(`${name}[*]`);
            else out.push(...mine.map((p) => p.path));
        }
    }
}

const isOfType =
    (object: string, part: Part, type: string, link: number) =>
    (p: Place): boolean =>
        p.object === object && p.part === part && p.type === type && (link < 0 || p.link === link);

/** "law/kp" holds "law/kp[2]", but not "law/kpx". */
function isBelow(path: string, base: string): boolean {
    return path.startsWith(base) && ['/', '[', undefined].includes(path[base.length]);
}
