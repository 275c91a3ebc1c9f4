// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The jog pad: six axes, minus left, plus right, the key printed in the button; frame, hold or a
// step, logarithmic speed. A step is a drag to a pose one step away, for as long as it is held.

import { effectorsOf } from '../../core/effectors';
import { Paced } from '../../core/paced';
import type { Arm, Pose } from '../../core/types';
import { card, segments, slider } from '../../ui/controls';
import { h, setAttribute, setText } from '../../ui/dom';
import { aboutAxis, compose, HERE, inverse, poseAt, turn } from '../../ui/frames';
import { DEGREE, fixed } from '../../ui/format';
import { icon } from '../../ui/icons';
import type { Condition } from '../condition';
import { against, lockMotion, motionButton, type Motion } from '../motion';
import { armOf, baseLink, poseOf, toolPlace, type Page } from '../page';
import { ArmKeys } from './armkeys';
import { FASTEST, type JogSpeed } from './jogspeed';
import { dragText } from './poses';

export type JogFrame = 'world' | 'base' | 'tool' | 'view';
type Step = 'hold' | '0.1' | '1' | '10';

const AXES: readonly [string, string, string][] = [
    ['X', 'S', 'W'],
    ['Rx', 'U', 'O'],
    ['Y', 'D', 'A'],
    ['Ry', 'K', 'I'],
    ['Z', 'F', 'R'],
    ['Rz', 'L', 'J'],
];

/** Which of the six: 0 to 2 move, 3 to 5 turn. */
function axisOf(name: string): number {
    return (name.startsWith('R') ? 3 : 0) + 'xyz'.indexOf(name.at(-1)?.toLowerCase() ?? 'x');
}

function unit(axis: number): [number, number, number] {
    return [axis % 3 === 0 ? 1 : 0, axis % 3 === 1 ? 1 : 0, axis % 3 === 2 ? 1 : 0];
}

export class JogCard {
    private frame: JogFrame = 'world';
    private step: Step = 'hold';
    private readonly frames = segments<JogFrame>(
        'Jog frame',
        [
            ['world', 'World'],
            ['base', 'Base'],
            ['tool', 'Tool'],
            ['view', 'View'],
        ],
        'world',
        (f) => (this.frame = f),
    );
    private readonly made = card('Jog', { tools: [this.frames.root] });
    readonly root = this.made.root;
    private readonly pads: { button: HTMLElement; motion: Motion }[] = [];
    private readonly shown = h('output');
    private readonly gate = h('p', { class: 'gate' }, icon('lock'), h('span'));
    readonly keys: ArmKeys;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly speed: JogSpeed,
    ) {
        this.frames.root.classList.add('push');
        const pad = h('div', { class: 'jog' }, h('p', {}, 'Hold to move'), h('p', {}, 'Hold to turn'));
        for (const [name, down, up] of AXES) pad.append(this.axis(name, down, up));
        this.keys = new ArmKeys(page, condition, speed, (axis, direction) => this.text(axis, direction));
        this.made.body.append(pad, this.speedRow(), this.stepRow(), this.gate);
        page.ticker.every(
            5,
            () => this.lock(),
            () => page.workspace === 'operate',
        );
    }

    private axis(name: string, down: string, up: string): HTMLElement {
        const row = h('div', { class: 'axis' });
        row.dataset['axis'] = name.at(-1)?.toLowerCase() ?? '';
        const side = (direction: 1 | -1, key: string): HTMLElement => {
            const parts = [icon(direction > 0 ? 'plus' : 'minus'), h('kbd', {}, key)];
            const made = h(
                'button',
                {
                    type: 'button',
                    class: 'holding',
                    'aria-label': `Hold: ${direction > 0 ? 'plus' : 'minus'} ${name}`,
                },
                ...(direction > 0 ? parts.reverse() : parts),
            );
            const motion = this.mover(axisOf(name), direction);
            motionButton(this.page, this.condition, made, motion);
            this.pads.push({ button: made, motion });
            return made;
        };
        row.append(side(-1, down), h('b', {}, name), side(1, up));
        return row;
    }

    /** A held button: a twist, or a pose one step away that is found when the press begins. */
    private mover(axis: number, direction: 1 | -1): Motion {
        let goal: Pose | null = null;
        let paced: Paced | null = null;
        return {
            type: 'task',
            against: () => this.missing(axis),
            began: () => {
                const arm = armOf(this.page);
                goal = this.step === 'hold' ? null : this.stepGoal(axis, direction);
                if (arm !== null) paced = new Paced(poseOf(this.page, toolPlace(this.page, arm), true), () => this.speed);
            },
            text: () => {
                if (this.step === 'hold') return this.text(axis, direction);
                return goal === null || paced === null ? null : dragText(paced.toward(goal));
            },
        };
    }

    /** What an axis of the pad would need and the tool has not. */
    private missing(axis: number): string | null {
        const arm = armOf(this.page);
        const list = arm === null ? null : effectorsOf(this.page.station).of(arm.name);
        if (list === null) return null;
        if (list.length === 0) return 'There is no end effector. Add one, or move the joints.';
        return axis > 2 && list[0].kind === 'point' ? 'The tool is a point: it has no orientation.' : null;
    }

    /** The axes of the chosen frame in the world. */
    private axes(arm: Arm): Pose {
        const base = baseLink(this.page, arm);
        if (this.frame === 'view') return [0, 0, 0, ...this.page.scene.sight()];
        if (this.frame === 'tool') return poseOf(this.page, toolPlace(this.page, arm), true);
        return this.frame === 'base' && base >= 0 ? poseAt(this.page.station.frame.links, base) : HERE;
    }

    /** A twist of the tool in the chosen frame. */
    text(axis: number, direction: number): string {
        const size = direction * (axis < 3 ? this.speed.linear : this.speed.angular);
        let v = unit(axis).map((n) => n * size) as [number, number, number];
        const arm = armOf(this.page);
        if ((this.frame === 'world' || this.frame === 'view') && arm !== null) {
            const base = baseLink(this.page, arm);
            v = turn(this.axes(arm), v);
            if (base >= 0) v = turn(inverse(poseAt(this.page.station.frame.links, base)), v);
        }
        const numbers = axis < 3 ? [...v, 0, 0, 0] : [0, 0, 0, ...v];
        const text = numbers.map((n) => Number(n.toPrecision(6))).join(' ');
        return `jog ${this.frame === 'tool' ? 'tool' : 'base'} ${text}`;
    }

    private stepGoal(axis: number, direction: number): Pose | null {
        const arm = armOf(this.page);
        if (arm === null) return null;
        const tool = poseOf(this.page, toolPlace(this.page, arm), true);
        const size = direction * Number(this.step);
        const along = turn(this.axes(arm), unit(axis));
        let goal: Pose;
        if (axis < 3) {
            goal = [...tool] as Pose;
            for (let k = 0; k < 3; k++) goal[k] += 1e-3 * size * along[k];
        } else {
            const turned = compose(aboutAxis(along, size / DEGREE), [
                0,
                0,
                0,
                tool[3],
                tool[4],
                tool[5],
                tool[6],
            ]);
            goal = [tool[0], tool[1], tool[2], turned[3], turned[4], turned[5], turned[6]];
        }
        return goal;
    }

    private speedRow(): HTMLElement {
        const show = (): void => {
            const mm = 1000 * this.speed.linear;
            setText(this.shown, `${fixed(mm, mm < 10 ? 1 : 0)} mm/s`);
            setAttribute(made.root, 'aria-valuetext', `${fixed(mm, 1)} millimetres per second`);
        };
        const made = slider('Jog speed', this.speed.part, (part) => {
            this.speed.part = part;
            show();
        });
        made.root.title = `Up to ${fixed(1000 * FASTEST, 0)} mm/s`;
        show();
        return h(
            'div',
            { class: 'field-row' },
            h('span', { class: 'label' }, 'Speed'),
            made.root,
            this.shown,
        );
    }

    private stepRow(): HTMLElement {
        const choice = segments<Step>(
            'Jog step',
            [
                ['hold', 'Hold'],
                ['0.1', '0.1'],
                ['1', '1'],
                ['10', '10 mm, \u00b0'],
            ],
            'hold',
            (s) => (this.step = s),
            'small wide',
        );
        return h(
            'div',
            { class: 'field-row' },
            h('span', { class: 'label' }, 'Step'),
            choice.root,
            this.keys.root,
        );
    }

    private lock(): void {
        for (const { button: made, motion } of this.pads) lockMotion(this.page, this.condition, made, motion);
        const why = against(this.page, this.condition, this.pads[0].motion);
        this.gate.hidden = why === null;
        setText(this.gate.lastElementChild as Element, why ?? '');
        this.made.root.classList.toggle('locked', why !== null);
        if (why !== null) this.keys.disarm();
    }
}
