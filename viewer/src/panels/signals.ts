// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Reads signals of one component: by state frames where the catalogue lists them, else by asking a
// few times a second. Panels that are shut take their signals back, since a page may watch 64.

import type { Component } from '../core/types';
import { signalOf, type Page } from './page';

interface Listed {
    path: string;
    value: string;
}

/** The words of enumerations, where a cell does not tell them. */
const WORDS: Record<string, readonly string[]> = {
    'task/mode': ['idle', 'follow', 'jog', 'drag', 'pull', 'turn', 'brake'],
    'points/state': ['idle', 'going', 'cycling', 'paused', 'failed'],
    'sequence/state': ['stopped', 'running', 'paused', 'done', 'failed'],
};

export class Reader {
    private component: Component | null = null;
    private release: (() => void) | null = null;
    private asked = new Map<string, string>();
    private unlisted: string[] = [];
    private asking = false;

    constructor(
        private readonly page: Page,
        private readonly type: string,
        private readonly names: readonly string[],
        private readonly find: () => Component | null,
    ) {}

    get present(): Component | null {
        return this.component;
    }

    /** Begins with the cell as it is now; to be called again when it is another. */
    open(): void {
        this.shut();
        this.component = this.find();
        if (this.component === null) return;
        const listed = this.names.filter((name) => signalOf(this.page, this.path(name)) !== null);
        this.unlisted = this.names.filter((name) => !listed.includes(name));
        this.release = this.page.station.watch(listed.map((name) => this.path(name)));
    }

    shut(): void {
        this.release?.();
        this.release = null;
        this.component = null;
        this.asked.clear();
        this.unlisted = [];
    }

    path(name: string): string {
        return `${this.component?.name ?? this.type}/${name}`;
    }

    /** Asks for what frames do not carry; call it a few times a second. */
    async poll(): Promise<void> {
        const { component } = this;
        if (this.unlisted.length === 0 || this.asking || component === null) return;
        if (this.page.station.contact !== 'live') return;
        this.asking = true;
        try {
            const found = await this.page.station.request('list', {
                path: `${component.name}/${this.pattern()}`,
                most: 300,
            });
            if (component !== this.component) return;
            // made anew: elements of a list that has become shorter must not stay
            this.asked = new Map(
                ((found['items'] as Listed[] | undefined) ?? []).map((item) => [item.path, item.value]),
            );
            // a list may be empty now and full later; a single name that is not there never comes
            this.unlisted = this.unlisted.filter(
                (name) => name.includes('[') || this.asked.has(this.path(name)),
            );
        } catch {
            this.unlisted = []; // not to be had in this cell: the card shows no value
        } finally {
            this.asking = false;
        }
    }

    /** The block that all unlisted names are in, or everything. */
    private pattern(): string {
        const blocks = new Set(
            this.unlisted.map((name) => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '')),
        );
        const [only] = blocks;
        return blocks.size === 1 && only !== '' ? `${only}/*` : '**';
    }

    /** NaN for none; an enumeration counts its words. */
    number(name: string): number {
        const path = this.path(name);
        const value = this.page.station.value(path);
        if (!Number.isNaN(value)) return value;
        const text = this.asked.get(path);
        if (text === undefined) return Number.NaN;
        const word = this.wordsOf(name).indexOf(text);
        return word >= 0 ? word : parseAsked(text);
    }

    /** The word of an enumeration; "" for none. */
    word(name: string): string {
        const value = this.page.station.value(this.path(name));
        if (Number.isNaN(value)) return this.asked.get(this.path(name)) ?? '';
        return this.wordsOf(name)[value] ?? '';
    }

    truth(name: string): boolean {
        return this.number(name) > 0.5;
    }

    private wordsOf(name: string): readonly string[] {
        return signalOf(this.page, this.path(name))?.words ?? WORDS[`${this.type}/${name}`] ?? [];
    }
}

function parseAsked(text: string): number {
    if (text === 'true' || text === 'on' || text === 'yes') return 1;
    if (text === 'false' || text === 'off' || text === 'no') return 0;
    return Number.parseFloat(text);
}

/** Names of the elements of an array signal. */
export function elements(name: string, count: number): string[] {
    return Array.from({ length: count }, (_, i) => `${name}[${i}]`);
}
