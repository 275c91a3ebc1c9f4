// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Paths: recorded while the arm is moved by hand or otherwise, replayed while a button is held.

import { button, card, lock, segments, select, setOptions } from '../../ui/controls';
import { h, setText } from '../../ui/dom';
import { fixed } from '../../ui/format';
import { attempt } from '../../ui/notes';
import { askText } from '../../ui/popups';
import type { Condition } from '../condition';
import { lockMotion, motionButton, type Motion } from '../motion';
import { partOf, type Page } from '../page';
import { Reader } from '../signals';
import { asName } from './pointmodel';

export class PathCard {
    private what: 'joints' | 'frame' = 'joints';
    private readonly kind = segments<'joints' | 'frame'>(
        'What is recorded',
        [
            ['joints', 'Joints'],
            ['frame', 'Tool frame'],
        ],
        'joints',
        (w) => (this.what = w),
    );
    private readonly made = card('Path', { fill: true, tools: [this.kind.root] });
    readonly root = this.made.root;
    private readonly reader: Reader;
    private readonly names = select('Recorded path', [['', 'no path yet']], '', () => undefined);
    private readonly record = button('Record path', {
        class: 'wide',
        icon: 'record',
        press: (b) => this.toggle(b),
    });
    private readonly play = button('Hold to replay', { class: 'wide hold', icon: 'right' });
    private readonly remove = button('Remove', { press: (b) => this.say(b, `remove ${this.names.value}`) });
    private readonly repeat = h('input', { type: 'checkbox', class: 'check', id: 'path-repeat' });
    private readonly said = h('p', { class: 'note' });
    private readonly motion: Motion;
    private sent = false;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        this.kind.root.classList.add('push');
        this.reader = new Reader(page, 'paths', ['state', 'rows', 'length'], () => partOf(page, 'paths'));
        this.motion = {
            type: 'paths',
            began: () => (this.sent = false),
            text: () => {
                if (this.sent || this.names.value === '') return null;
                this.sent = true;
                return `play ${this.names.value}${this.repeat.checked ? ' repeat' : ''}`;
            },
            against: () => (this.names.value === '' ? 'Record a path first.' : null),
            ended: () => this.say(this.play, 'stop'),
        };
        motionButton(page, condition, this.play, this.motion);
        this.made.body.append(
            h('div', { class: 'actions' }, this.record),
            h(
                'div',
                { class: 'field-row' },
                this.names,
                h('span', { class: 'grow' }),
                this.repeat,
                h('label', { for: 'path-repeat' }, 'repeat'),
            ),
            h('div', { class: 'actions' }, this.play, this.remove),
            this.said,
        );
        const open = (): void => {
            if (page.workspace === 'teach') this.reader.open();
            else this.reader.shut();
            void this.list();
        };
        page.station.on('catalogue', open);
        page.changed(open);
        const seen = (): boolean => page.workspace === 'teach';
        page.ticker.every(5, () => this.draw(), seen);
        page.ticker.every(5, () => void this.reader.poll(), seen);
    }

    private get isRecording(): boolean {
        return this.reader.word('state').startsWith('record');
    }

    private say(at: HTMLElement, text: string): void {
        const part = partOf(this.page, 'paths');
        if (part !== null)
            void attempt(at, () => this.page.station.tell(part.name, text)).then(() => this.list());
    }

    private toggle(at: HTMLElement): void {
        if (this.isRecording) return this.say(at, 'end');
        askText('Record a path', 'Name of the path', `path_${this.names.options.length}`, (text) =>
            this.say(at, `record ${this.what} ${asName(text)}`),
        );
    }

    private async list(): Promise<void> {
        const part = partOf(this.page, 'paths');
        if (part === null || this.page.workspace !== 'teach') return;
        try {
            // "NAME kind rows | NAME kind rows"
            const answer = await this.page.station.tell(part.name, 'list');
            const names = answer
                .split('|')
                .map((each) => each.trim().split(/\s+/)[0])
                .filter((n) => n !== '');
            setOptions(
                this.names,
                names.length === 0 ? [['', 'no path yet']] : names.map((n) => [n, n] as const),
            );
        } catch {
            // asked again with the next catalogue
        }
    }

    private draw(): void {
        const none =
            partOf(this.page, 'paths') === null
                ? 'This cell has no paths component; add one to the cell to record.'
                : null;
        const why = none ?? (this.page.station.holds ? null : this.condition.locked());
        lock(this.record, why);
        lockMotion(this.page, this.condition, this.play, this.motion);
        lock(this.remove, none ?? (this.names.value === '' ? 'Record a path first.' : null));
        setText(
            this.record.querySelector('span') as Element,
            this.isRecording ? 'End recording' : 'Record path',
        );
        const rows = this.reader.number('rows');
        const length = this.reader.number('length');
        setText(
            this.said,
            none ??
                (rows > 0
                    ? `${fixed(rows, 0)} rows, ${fixed(length, 1)} s, ${this.reader.word('state')}`
                    : 'No path yet. Record one while the arm moves.'),
        );
    }
}
