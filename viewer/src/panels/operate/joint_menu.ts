// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The menu of the joints: their limits, where the base stands, and which link is fixed.

import { effectorsOf } from '../../core/effectors';
import type { Arm, Axis } from '../../core/types';
import { button } from '../../ui/controls';
import { h } from '../../ui/dom';
import { parseNumber, plain, shownAs, words } from '../../ui/format';
import { poseAt } from '../../ui/frames';
import { attempt, noteAt } from '../../ui/notes';
import { dialog, menu } from '../../ui/popups';
import { armOf, baseLink, partOf, type Page } from '../page';
import { numbersOf } from './poses';

export function openJointMenu(page: Page, at: HTMLElement): void {
    const arm = armOf(page);
    const none = arm === null ? 'This cell has no arm.' : undefined;
    const task = partOf(page, 'task') === null ? 'This arm has no task component.' : none;
    const fixed = page.station.scene?.members[arm?.member ?? 0]?.fixed ?? true;
    menu('Joints', at, [
        { text: 'Limits of joints\u2026', locked: task, act: () => arm !== null && openLimits(page, arm) },
        { text: 'Base\u2026', locked: none, act: () => arm !== null && openBase(page, arm) },
        {
            text: 'Fixed link\u2026',
            locked: fixed
                ? 'The base of this arm is fixed; no other link can be the fixed one.'
                : 'The fixed link cannot change while the cell runs; set it in the cell file.',
        },
    ]);
}

/** Where the base stands, read only: it belongs to the cell file. */
function openBase(page: Page, arm: Arm): void {
    const link = baseLink(page, arm);
    const numbers = link < 0 ? [] : numbersOf(poseAt(page.station.frame.links, link));
    const names = ['x mm', 'y mm', 'z mm', 'Rx \u00b0', 'Ry \u00b0', 'Rz \u00b0'];
    const rows = numbers.map((n, i) => h('tr', {}, h('th', {}, names[i]), h('td', {}, plain(n))));
    dialog(
        `Base of ${arm.name}`,
        [
            h(
                'table',
                { class: 'base-pose' },
                h('tbody', {}, ...rows),
            ),
            h('p', { class: 'hint' }, 'It is the origin of the member in the cell file.'),
        ],
        'narrow',
    );
}

/** One row per joint; a range is enforced as soon as it is accepted. */
function openLimits(page: Page, arm: Arm): void {
    const part = partOf(page, 'task');
    if (part === null) return;
    const body = h('div', { class: 'limit-list' });
    const root = dialog(`Limits of ${arm.name}`, [
        body,
        h('p', { class: 'hint' }, 'Applied at once. Limits can only be narrower than those of the model; Save keeps them.'),
    ]);
    const say = (text: string): Promise<string> => page.station.tell(part.name, text);
    const fill = (): void => body.replaceChildren(...arm.axes.map((axis) => limitRow(axis, say)));
    fill();
    root.addEventListener(
        'close',
        effectorsOf(page.station).on((name) => name === arm.name && fill()),
    );
}

function limitRow(axis: Axis, say: (text: string) => Promise<string>): HTMLElement {
    const shown = shownAs(axis.unit);
    const text = (value: number | null): string => (value === null ? '' : plain(shown.factor * value, 7));
    const input = (label: string, value: number | null): HTMLInputElement =>
        h('input', {
            class: 'input',
            inputmode: 'decimal',
            'aria-label': `${label} of ${axis.name}`,
            value: text(value),
        });
    const low = input('Lower limit', axis.lower);
    const high = input('Upper limit', axis.upper);
    const keep = (at: HTMLElement): void => {
        const ends = [
            [low, axis.lower],
            [high, axis.upper],
        ].map(([field, before]) => {
            const written = (field as HTMLInputElement).value;
            // what was not written stays as it is, to the last digit
            return written === text(before as number | null) ? before : parseNumber(written) / shown.factor;
        }) as (number | null)[];
        if (ends.some((end) => end === null || Number.isNaN(end))) {
            const fix = `Enter both limits, in ${shown.unit}.`;
            noteAt(at, { code: 'number', text: 'A limit is not a number.', fix });
            return;
        }
        void attempt(at, () => say(`limit ${axis.name} ${ends.join(' ')}`));
    };
    for (const field of [low, high]) {
        field.addEventListener('keydown', (event) => event.key === 'Enter' && keep(field));
    }
    return h(
        'div',
        { class: 'limit-row', 'data-axis-name': axis.name },
        h('b', {}, words(axis.name)),
        low,
        high,
        h('em', {}, shown.unit),
        button('Set', { class: 'small', label: `Set the limits of ${axis.name}`, press: keep }),
        button('Model', {
            class: 'small',
            label: `Restore the model limits of ${axis.name}`,
            press: (at) => void attempt(at, () => say(`limit ${axis.name}`)),
        }),
    );
}
