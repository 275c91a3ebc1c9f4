// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Who holds the zones of the rules: the signals zones/NAME have the number of an arm, or -1.

import type { CollisionScene, Station } from '../core/types';

export class ZoneHolders {
    private zones: string[] = [];
    private seen: (string | null)[] = [];
    private release: (() => void) | null = null;

    constructor(private readonly station: Station) {}

    build(rules: CollisionScene | null): void {
        this.release?.();
        this.zones = (rules?.volumes ?? []).filter(({ kind }) => kind === 'zone').map(({ name }) => name);
        this.release = this.zones.length > 0 ? this.station.watch(this.zones.map((name) => `zones/${name}`)) : null;
    }

    /** The arm that holds a zone; null for none, or while that is not known. */
    of(zone: string): string | null {
        const number = this.station.value(`zones/${zone}`);
        return this.station.catalogue?.arms[number]?.name ?? null;
    }

    /** Whether it differs from what it was; it counts as seen from now on. */
    sees(): boolean {
        const now = this.zones.map((name) => this.of(name));
        const news = now.some((holder, k) => holder !== this.seen[k]);
        this.seen = now;
        return news;
    }
}
