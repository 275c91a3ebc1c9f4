// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How near the bodies of the cell are: the nearest pair that must stay apart, for the band, and the
// nearest body to a link, from its menu.

import type { Clearance, CollisionScene, MenuLine, PickedLink, Why } from '../core/types';
import { fixed } from '../ui/format';
import { attempt, speak } from '../ui/notes';
import { byId } from '../ui/dom';
import type { Page } from './page';
import { Reader } from './signals';

/** What the band shows. */
export interface NearestShown {
    value: string;
    unit: string;
    names: string; // of both bodies, in full
    brief: string; // the same, as short as they can be told apart
    part: number; // of the bar: 0 at `slow` and beyond, 1 at `keep`
    near: boolean; // nearer than `slow`
}

/** Numbers of the nearest enforced pair, as the component shows them. */
export interface Nearest {
    distance: number; // [m]; NaN for none within the range of the component
    keep: number; // [m]
    slow: number; // [m]; NaN before anything is known
    a: number; // into CollisionScene.bodies
    b: number;
}

const NUMBERS = ['distance', 'keep', 'slow', 'a', 'b'] as const;

const pairText = (a: string, b: string): string => `${a} \u2013 ${b}`;

/** The link alone of MEMBER/LINK, where no other body has a link of that name. Pure. */
export function briefName(name: string, { bodies }: CollisionScene): string {
    const linkOf = (text: string): string => text.slice(text.indexOf('/') + 1);
    const link = linkOf(name);
    return bodies.filter((body) => linkOf(body.name) === link).length === 1 ? link : name;
}

/** Null where nothing is enforced, because the cell has no rules, and before anything is known. Pure. */
export function nearestShown(nearest: Nearest, rules: CollisionScene | undefined): NearestShown | null {
    const { distance, keep, slow, a, b } = nearest;
    if (rules?.rules !== true || Number.isNaN(slow)) return null;
    if (Number.isNaN(distance)) return { value: 'clear', unit: '', names: '', brief: '', part: 0, near: false };
    const [first, second] = [rules.bodies[a], rules.bodies[b]];
    if (first === undefined || second === undefined) return null;
    // a pair whose own `keep` is not below `slow` is either clear or too near
    const room = slow - keep;
    const part = room > 0 ? 1 - (distance - keep) / room : Number(distance <= keep);
    return {
        value: fixed(1000 * distance, 1),
        unit: 'mm',
        names: pairText(first.name, second.name),
        brief: pairText(briefName(first.name, rules), briefName(second.name, rules)),
        part: Math.max(0, Math.min(1, part)),
        near: distance < Math.max(slow, keep),
    };
}

/** Reads the nearest enforced pair from the component that shows clearances. */
export function nearestReader(page: Page): () => NearestShown | null {
    const rules = (): CollisionScene | undefined => page.station.scene?.collision;
    const names = NUMBERS.map((name) => `nearest/${name}`);
    const reader = new Reader(page, 'clearance', names, () => {
        const name = rules()?.component;
        return page.station.catalogue?.components.find((c) => c.name === name) ?? null;
    });
    page.station.on('catalogue', () => reader.open());
    page.ticker.every(5, () => void reader.poll());
    return () => {
        const [distance, keep, slow, a, b] = names.map((name) => reader.number(name));
        return nearestShown({ distance, keep, slow, a, b }, rules());
    };
}

/**
 * The bodies that came too near each other, by the reason for a stop: its subject, and the one that its text
 * ends with or that stands before a comma. Pure.
 */
export function bodiesOf(why: Why, rules: CollisionScene | undefined): CollisionScene['bodies'] {
    if (why.rule !== 'clearance') return [];
    const text = why.text.replace(/\.$/, '');
    const ends = (name: string): boolean => text.endsWith(` ${name}`) || text.includes(` ${name},`);
    const subject = rules?.bodies.find(({ name }) => name === why.subject);
    // of two names that the text ends with, the longer one is meant
    const others = rules?.bodies.filter(({ name }) => name !== why.subject && ends(name)) ?? [];
    const [other] = others.sort((a, b) => b.name.length - a.name.length);
    return [subject, other].filter((body) => body !== undefined);
}

/** The answer of the component's command as a pair. Throws where it is not one. */
export function pairOf(answer: Record<string, unknown>): Clearance {
    const { a, b, distance, policy, point_a: from, point_b: to } = answer;
    const isPlace = (place: unknown): place is Clearance['a'] =>
        Array.isArray(place) && place.length === 3 && place.every(Number.isFinite);
    if (typeof a !== 'string' || typeof b !== 'string' || typeof distance !== 'number' || !isPlace(from) || !isPlace(to)) {
        throw new Error('The cell gave no clearance.');
    }
    return { bodies: [a, b], a: from, b: to, distance, enforced: policy === 'keep' };
}

/** The line in the menu of a link; while a clearance is shown, it is measured again a few times a second. */
class Measuring {
    private body = ''; // whose clearance is shown; empty for none
    private asking = false;

    constructor(private readonly page: Page) {
        page.scene.offer(25, (picked) => this.linesOf(picked));
        page.station.on('catalogue', () => this.end());
        page.ticker.every(5, () => void this.again(), () => this.body !== '');
    }

    private linesOf({ index }: PickedLink): MenuLine[] {
        const body = this.page.station.scene?.collision?.bodies.find(({ link }) => link === index)?.name;
        if (body === undefined) return [];
        if (body === this.body) return [{ text: 'Hide clearance from here', act: () => this.end() }];
        return [{ text: 'Clearance from here', act: () => void attempt(byId('scene-top'), () => this.begin(body)) }];
    }

    private async begin(body: string): Promise<void> {
        const pair = await this.ask(body);
        this.body = body;
        this.page.scene.measure(pair);
        speak(`${pair.bodies[0]} and ${pair.bodies[1]} are ${fixed(1000 * pair.distance, 1)} mm apart.`);
    }

    private async ask(body: string): Promise<Clearance> {
        const object = this.page.station.scene?.collision?.component ?? '';
        const { result } = await this.page.station.request('call', { object, word: 'of', arguments: { body } });
        return pairOf((result ?? {}) as Record<string, unknown>);
    }

    private async again(): Promise<void> {
        const { body } = this;
        if (this.asking || this.page.station.contact !== 'live') return;
        this.asking = true;
        try {
            const pair = await this.ask(body);
            if (body === this.body) this.page.scene.measure(pair);
        } catch {
            if (body === this.body) this.end();
        } finally {
            this.asking = false;
        }
    }

    private end(): void {
        this.body = '';
        this.page.scene.measure(null);
    }
}

export function createMeasuring(page: Page): void {
    new Measuring(page);
}
