// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Views by name: those that every cell has, and those that a person saved for this cell in this
// browser.

import type { View } from './camera';
import { looking, STEEPEST } from './camera';

const PRESETS: Record<string, Pick<View, 'azimuth' | 'elevation'> | 'tool'> = {
    Cell: { azimuth: -0.95, elevation: 0.36 },
    Front: { azimuth: 0, elevation: 0.05 },
    Side: { azimuth: -Math.PI / 2, elevation: 0.05 },
    Top: { azimuth: -Math.PI / 2, elevation: Math.PI / 2 - 0.01 },
    Tool: 'tool',
};

/** Straight along the axes of the world, for further panes. */
const AXES: Record<string, Pick<View, 'azimuth' | 'elevation'>> = {
    'Along x': { azimuth: 0, elevation: 0 },
    'Along y': { azimuth: -Math.PI / 2, elevation: 0 },
    'Along z': { azimuth: -Math.PI / 2, elevation: STEEPEST },
};
export const AXIS_VIEWS: readonly string[] = Object.keys(AXES);

export const FIRST_VIEW: View = {
    ...looking([2, -2.6, 1.6], [0.2, 0, 0.4]),
    azimuth: -0.95,
    elevation: 0.36,
};

const isView = (value: unknown): value is View => {
    const v = value as View | null;
    return (
        typeof v === 'object' &&
        v !== null &&
        Array.isArray(v.centre) &&
        v.centre.length === 3 &&
        [...v.centre, v.azimuth, v.elevation, v.distance].every((n) => Number.isFinite(n))
    );
};

export class SavedViews {
    private cell = '';
    private saved = new Map<string, View>();

    load(cell: string): void {
        this.cell = cell;
        this.saved = new Map();
        try {
            const text = localStorage.getItem(`sinew-views:${cell}`);
            const all = text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
            for (const [name, view] of Object.entries(all)) if (isView(view)) this.saved.set(name, view);
        } catch {
            // what cannot be read was not saved by this page
        }
    }

    names(): string[] {
        return [...Object.keys(PRESETS), ...[...this.saved.keys()].filter((name) => !(name in PRESETS))];
    }

    /** A saved view whole, of a ready one only the direction; null for a name that is none. */
    get(name: string): View | Pick<View, 'azimuth' | 'elevation'> | 'tool' | null {
        const ready = { ...PRESETS, ...AXES };
        return this.saved.get(name) ?? (Object.hasOwn(ready, name) ? ready[name] : null);
    }

    save(name: string, view: View): void {
        this.saved.set(name, view);
        this.store();
    }

    /** Only a saved view can go; a ready one comes back from under it. */
    forget(name: string): void {
        if (this.saved.delete(name)) this.store();
    }

    isSaved(name: string): boolean {
        return this.saved.has(name);
    }

    private store(): void {
        try {
            localStorage.setItem(`sinew-views:${this.cell}`, JSON.stringify(Object.fromEntries(this.saved)));
        } catch {
            // no storage: it lasts as long as the page
        }
    }
}
