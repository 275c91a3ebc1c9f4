// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The edges of the side panels: dragged or moved by arrow keys they make a panel wider or narrower,
// a double click or Enter shuts and opens it. Each workspace keeps its own; the band never changes.

import { h, setAttribute, setClass } from '../ui/dom';
import type { Page, Workspace } from './page';

type Side = 'left' | 'right';

interface Kept {
    width: number; // [px], 0 for as it comes
    shut: boolean;
}

const STORED = 'sinew-panels';
const LEAST = 200;
const MOST = 640;
const SHUT = 120; // dragged below this it shuts
const STEP = 16;

/** The width that a panel gets, and whether it is shut by that. */
export function fitted(width: number): Kept {
    if (!(width >= SHUT)) return { width: 0, shut: true };
    return { width: Math.round(Math.max(LEAST, Math.min(MOST, width))), shut: false };
}

class Edges {
    private readonly kept: Partial<Record<string, Kept>>;
    private readonly edges: Record<Side, HTMLElement>;

    constructor(private readonly page: Page) {
        this.kept = read();
        this.edges = { left: this.edge('left'), right: this.edge('right') };
        document.body.append(this.edges.left, this.edges.right);
        for (const side of ['left', 'right'] as const)
            page.keys.add({
                name: `Show or hide the ${side} panel`,
                group: 'Page',
                act: () => this.toggle(side),
            });
        page.changed(() => this.apply());
        this.apply();
    }

    private of(side: Side): Kept {
        return this.kept[key(this.page.workspace, side)] ?? { width: 0, shut: false };
    }

    private set(side: Side, now: Kept): void {
        this.kept[key(this.page.workspace, side)] = now;
        try {
            localStorage.setItem(STORED, JSON.stringify(this.kept));
        } catch {
            // without storage it lasts as long as the page
        }
        this.apply();
    }

    private width(side: Side): number {
        return document.getElementById(side)?.getBoundingClientRect().width ?? 0;
    }

    private toggle(side: Side): void {
        const now = this.of(side);
        this.set(side, { width: now.width, shut: !now.shut });
    }

    private apply(): void {
        for (const side of ['left', 'right'] as const) {
            const { width, shut } = this.of(side);
            const { style } = document.body;
            if (shut) style.setProperty(`--${side}-now`, '0px');
            else if (width > 0) style.setProperty(`--${side}-now`, `${width}px`);
            else style.removeProperty(`--${side}-now`);
            setClass(document.body, `${side}-shut`, shut);
            setAttribute(this.edges[side], 'aria-valuenow', String(Math.round(this.width(side))));
            const now = Math.round(this.width(side));
            setAttribute(this.edges[side], 'aria-valuetext', shut ? 'shut' : `${now} px`);
        }
    }

    private edge(side: Side): HTMLElement {
        const made = h('div', {
            class: `edge of-${side}`,
            role: 'separator',
            tabindex: '0',
            'aria-orientation': 'vertical',
            'aria-label': `Edge of the ${side} panel`,
            'aria-valuemin': '0',
            'aria-valuemax': String(MOST),
            title: 'Drag, or use the arrow keys; double click or Enter closes and opens',
        });
        made.addEventListener('pointerdown', (event) => this.drag(made, side, event));
        made.addEventListener('dblclick', () => this.toggle(side));
        made.addEventListener('keydown', (event) => this.key(side, event));
        return made;
    }

    private drag(made: HTMLElement, side: Side, event: PointerEvent): void {
        if (event.button !== 0) return;
        const begin = event.clientX;
        const width = this.of(side).shut ? 0 : this.width(side);
        const end = new AbortController();
        made.setPointerCapture(event.pointerId);
        setClass(made, 'down', true);
        const move = (e: PointerEvent): void => {
            const by = side === 'left' ? e.clientX - begin : begin - e.clientX;
            if (Math.abs(by) > 2) this.set(side, fitted(width + by));
        };
        const stop = (): void => {
            end.abort();
            setClass(made, 'down', false);
        };
        made.addEventListener('pointermove', move, { signal: end.signal });
        made.addEventListener('pointerup', stop, { signal: end.signal });
        made.addEventListener('pointercancel', stop, { signal: end.signal });
    }

    private key(side: Side, event: KeyboardEvent): void {
        const grow = side === 'left' ? 'ArrowRight' : 'ArrowLeft';
        const shrink = side === 'left' ? 'ArrowLeft' : 'ArrowRight';
        if (event.key === 'Enter') this.toggle(side);
        else if (event.key === 'Home') this.set(side, { width: 0, shut: false });
        else if (event.key === grow || event.key === shrink) {
            const by = event.key === grow ? STEP : -STEP;
            const now = this.of(side).shut ? LEAST - STEP : this.width(side);
            this.set(side, fitted(Math.max(now + by, LEAST)));
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }
}

function key(workspace: Workspace, side: Side): string {
    return `${workspace} ${side}`;
}

function read(): Partial<Record<string, Kept>> {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
        if (typeof stored !== 'object' || stored === null) return {};
        const good = Object.entries(stored as Record<string, Partial<Kept>>).map(([name, k]) => {
            const width = typeof k?.width === 'number' && k.width >= LEAST && k.width <= MOST ? k.width : 0;
            return [name, { width, shut: k?.shut === true }] as const;
        });
        return Object.fromEntries(good);
    } catch {
        return {};
    }
}

export function createEdges(page: Page): void {
    new Edges(page);
}
