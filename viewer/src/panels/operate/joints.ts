// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Joint rows: range, soft ends, zero, measured mark, speed streak, the wanted value as a ghost
// triangle; in the margin an amber end and how much is left. Minus, plus and the range itself move while
// they are held; a number that is written waits for a held button.

import { effectorsOf } from '../../core/effectors';
import type { Axis } from '../../core/types';
import { button, card, segments, select, setOptions } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed, shownAs, words } from '../../ui/format';
import { icon } from '../../ui/icons';
import type { Condition } from '../condition';
import { lockMotion, motionButton, type Motion } from '../motion';
import { armFrame, armOf, type Page } from '../page';
import type { JogSpeed } from './jogspeed';
import { marginOf, outwardLocked, placeIn, rangeOf } from './margins';
import { ElbowRow } from './elbow';
import { JointGoal } from './joint_goal';
import { openJointMenu } from './joint_menu';

type Value = 'position' | 'speed' | 'effort';

interface Row {
    root: HTMLElement;
    axis: Axis;
    range: HTMLElement;
    mark: HTMLElement;
    streak: HTMLElement;
    want: HTMLElement;
    left: HTMLElement;
    zero: HTMLElement;
    value: HTMLElement;
    unit: HTMLElement;
    written: HTMLInputElement;
    goal: JointGoal;
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
    private readonly more = button('', {
        class: 'icon-only quiet small',
        icon: 'more',
        title: 'Limits, base, fixed link',
        label: 'Menu of the joints',
        press: (at) => openJointMenu(this.page, at),
    });
    private readonly made = card('Joints', { tools: [this.arms, this.choice.root, this.more] });
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
        effectorsOf(page.station).on(() => this.rows.forEach((row) => this.drawRange(row)));
        const seen = (): boolean => page.workspace === 'operate';
        page.ticker.every(60, () => this.drawMarks(), seen);
        page.ticker.every(15, () => this.drawFigures(), seen);
        page.ticker.every(
            5,
            () =>
                this.rows.forEach((row) => {
                    row.nudges.forEach((n) => lockMotion(page, condition, n.button, n.motion));
                    row.goal.lock();
                }),
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
            replace(this.list, ...this.rows.flatMap((row) => [row.root, row.goal.root]));
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
        const mark = h('span', { class: 'at' });
        const streak = h('span', { class: 'speed' });
        const want = h('span', { class: 'want' });
        const left = h('small');
        const zero = h('span', { class: 'zero' });
        const range = h(
            'div',
            {
                class: 'range',
                role: 'slider',
                tabindex: '0',
                title: 'Hold to move the joint to the pointer',
                'aria-label': axis.name,
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
        const goal = new JointGoal(this.page, this.condition, this.speed, axis, index);
        goal.slide(range);
        const shown = h('output', { title: 'Click to enter a position' }, value, unit);
        const written = this.writer(axis, shown, goal);
        range.addEventListener('keydown', (event) => event.key === 'Enter' && shown.click());
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
            shown,
            written,
        );
        const row = { root, axis, range, mark, streak, want, left, zero, value, unit, written, goal, nudges };
        this.drawRange(row);
        return row;
    }

    /** The number in place of the figure, while it is written; leaving discards it. */
    private writer(axis: Axis, shown: HTMLElement, goal: JointGoal): HTMLInputElement {
        const input = h('input', {
            class: 'joint-value',
            inputmode: 'decimal',
            'aria-label': `Position of ${axis.name}`,
            hidden: true,
        });
        const open = (on: boolean): void => {
            input.hidden = !on;
            shown.hidden = on;
        };
        shown.addEventListener('click', () => {
            if (this.value !== 'position') return;
            input.value = shown.firstElementChild?.textContent ?? '';
            open(true);
            input.focus();
            input.select();
        });
        input.addEventListener('blur', () => open(false));
        input.addEventListener('keydown', (event) => event.key === 'Enter' && goal.write(input));
        return input;
    }

    /** What depends on the limits, which may change while the cell runs. */
    private drawRange(row: Row): void {
        const [low, high] = rangeOf(row.axis);
        row.zero.hidden = low > 0 || high < 0;
        row.zero.style.left = `${100 * placeIn(row.axis, 0)}%`;
        setAttribute(row.range, 'aria-valuemin', String(low));
        setAttribute(row.range, 'aria-valuemax', String(high));
    }

    private drawMarks(): void {
        const frame = armFrame(this.page);
        if (frame === null) return;
        this.rows.forEach((row, i) => {
            const q = frame.q[i];
            const at = placeIn(row.axis, q);
            const want = placeIn(row.axis, row.goal.goal ?? frame.commanded[i]);
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
        // what the figures are of, in full
        setAttribute(this.list, 'data-tick', String(this.page.station.frame.tick));
        setAttribute(this.list, 'data-q', frame.q.join(' '));
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
            setAttribute(row.range, 'aria-valuenow', frame.q[i].toFixed(4));
            const place = shownAs(row.axis.unit);
            setAttribute(
                row.range,
                'aria-valuetext',
                `${fixed(place.factor * frame.q[i])} ${place.unit} ${margin.left}`.trim(),
            );
        });
    }
}
