// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Moving by keys: armed by M, and only while Shift is held with a key. They disarm after ten seconds
// without motion, with another workspace, and when the arm may not be moved.

import { h, isTyping, setAttribute, setText } from '../../ui/dom';
import { speak } from '../../ui/notes';
import type { Condition } from '../condition';
import { against, beginMotion, type Motion } from '../motion';
import { armFrame, armOf, type Page } from '../page';
import { turnText } from './elbow';
import type { JogSpeed } from './jogspeed';
import { jogJoint } from './joints';
import { outwardLocked } from './margins';

const IDLE = 10_000; // [ms]

// key, axis (0 to 2 move, 3 to 5 turn, 6 elbow, 7 chosen joint), direction
const MOVES: Record<string, [number, 1 | -1]> = {
    KeyW: [0, 1],
    KeyS: [0, -1],
    KeyA: [1, 1],
    KeyD: [1, -1],
    KeyR: [2, 1],
    KeyF: [2, -1],
    KeyO: [3, 1],
    KeyU: [3, -1],
    KeyI: [4, 1],
    KeyK: [4, -1],
    KeyJ: [5, 1],
    KeyL: [5, -1],
    KeyQ: [6, -1],
    KeyE: [6, 1],
    ArrowLeft: [7, -1],
    ArrowRight: [7, 1],
};

export class ArmKeys {
    private armed = false;
    private last = 0;
    private held: { code: string; end: () => void } | null = null;
    private readonly word = h('span', {}, 'Keys off');
    readonly root = h(
        'button',
        {
            type: 'button',
            class: 'keycap',
            'aria-pressed': 'false',
            title: 'Keys move the arm only while armed and Shift is held (M)',
        },
        h('kbd', {}, 'M'),
        this.word,
    );

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly speed: JogSpeed,
        private readonly twist: (axis: number, direction: number) => string,
    ) {
        this.root.addEventListener('click', () => this.toggle());
        page.keys.add({
            name: 'Arm or disarm the keys that move',
            keys: 'M',
            group: 'Arm',
            act: () => this.toggle(),
        });
        page.changed(() => this.disarmWhenLeft());
        addEventListener('keydown', (event) => this.down(event), true);
        addEventListener('keyup', (event) => this.up(event), true);
        for (const type of ['blur', 'pagehide', 'pointerdown'] as const)
            addEventListener(type, () => this.release());
        document.addEventListener('visibilitychange', () => this.release());
        page.ticker.every(2, () => {
            if (this.armed && this.held === null && performance.now() - this.last > IDLE) this.disarm();
        });
    }

    private workspace = 'operate'; // where the page begins

    private disarmWhenLeft(): void {
        if (this.workspace !== this.page.workspace) this.disarm();
        this.workspace = this.page.workspace;
    }

    private toggle(): void {
        if (this.armed) return this.disarm();
        const why = against(this.page, this.condition, { type: 'task', text: () => null });
        if (why !== null) {
            void beginMotion(this.page, this.condition, this.root, { type: 'task', text: () => null });
            return;
        }
        this.armed = true;
        this.last = performance.now();
        this.draw();
        speak('Keys are armed. Hold Shift with a key to move.');
    }

    disarm(): void {
        this.release();
        if (!this.armed) return;
        this.armed = false;
        this.draw();
    }

    private draw(): void {
        setText(this.word, this.armed ? 'Keys on' : 'Keys off');
        setAttribute(this.root, 'aria-pressed', String(this.armed));
    }

    private textOf(axis: number, direction: 1 | -1): string | null {
        if (axis < 6) return this.twist(axis, direction);
        if (axis === 6) return turnText(direction * this.speed.angular);
        const arm = armOf(this.page);
        const joint = arm?.axes[this.page.joint];
        if (arm === null || joint === undefined) return null;
        if (outwardLocked(joint, armFrame(this.page)?.q[this.page.joint] ?? 0, direction) !== null)
            return null;
        return jogJoint(arm.axes.length, this.page.joint, direction * this.speed.rateOf(joint));
    }

    private down(event: KeyboardEvent): void {
        if (event.key === 'Escape') return this.release();
        const move = MOVES[event.code];
        if (!this.armed || !event.shiftKey || move === undefined || isTyping(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.repeat || this.held !== null) return;
        const motion: Motion = { type: 'task', text: () => this.textOf(move[0], move[1]) };
        const end = beginMotion(this.page, this.condition, this.root, motion);
        if (end !== null) this.held = { code: event.code, end };
        this.last = performance.now();
    }

    private up(event: KeyboardEvent): void {
        if (this.held !== null && (event.code === this.held.code || event.key === 'Shift')) this.release();
    }

    private release(): void {
        if (this.held === null) return;
        const { end } = this.held;
        this.held = null;
        this.last = performance.now();
        end();
    }
}
