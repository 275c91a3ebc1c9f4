// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The row of the free elbow: turns the arm about itself while the tool stays. Its free range is in
// the colour of candidates, where the task stage knows it.

import { h, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed } from '../../ui/format';
import { icon } from '../../ui/icons';
import type { Condition } from '../condition';
import { lockMotion, motionButton, type Motion } from '../motion';
import { armOf, partOf, type Page } from '../page';
import { Reader } from '../signals';
import type { JogSpeed } from './jogspeed';
import { rangeText } from './margins';

export class ElbowRow {
    private readonly free = h('span', { class: 'soft' });
    private readonly mark = h('span', { class: 'at' });
    private readonly range = h(
        'div',
        {
            class: 'range',
            role: 'meter',
            'aria-label': 'elbow turn',
            'aria-valuemin': '-180',
            'aria-valuemax': '180',
            'aria-valuenow': '0',
        },
        this.free,
        this.mark,
    );
    private readonly value = h('output');
    readonly root: HTMLElement;
    private readonly reader: Reader;
    private readonly nudges: { button: HTMLElement; motion: Motion }[];

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly speed: JogSpeed,
    ) {
        this.reader = new Reader(page, 'task', ['turn_low', 'turn_high', 'drift'], () =>
            partOf(page, 'task'),
        );
        this.nudges = [this.nudge(-1), this.nudge(1)];
        this.root = h(
            'div',
            { class: 'joint elbow live', title: 'Turns the elbow; the tool stays' },
            h('span', { class: 'joint-name' }, h('b', {}, 'E'), h('span', {}, 'elbow')),
            this.nudges[0].button,
            this.range,
            this.nudges[1].button,
            this.value,
        );
        const open = (): void => (page.workspace === 'operate' ? this.reader.open() : this.reader.shut());
        page.station.on('catalogue', open);
        page.changed(open);
        const seen = (): boolean => page.workspace === 'operate';
        page.ticker.every(15, () => this.draw(), seen);
        page.ticker.every(5, () => void this.reader.poll(), seen);
        page.ticker.every(
            5,
            () => this.nudges.forEach((n) => lockMotion(page, condition, n.button, n.motion)),
            seen,
        );
    }

    /** An arm of six joints or fewer has no free elbow. */
    private hasElbow(): boolean {
        return (armOf(this.page)?.axes.length ?? 0) > 6 && partOf(this.page, 'task') !== null;
    }

    private nudge(direction: 1 | -1): { button: HTMLElement; motion: Motion } {
        const button = h(
            'button',
            {
                type: 'button',
                class: 'nudge holding',
                'aria-label': `Hold to turn the elbow ${direction > 0 ? 'up' : 'down'}`,
            },
            icon(direction > 0 ? 'plus' : 'minus'),
        );
        const motion: Motion = {
            type: 'task',
            text: () => turnText(direction * this.speed.angular),
            against: () => (this.hasElbow() ? null : 'This arm has no free elbow.'),
        };
        motionButton(this.page, this.condition, button, motion);
        return { button, motion };
    }

    private draw(): void {
        this.root.hidden = !this.hasElbow();
        const low = this.reader.number('turn_low');
        const high = this.reader.number('turn_high');
        const known = high > low;
        const part = (angle: number): number => Math.max(0, Math.min(1, 0.5 + angle / (2 * Math.PI)));
        this.free.style.left = known ? `${100 * part(low)}%` : '0';
        this.free.style.right = known ? `${100 - 100 * part(high)}%` : '0';
        setClass(this.root, 'unknown', !known);
        this.mark.style.transform = 'translateX(50%)';
        setText(this.value, known ? rangeText(low, high) : 'free');
        const drift = this.reader.number('drift');
        const moving = ['turn', 'pull'].includes(this.condition.task.word('mode'));
        if (moving && drift >= 0) setText(this.value, `${fixed(1000 * drift, 2)} mm`);
        setAttribute(
            this.range,
            'aria-valuetext',
            known ? `free: ${rangeText(low, high)}` : 'free range not known',
        );
    }
}

export function turnText(rate: number): string {
    return `turn ${rate.toPrecision(6)}`;
}
