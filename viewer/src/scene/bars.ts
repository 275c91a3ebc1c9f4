// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The small bars of further panes: which view they show, and the way to shut them; and the lines
// between panes.

import type { Pane, Panes } from './panes';

export interface BarHooks {
    names(): string[];
    choose(pane: Pane, name: string): void;
    close(pane: Pane): void;
}

function option(text: string, value: string): HTMLOptionElement {
    const made = document.createElement('option');
    made.textContent = text;
    made.value = value;
    return made;
}

export class PaneBars {
    private readonly made: HTMLElement[] = [];
    private known = '';

    constructor(
        private readonly root: HTMLElement,
        private readonly hooks: BarHooks,
    ) {}

    /** In each frame: nothing unless panes were added, shut, renamed or given another size. */
    follow(panes: Panes): void {
        const now = panes.drawn.map(
            ({ name, rect }) => `${name} ${rect.x} ${rect.y} ${rect.width} ${rect.height}`,
        );
        const key = now.slice(1).join('|');
        if (key === this.known) return;
        this.known = key;
        this.arrange(panes);
    }

    arrange(panes: Panes): void {
        this.made.splice(0).forEach((element) => element.remove());
        panes.drawn.slice(1).forEach((pane, k) => {
            const { x, y, width, height } = pane.rect;
            const bar = this.bar(pane, k + 2);
            bar.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
            const divider = document.createElement('div');
            divider.className = 'scene-divider';
            const upright = x > 0;
            divider.style.transform = `translate(${x}px, ${y}px)`;
            divider.style.width = upright ? '1px' : `${width}px`;
            divider.style.height = upright ? `${height}px` : '1px';
            this.made.push(bar, divider);
            this.root.append(divider, bar);
        });
    }

    private bar(pane: Pane, number: number): HTMLElement {
        const bar = document.createElement('div');
        bar.className = 'scene-bar';
        const choice = document.createElement('select');
        choice.setAttribute('aria-label', `View ${number} shows`);
        choice.append(option('own view', ''), ...this.hooks.names().map((name) => option(name, name)));
        choice.value = pane.name;
        choice.addEventListener('change', () => this.hooks.choose(pane, choice.value));
        const shut = document.createElement('button');
        shut.type = 'button';
        shut.textContent = '\u00d7';
        shut.setAttribute('aria-label', `Shut view ${number}`);
        shut.addEventListener('click', () => this.hooks.close(pane));
        bar.append(choice, shut);
        return bar;
    }
}
