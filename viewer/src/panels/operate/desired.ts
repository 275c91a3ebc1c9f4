// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The table of the end effector: desired, which can be written, against actual, which cannot. What is
// desired is kept in the world, so that it is the same pose in whatever frame it is shown. Enter keeps
// a number; only the held button moves the arm.

import { Paced } from '../../core/paced';
import type { Pose } from '../../core/types';
import { button, lock } from '../../ui/controls';
import { h, setAttribute, setText } from '../../ui/dom';
import { fixed, NO_VALUE, parseNumber } from '../../ui/format';
import { compose } from '../../ui/frames';
import { clearNote, noteAt } from '../../ui/notes';
import type { Condition } from '../condition';
import { against, motionButton, type Motion } from '../motion';
import { armOf, poseOf, toolPlace, type Page } from '../page';
import type { JogSpeed } from './jogspeed';
import { dragText, numbersOf, poseOfNumbers, seen } from './poses';

const ROWS = ['X mm', 'Y mm', 'Z mm', 'Rx \u00b0', 'Ry \u00b0', 'Rz \u00b0'];
const NO_TURN = 'The tool is a point: it has no orientation.';

export interface Sight {
    from: () => Pose; // the frame that it is shown in
    actual: () => Pose | null;
    isPoint: () => boolean;
    relative: () => string; // the link that the end effector is relative to, or "None"
}

export class DesiredTable {
    private readonly inputs: HTMLInputElement[] = [];
    private readonly cells: HTMLElement[] = [];
    private readonly go = button('Hold to go there', { class: 'wide hold', icon: 'right' });
    private readonly reset = button('Set to actual', { class: 'small', press: () => (this.desired = null) });
    private readonly relative = h('td', { class: 'relative', colspan: '2' });
    private desired: Pose | null = null; // in the world; null: as actual
    private readonly motion: Motion;
    readonly root = h('details', { class: 'effectors' });

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        speed: JogSpeed,
        private readonly sight: Sight,
    ) {
        const rows = ROWS.map((name, i) => this.row(name, i));
        const last = h('tr', {}, h('th', { scope: 'row' }, 'Relative to'), this.relative);
        const head = ['', 'Desired', 'Actual'].map((t) => h('th', { scope: 'col' }, t));
        let paced: Paced | null = null;
        this.motion = {
            type: 'task',
            began: () => {
                const arm = armOf(page);
                if (arm !== null) paced = new Paced(poseOf(page, toolPlace(page, arm), true), () => speed);
            },
            text: () => (this.desired === null || paced === null ? null : dragText(paced.toward(this.desired))),
            against: () =>
                sight.actual() === null
                    ? 'There is no end effector.'
                    : this.desired === null
                      ? 'The tool is there. Enter another pose first.'
                      : null,
        };
        motionButton(page, condition, this.go, this.motion);
        this.root.append(
            h('summary', {}, 'Desired pose'),
            h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows, last)),
            h('div', { class: 'actions tight' }, this.go, this.reset),
        );
    }

    private row(name: string, index: number): HTMLElement {
        const input = h('input', { class: 'input', inputmode: 'decimal', 'aria-label': `Desired ${name}` });
        input.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') this.keep(index);
        });
        // leaving discards
        input.addEventListener('blur', () => this.draw());
        const cell = h('td', { class: 'live' });
        this.inputs.push(input);
        this.cells.push(cell);
        return h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, input), cell);
    }

    /** Takes what was written into the pose, in the frame that is shown. */
    private keep(index: number): void {
        const input = this.inputs[index];
        clearNote(input);
        const value = parseNumber(input.value);
        const before = this.desired ?? this.sight.actual();
        if (before === null) return;
        if (Number.isNaN(value)) {
            const text = `${ROWS[index]} is not a number.`;
            noteAt(input, { code: 'number', text, fix: 'Enter a number.' });
            return;
        }
        if (index > 2 && this.sight.isPoint()) {
            noteAt(input, { code: 'point', text: NO_TURN });
            return;
        }
        const from = this.sight.from();
        const numbers = numbersOf(seen(from, before));
        numbers[index] = value;
        this.desired = compose(from, poseOfNumbers(numbers));
        this.draw(true);
    }

    draw(all = false): void {
        if (!this.root.open) return;
        const from = this.sight.from();
        const actual = this.sight.actual();
        const shown = actual === null ? null : numbersOf(seen(from, actual));
        const desired = this.desired === null ? shown : numbersOf(seen(from, this.desired));
        setText(this.relative, this.sight.relative());
        this.inputs.forEach((input, i) => {
            setText(this.cells[i], shown === null ? 'None' : fixed(shown[i], 2));
            setAttribute(input, 'data-exact', desired === null ? '' : String(desired[i]));
            const turns = i > 2 && this.sight.isPoint();
            input.readOnly = turns || desired === null;
            if (turns) setAttribute(input, 'title', NO_TURN);
            if (!all && document.activeElement === input) return;
            const text = desired === null ? NO_VALUE : fixed(desired[i], 2);
            if (input.value !== text) input.value = text;
        });
        this.root.classList.toggle('changed', this.desired !== null);
        lock(this.go, against(this.page, this.condition, this.motion));
    }
}
