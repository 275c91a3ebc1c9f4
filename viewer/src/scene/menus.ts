// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The menu of a link: every part of the page that can do something with links says so here, and all of
// it stands in one menu, in the scene and in the list of objects.

import type { LinkProvider, MenuLine, PickedLink, Station } from '../core/types';

export class LinkMenus {
    private readonly providers: { group: number; provider: LinkProvider }[] = [];

    constructor(private readonly station: Station) {}

    offer(group: number, provider: LinkProvider): () => void {
        const entry = { group, provider };
        // behind those of its group that were there before
        const after = this.providers.findIndex((other) => other.group > group);
        this.providers.splice(after < 0 ? this.providers.length : after, 0, entry);
        return () => {
            const at = this.providers.indexOf(entry);
            if (at >= 0) this.providers.splice(at, 1);
        };
    }

    of(index: number, at = { x: 0, y: 0 }): MenuLine[] {
        const picked = this.pickedOf(index, at);
        if (picked === null) return [];
        const lines: MenuLine[] = [{ title: picked.link.name }];
        let last: number | null = null;
        for (const { group, provider } of this.providers) {
            const more = provider(picked);
            if (more.length === 0) continue;
            if (last !== null && last !== group) lines.push('line');
            last = group;
            lines.push(...more);
        }
        return lines;
    }

    private pickedOf(index: number, at: { x: number; y: number }): PickedLink | null {
        const { scene, catalogue } = this.station;
        const link = scene?.links[index];
        if (scene === null || link === undefined) return null;
        const arms = catalogue?.arms ?? [];
        const carries = (tool: string, member: string): boolean =>
            member === link.member &&
            (link.name === tool || scene.frames.some((f) => f.link === index && f.name === tool));
        const memberOf = (arm: { member: number }): string => scene.members[arm.member]?.name ?? '';
        return {
            index,
            link,
            arm: arms.find((arm) => memberOf(arm) === link.member) ?? null,
            tools: arms.filter((arm) => carries(arm.tool, memberOf(arm))).map((arm) => arm.name),
            at,
        };
    }
}
