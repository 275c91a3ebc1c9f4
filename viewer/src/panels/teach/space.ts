// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Teach: points and their cycle at the left; hand guiding, the chosen point, gripper and paths right.

import { button, card, lock, segments, switchButton } from '../../ui/controls';
import { h, replace, setText } from '../../ui/dom';
import { angles } from '../../ui/frames';
import { DEGREE, fixed, shownAs } from '../../ui/format';
import { icon } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import type { Condition } from '../condition';
import { lockMotion, motionButton, type Motion } from '../motion';
import { GripperCard } from '../operate/gripper';
import { armOf, partOf, type Page } from '../page';
import type { Space } from '../workspaces';
import { PathCard } from './paths';
import { PointCard } from './points';
import { SequenceCard } from './sequence';
import { PointStore } from './store';

function guidingCard(page: Page, condition: Condition): HTMLElement {
    const made = card('Hand guiding');
    const part = (): string | null => partOf(page, 'guiding')?.name ?? null;
    const flip = switchButton('Hand guiding', (on) => {
        const name = part();
        if (name !== null)
            void attempt(flip.root, () => page.station.tell(name, on ? 'guide on' : 'guide off'));
    });
    flip.root.classList.add('push');
    made.head.append(flip.root);
    const text = h('p', { class: 'lead' });
    const gate = h('p', { class: 'gate' }, icon('lock'), h('span'));
    made.body.append(text, gate);
    page.ticker.every(
        5,
        () => {
            const on = condition.guiding.truth('on');
            flip.set(on);
            const why = part() === null ? 'This cell has no guiding component.' : condition.locked();
            lock(flip.root, on ? null : why);
            gate.hidden = why === null || on;
            setText(gate.lastElementChild as Element, why ?? '');
            setText(
                text,
                on
                    ? 'The drives carry the weight. Push the arm; it stays where you leave it.'
                    : 'The drives hold the arm where it is.',
            );
        },
        () => page.workspace === 'teach',
    );
    return made.root;
}

/** Goes to the chosen point while it is held; said once, and ended by the word of the points themselves. */
function goMotion(
    page: Page,
    condition: Condition,
    points: PointStore,
    at: HTMLElement,
    way: () => string,
): Motion {
    let sent = false;
    return {
        type: 'points',
        began: () => (sent = false),
        text: () => {
            // the hold itself is kept alive by the lease
            if (sent || points.current === null) return null;
            sent = true;
            return `go ${points.current.name} ${way()}`;
        },
        against: () => {
            if (points.current === null) return 'Choose a point first.';
            return condition.guiding.truth('on') ? 'Switch hand guiding off to move.' : null;
        },
        ended: () => {
            const name = points.component;
            if (name !== null) void attempt(at, () => page.station.tell(name, 'stop'));
        },
    };
}

/** The chosen point: where it is, hold to move there, replace, remove. */
function pointCard(page: Page, condition: Condition, points: PointStore): HTMLElement {
    const made = card('Point');
    let way: 'joint' | 'line' = 'joint';
    const facts = h('dl', { class: 'facts point-facts' });
    const ways = segments(
        'Kind of move',
        [
            ['joint', 'By joints'],
            ['line', 'On a line'],
        ] as const,
        'joint',
        (w) => (way = w),
        'small wide',
    );
    const go = button('Hold to move here', { class: 'wide hold', icon: 'right' });
    const motion = goMotion(page, condition, points, go, () => way);
    motionButton(page, condition, go, motion);
    const say =
        (word: string) =>
        (at: HTMLElement): void => {
            if (points.current !== null)
                void attempt(at, () => points.say(`${word} ${points.current?.name ?? ''}`));
        };
    const replacing = button('Replace', {
        press: say('replace'),
        title: 'Store the current position under this name',
    });
    const removing = button('Remove', { press: say('remove') });
    made.body.append(
        facts,
        h('div', { class: 'field-row' }, ways.root),
        h('div', { class: 'actions' }, go),
        h('div', { class: 'actions' }, replacing, removing),
    );
    const draw = (): void => {
        const point = points.current;
        setText(made.sub, point?.name ?? '');
        setText(made.end, point === null || point.pose === null ? '' : 'in world');
        replace(facts, ...factsOf(page, points));
        lock(replacing, point === null ? 'Choose a point first.' : null);
        lock(removing, point === null ? 'Choose a point first.' : null);
    };
    points.changed(draw);
    page.ticker.every(
        5,
        () => lockMotion(page, condition, go, motion),
        () => page.workspace === 'teach',
    );
    draw();
    return made.root;
}

function factsOf(page: Page, points: PointStore): HTMLElement[] {
    const point = points.current;
    if (point === null) return [h('div', {}, h('dt', {}, 'None chosen'), h('dd', {}, '\u2013'))];
    const arm = armOf(page);
    const fact = (name: string, text: string, unit: string): HTMLElement =>
        h('div', {}, h('dt', {}, name), h('dd', {}, text, h('em', {}, unit)));
    const joints = point.q.map((q, i) => {
        const shown = shownAs(arm?.axes[i]?.unit ?? 'rad');
        return fact(arm?.axes[i]?.name ?? `joint ${i + 1}`, fixed(shown.factor * q), shown.unit);
    });
    if (point.pose === null) return joints;
    const turned = angles(point.pose);
    return [
        ...['x', 'y', 'z'].map((n, i) => fact(n, fixed(1000 * point.pose![i]), 'mm')),
        ...['Rx', 'Ry', 'Rz'].map((n, i) => fact(n, fixed(DEGREE * turned[i]), '\u00b0')),
        ...joints,
    ];
}

/** Points and sequence share the place at the left. */
function tabs(points: HTMLElement, sequence: HTMLElement): HTMLElement[] {
    const show = (which: 'points' | 'sequence'): void => {
        points.hidden = which !== 'points';
        sequence.hidden = which !== 'sequence';
    };
    const choice = segments(
        'What is taught',
        [
            ['points', 'Points'],
            ['sequence', 'Sequence'],
        ] as const,
        'points',
        show,
        'small wide',
    );
    show('points');
    return [h('div', { class: 'teach-tabs' }, choice.root), points, sequence];
}

export class TeachSpace implements Space {
    readonly left: HTMLElement[];
    readonly right: HTMLElement[];

    constructor(page: Page, condition: Condition) {
        const points = new PointStore(page, condition);
        this.left = tabs(
            new PointCard(page, condition, points).root,
            new SequenceCard(page, condition, points).root,
        );
        this.right = [
            guidingCard(page, condition),
            pointCard(page, condition, points),
            new GripperCard(page, condition, 'teach').root,
            new PathCard(page, condition).root,
        ];
    }
}
