// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene in words: links, where they are, how they are marked. Read by screen readers beside the
// picture, and shown to everybody where there is no picture.

import type { SceneDescription, StateFrame } from '../core/types';

const EVERY = 1000; // [ms]: figures of a twin need not be quick, and writing costs layout

const figure = new Intl.NumberFormat('en', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
});
const millimetres = (value: number): string => figure.format(value * 1000).replace('-', '\u2212');

export class Twin {
    readonly element = document.createElement('div');
    private cells: HTMLTableCellElement[][] = [];
    private last = -Infinity;

    constructor(private readonly clock: () => number) {
        this.element.className = 'scene-twin';
        this.element.setAttribute('role', 'region');
        this.element.setAttribute('aria-label', 'Scene as a table');
        this.element.tabIndex = -1;
    }

    /** Seen by all: there is no picture. */
    reveal(why: string): void {
        this.element.classList.add('is-shown');
        this.element.tabIndex = 0; // it scrolls, so keys must reach it
        const note = document.createElement('p');
        note.textContent = why;
        this.element.prepend(note);
    }

    build(scene: SceneDescription): void {
        this.element.querySelector('table')?.remove();
        const table = document.createElement('table');
        const caption = table.createCaption();
        caption.textContent = 'Links and their positions in the world';
        const head = table.createTHead().insertRow();
        for (const word of ['link', 'object', 'x [mm]', 'y [mm]', 'z [mm]', 'mark']) {
            const cell = document.createElement('th');
            cell.scope = 'col';
            cell.textContent = word;
            head.append(cell);
        }
        const body = table.createTBody();
        this.cells = scene.links.map((link) => {
            const row = body.insertRow();
            const name = document.createElement('th');
            name.scope = 'row';
            name.textContent = link.name;
            row.append(name);
            row.insertCell().textContent = link.member;
            return Array.from({ length: 4 }, () => row.insertCell());
        });
        this.element.append(table);
        this.last = -Infinity;
    }

    update(frame: StateFrame, marks: readonly { index: number; mark: string }[]): void {
        if (this.clock() - this.last < EVERY) return;
        this.last = this.clock();
        const count = Math.min(this.cells.length, frame.links.length / 7);
        for (let k = 0; k < count; k++) {
            const words = [0, 1, 2].map((c) => millimetres(frame.links[7 * k + c]));
            words.push(marks.find((m) => m.index === k)?.mark ?? '');
            words.forEach((word, c) => {
                if (this.cells[k][c].textContent !== word) this.cells[k][c].textContent = word;
            });
        }
    }
}
