// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The small bars of further panes: which view they show, whether they float, and the way to shut them; and
// the lines between panes. A pane that floats is moved by its bar and sized by its corner.

import type { Pane, Panes } from './panes';
import type { Rect } from './stage';

export interface BarHooks {
    names(): string[];
    choose(pane: Pane, name: string): void;
    close(pane: Pane): void;
    /** Lets it float at a place, or docks it with null. */
    float(pane: Pane, place: Rect | null): void;
}

function option(text: string, value: string): HTMLOptionElement {
    const made = document.createElement('option');
    made.textContent = text;
    made.value = value;
    return made;
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, kind: string, text = ''): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    made.className = kind;
    made.textContent = text;
    return made;
}

interface Bar {
    root: HTMLElement;
    choice: HTMLSelectElement;
    names: string;
    float: HTMLButtonElement;
    shut: HTMLButtonElement;
    edge: HTMLElement; // the line to the pane beside it, or the frame of one that floats
    corner: HTMLElement;
}

/** Calls back with how far the pointer went since it was pressed there. */
function dragOf(handle: HTMLElement, begin: () => ((dx: number, dy: number) => void) | null): void {
    handle.addEventListener('pointerdown', (event) => {
        event.stopPropagation(); // it is not for the view below
        if (event.button !== 0 || event.target !== handle) return;
        const move = begin();
        if (move === null) return;
        const [x, y] = [event.clientX, event.clientY];
        const over = new AbortController();
        const options = { signal: over.signal };
        handle.setPointerCapture(event.pointerId);
        handle.addEventListener('pointermove', (e) => move(e.clientX - x, e.clientY - y), options);
        handle.addEventListener('lostpointercapture', () => over.abort(), options);
    });
}

export class PaneBars {
    private readonly bars = new Map<Pane, Bar>();
    private known = '';

    constructor(
        private readonly root: HTMLElement,
        private readonly hooks: BarHooks,
    ) {}

    /** In each frame: nothing unless panes were added, shut, renamed or given another place. */
    follow(panes: Panes): void {
        const now = panes.drawn.map(
            ({ name, rect, float }) =>
                `${name} ${rect.x} ${rect.y} ${rect.width} ${rect.height} ${float === null ? '' : 'floats'}`,
        );
        const key = now.slice(1).join('|');
        if (key === this.known) return;
        this.known = key;
        this.arrange(panes);
    }

    /** Bars that stay are the same elements: one of them may be under the pointer. */
    arrange(panes: Panes): void {
        const shown = panes.drawn.slice(1);
        for (const [pane, { root, edge, corner }] of this.bars) {
            if (shown.includes(pane)) continue;
            [root, edge, corner].forEach((one) => one.remove());
            this.bars.delete(pane);
        }
        shown.forEach((pane, k) => this.place(panes, pane, k + 2));
    }

    private place(panes: Panes, pane: Pane, number: number): void {
        let bar = this.bars.get(pane);
        if (bar === undefined) {
            bar = this.make(panes, pane);
            this.bars.set(pane, bar);
            this.root.append(bar.edge, bar.root, bar.corner);
        }
        const { x, y, width, height } = pane.rect;
        const floats = pane.float !== null;
        const names = this.hooks.names();
        if (bar.names !== names.join('|')) {
            bar.names = names.join('|');
            bar.choice.replaceChildren(option('own view', ''), ...names.map((name) => option(name, name)));
        }
        bar.choice.value = pane.name;
        bar.choice.setAttribute('aria-label', `View ${number} shows`);
        bar.shut.setAttribute('aria-label', `Close view ${number}`);
        bar.float.setAttribute('aria-label', `${floats ? 'Dock' : 'Float'} view ${number}`);
        bar.float.title = floats ? 'Dock it beside the other views' : 'Let it float above the other views';
        bar.float.textContent = floats ? '\u25f1' : '\u25f3';
        bar.corner.setAttribute('aria-label', `Size of view ${number}`);
        bar.root.classList.toggle('floats', floats);
        bar.corner.hidden = !floats;
        bar.root.style.transform = floats ? `translate(${x}px, ${y}px)` : `translate(${x + 12}px, ${y + 12}px)`;
        bar.root.style.width = floats ? `${width}px` : '';
        bar.corner.style.transform = `translate(${x + width - 16}px, ${y + height - 16}px)`;
        const upright = x > 0;
        bar.edge.className = floats ? 'scene-frame' : 'scene-divider';
        bar.edge.style.transform = `translate(${x}px, ${y}px)`;
        bar.edge.style.width = floats || !upright ? `${width}px` : '1px';
        bar.edge.style.height = floats || upright ? `${height}px` : '1px';
    }

    private make(panes: Panes, pane: Pane): Bar {
        const root = element('div', 'scene-bar');
        const choice = document.createElement('select');
        choice.addEventListener('change', () => this.hooks.choose(pane, choice.value));
        const float = element('button', 'float');
        const shut = element('button', 'shut', '\u00d7');
        const corner = element('div', 'scene-corner');
        for (const one of [float, shut]) one.type = 'button';
        float.addEventListener('click', () =>
            this.hooks.float(pane, pane.float === null ? panes.firstPlace(pane) : null),
        );
        shut.addEventListener('click', () => this.hooks.close(pane));
        root.append(choice, float, shut);
        const from = (change: (rect: Rect, dx: number, dy: number) => Rect) => () => {
            const before = pane.float;
            if (before === null) return null;
            return (dx: number, dy: number): void => this.hooks.float(pane, change(before, dx, dy));
        };
        dragOf(root, from((rect, dx, dy) => ({ ...rect, x: rect.x + dx, y: rect.y + dy })));
        dragOf(
            corner,
            from((rect, dx, dy) => ({ ...rect, width: rect.width + dx, height: rect.height + dy })),
        );
        return { root, choice, names: '', float, shut, edge: element('div', ''), corner };
    }
}
