// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The gripper: open, close, relax, a width, and what it holds.

import { button, card, lock, slider } from '../../ui/controls';
import { h, setAttribute, setText } from '../../ui/dom';
import { fixed } from '../../ui/format';
import { attempt } from '../../ui/notes';
import type { Condition } from '../condition';
import { partOf, signalOf, type Page, type Workspace } from '../page';
import { Reader } from '../signals';

const WIDEST = 0.08; // [m] of the slider, where the gripper does not tell

export class GripperCard {
    private readonly made = card('Gripper');
    readonly root = this.made.root;
    private readonly reader: Reader;
    private readonly acts: HTMLButtonElement[];
    private readonly width = slider('Width of the gripper', 0.5, (part, done) => done && this.setWidth(part));

    private objects: string[] = []; // that can be held, in the order in which `holds` counts

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        workspace: Workspace,
    ) {
        this.reader = new Reader(page, 'gripper', ['width', 'wanted', 'state', 'holds', 'effort'], () =>
            partOf(page, 'gripper'),
        );
        page.station.on('catalogue', () => this.askObjects());
        this.askObjects();
        const tell =
            (word: string) =>
            (at: HTMLButtonElement): void => {
                const part = this.reader.present;
                if (part !== null) void attempt(at, () => page.station.tell(part.name, word));
            };
        this.acts = ['Open', 'Close', 'Relax'].map((text) =>
            button(text, { class: 'wide', press: tell(text.toLowerCase()) }),
        );
        this.made.body.append(
            h('div', { class: 'actions tight' }, ...this.acts),
            h('div', { class: 'field-row' }, h('span', { class: 'label' }, 'Width'), this.width.root),
        );
        const open = (): void => {
            if (page.workspace === workspace) this.reader.open();
            else this.reader.shut();
            this.root.hidden = partOf(page, 'gripper') === null;
        };
        page.station.on('catalogue', open);
        page.changed(open);
        open();
        page.ticker.every(
            5,
            () => this.draw(),
            () => page.workspace === workspace,
        );
        page.ticker.every(
            5,
            () => void this.reader.poll(),
            () => page.workspace === workspace,
        );
    }

    private setWidth(part: number): void {
        const gripper = this.reader.present;
        if (gripper === null || this.condition.locked() !== null) return;
        void attempt(this.width.root, () =>
            this.page.station.tell(gripper.name, `width ${(part * WIDEST).toFixed(4)}`),
        );
    }

    private draw(): void {
        const why = this.condition.locked();
        this.acts.forEach((b) => lock(b, why));
        lock(this.width.root, why);
        const width = this.reader.number('width');
        const state = this.reader.word('state');
        const held = this.objects[this.reader.number('holds')] ?? '';
        const known = signalOf(this.page, this.reader.path('width')) !== null || !Number.isNaN(width);
        setText(
            this.made.end,
            [known ? `${fixed(1000 * width, 1)} mm` : '', held === '' ? state : `holds ${held}`]
                .filter((t) => t !== '')
                .join(', '),
        );
        ['open', 'close', 'relax'].forEach((word, i) =>
            setAttribute(this.acts[i], 'aria-pressed', String(state.startsWith(word))),
        );
        if (document.activeElement !== this.width.root && !Number.isNaN(width))
            this.width.set(Math.min(1, width / WIDEST));
    }

    /** The names of loose objects, as the component that keeps them tells. */
    private askObjects(): void {
        const keeper = this.page.station.find('objects');
        if (keeper === null) return;
        void this.page.station.tell(keeper.name, 'list').then(
            (names) => (this.objects = names.split(' ')),
            () => (this.objects = []),
        );
    }
}
