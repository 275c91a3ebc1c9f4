// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Joint rows: range, soft ends, zero, measured mark, speed streak, the commanded value as a ghost
// triangle; in the margin an amber end and how much is left. Minus and plus move while held.

import type { Axis } from '../../core/types';
import { card, segments, select, setOptions } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed, shownAs, words } from '../../ui/format';
import { icon } from '../../ui/icons';
import type { Condition } from '../condition';
import { lockMotion, motionButton, type Motion } from '../motion';
import { armFrame, armOf, type Page } from '../page';
import type { JogSpeed } from './jogspeed';
import { marginOf, outwardLocked, placeIn, rangeOf } from './margins';
import { ElbowRow } from './elbow';

type Value = 'position' | 'speed' | 'effort';

interface Row {
    root: HTMLElement;
    axis: Axis;
    range: HTMLElement;
    mark: HTMLElement;
    streak: HTMLElement;
    want: HTMLElement;
    left: HTMLElement;
    value: HTMLElement;
    unit: HTMLElement;
    nudges: { button: HTMLElement; motion: Motion }[];
}

/** Text for a jog of one joint at a rate. */
export function jogJoint(count: number, joint: number, rate: number): string {
    const rates = Array.from({ length: count }, (_, i) => (i === joint ? rate.toPrecision(6) : '0'));
    return `jog joints ${rates.join(' ')}`;
}

export class JointCard {
    private value: Value = 'position';
    private readonly choice = segments<Value>(
        'Value shown',
        [
            ['position', 'Position'],
            ['speed', 'Speed'],
            ['effort', 'Torque'],
        ],
        'position',
        (value) => (this.value = value),
    );
    private readonly arms = select('Arm', [], '', (value) => this.page.chooseArm(Number(value)));
    private readonly made = card('Joints', { tools: [this.arms, this.choice.root] });
    readonly root = this.made.root;
    private rows: Row[] = [];
    private readonly list = h('div', { class: 'joints' });
    private readonly elbow: ElbowRow;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly speed: JogSpeed,
    ) {
        this.choice.root.classList.add('push');
        this.elbow = new ElbowRow(page, condition, speed);
        this.made.body.append(this.list, this.elbow.root);
        page.station.on('catalogue', () => this.fill());
        page.changed(() => this.fill());
        const seen = (): boolean => page.workspace === 'operate';
        page.ticker.every(60, () => this.drawMarks(), seen);
        page.ticker.every(15, () => this.drawFigures(), seen);
        page.ticker.every(
            5,
            () =>
                this.rows.forEach((row) =>
                    row.nudges.forEach((n) => lockMotion(page, condition, n.button, n.motion)),
                ),
            seen,
        );
        for (let i = 0; i < 9; i++) {
            page.keys.add({
                name: `Choose joint ${i + 1}`,
                keys: String(i + 1),
                group: 'Joints',
                act: () => this.choose(i),
            });
        }
    }

    private choose(index: number): void {
        if (index < this.rows.length) this.page.chooseJoint(this.page.joint === index ? -1 : index);
    }

    private drawnFor = '';

    /** Makes the rows anew when the arm is another; else only marks the chosen one. */
    private fill(): void {
        const arm = armOf(this.page);
        const catalogue = this.page.station.catalogue;
        const key = `${this.page.arm} ${arm?.name ?? ''} ${arm?.axes.length ?? 0} ${catalogue?.cell ?? ''}`;
        if (key !== this.drawnFor) {
            this.drawnFor = key;
            this.rows = (arm?.axes ?? []).map((axis, i) => this.row(axis, i));
            replace(this.list, ...this.rows.map((row) => row.root));
            if (arm === null || arm.axes.length === 0)
                replace(this.list, h('p', { class: 'empty' }, 'This cell has no arm.'));
        }
        setOptions(
            this.arms,
            (catalogue?.arms ?? []).map((a, i) => [String(i), a.name] as const),
        );
        this.arms.value = String(this.page.arm);
        this.arms.hidden = (catalogue?.arms.length ?? 0) < 2;
        this.rows.forEach((row, i) => setClass(row.root, 'on', i === this.page.joint));
    }

    private nudge(axis: Axis, index: number, direction: 1 | -1): { button: HTMLElement; motion: Motion } {
        const button = h(
            'button',
            {
                type: 'button',
                class: 'nudge holding',
                'aria-label': `Hold to move ${axis.name} ${direction > 0 ? 'up' : 'down'}`,
            },
            icon(direction > 0 ? 'plus' : 'minus'),
        );
        const motion: Motion = {
            type: 'task',
            text: () => {
                if (outwardLocked(axis, armFrame(this.page)?.q[index] ?? 0, direction) !== null) return null;
                return jogJoint(
                    armOf(this.page)?.axes.length ?? 0,
                    index,
                    direction * this.speed.rateOf(axis),
                );
            },
            against: () => outwardLocked(axis, armFrame(this.page)?.q[index] ?? 0, direction),
        };
        motionButton(this.page, this.condition, button, motion);
        return { button, motion };
    }

    private row(axis: Axis, index: number): Row {
        const [low, high] = rangeOf(axis);
        const mark = h('span', { class: 'at' });
        const streak = h('span', { class: 'speed' });
        const want = h('span', { class: 'want' });
        const left = h('small');
        const zero = h('span', { class: 'zero', hidden: low > 0 || high < 0 });
        zero.style.left = `${100 * placeIn(axis, 0)}%`;
        const range = h(
            'div',
            {
                class: 'range',
                role: 'meter',
                'aria-label': axis.name,
                'aria-valuemin': String(low),
                'aria-valuemax': String(high),
                'aria-valuenow': '0',
            },
            h('span', { class: 'soft' }),
            zero,
            h('span', { class: 'end-mark' }),
            streak,
            want,
            mark,
            left,
        );
        const value = h('span');
        const unit = h('em');
        const nudges = [this.nudge(axis, index, -1), this.nudge(axis, index, 1)];
        const name = h(
            'button',
            { type: 'button', class: 'joint-name', title: `${axis.name}: choose (${index + 1})` },
            h('b', {}, String(index + 1)),
            h('span', {}, words(axis.name)),
        );
        name.addEventListener('click', () => this.choose(index));
        const root = h(
            'div',
            { class: 'joint live', 'data-joint': String(index) },
            name,
            nudges[0].button,
            range,
            nudges[1].button,
            h('output', {}, value, unit),
        );
        return { root, axis, range, mark, streak, want, left, value, unit, nudges };
    }

    private drawMarks(): void {
        const frame = armFrame(this.page);
        if (frame === null) return;
        this.rows.forEach((row, i) => {
            const q = frame.q[i];
            const at = placeIn(row.axis, q);
            const want = placeIn(row.axis, frame.commanded[i]);
            // a percentage of translate is one of the mark itself, so the marks are as wide as the range
            row.mark.style.transform = `translateX(${(100 * at).toFixed(2)}%)`;
            row.want.style.transform = `translateX(${(100 * want).toFixed(2)}%)`;
            row.want.style.opacity = Math.abs(want - at) > 0.004 ? '1' : '0';
            const fast =
                row.axis.velocity === null || row.axis.velocity === 0 ? 0 : frame.v[i] / row.axis.velocity;
            const long = (0.25 * fast).toFixed(3);
            row.streak.style.transform = `translateX(${(100 * at).toFixed(2)}%) scaleX(${long})`;
        });
    }

    private drawFigures(): void {
        const frame = armFrame(this.page);
        if (frame === null) return;
        this.rows.forEach((row, i) => {
            const numbers = { position: frame.q, speed: frame.v, effort: frame.effort }[this.value];
            const shown = shownAs(row.axis.unit, this.value);
            setText(row.value, fixed(shown.factor * numbers[i], shown.digits));
            setText(row.unit, shown.unit);
            const margin = marginOf(row.axis, frame.q[i]);
            setClass(row.root, 'is-limit', margin.side !== 0);
            setText(row.left, margin.left);
            setClass(row.range, 'low', margin.side < 0);
            setClass(row.range, 'high', margin.side > 0);
            setAttribute(row.range, 'aria-valuenow', frame.q[i].toFixed(3));
            const place = shownAs(row.axis.unit);
            setAttribute(
                row.range,
                'aria-valuetext',
                `${fixed(place.factor * frame.q[i])} ${place.unit} ${margin.left}`.trim(),
            );
        });
    }
}
