// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The points of the cell at this page: read anew whenever the cell says that they changed, with the
// chosen one and the ticks for the cycle, which are this page's own.

import type { Condition } from '../condition';
import { partOf, type Page } from '../page';
import { parsePoint, type Point } from './pointmodel';

const MOST = 500;

export class PointStore {
    points: Point[] = [];
    chosen = '';
    readonly unticked = new Set<string>();
    private version = Number.NaN;
    private reading = false;
    private readonly listeners = new Set<() => void>();

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        page.station.on('catalogue', () => void this.read());
        page.changed(() => {
            if (page.workspace === 'teach') void this.read();
            else this.show();
        });
        page.ticker.every(5, () => this.look());
    }

    get component(): string | null {
        return partOf(this.page, 'points')?.name ?? null;
    }

    get current(): Point | null {
        return this.points.find((p) => p.name === this.chosen) ?? null;
    }

    get ticked(): Point[] {
        return this.points.filter((p) => !this.unticked.has(p.name));
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    choose(name: string): void {
        this.chosen = name;
        this.tell();
    }

    tick(name: string, on: boolean): void {
        if (on) this.unticked.delete(name);
        else this.unticked.add(name);
        this.tell();
    }

    /** A message to the component, then all points anew. */
    async say(text: string): Promise<void> {
        const name = this.component;
        if (name === null)
            throw new Error('This cell has no points component. Add one to the cell to teach.');
        await this.page.station.tell(name, text);
        this.page.unsaved.touch();
        await this.read();
    }

    private look(): void {
        const version = this.condition.points.number('version');
        const at = this.condition.points.number('at');
        this.condition.pointName = this.points[at]?.name ?? '';
        if (Number.isNaN(version) || version === this.version) return;
        this.version = version;
        void this.read();
    }

    async read(): Promise<void> {
        const name = this.component;
        if (this.reading || name === null) return;
        this.reading = true;
        try {
            const count = Math.min(
                MOST,
                Number.parseInt(await this.page.station.tell(name, 'count'), 10) || 0,
            );
            const found: Point[] = [];
            for (let i = 0; i < count; i++) {
                const point = parsePoint(await this.page.station.tell(name, `point ${i}`));
                if (point !== null) found.push(point);
            }
            this.points = found;
            if (this.current === null) this.chosen = found.at(-1)?.name ?? '';
        } catch {
            // contact or cell changed meanwhile; the next version or catalogue reads again
        } finally {
            this.reading = false;
        }
        this.tell();
    }

    /** In Teach the points are in the scene too. */
    private show(): void {
        this.page.scene.points(
            this.page.workspace === 'teach'
                ? this.points
                      .filter((p) => p.pose !== null)
                      .map((p) => ({ name: p.name, pose: p.pose!, chosen: p.name === this.chosen }))
                : [],
        );
    }

    private tell(): void {
        this.show();
        for (const listener of this.listeners) listener();
    }
}
