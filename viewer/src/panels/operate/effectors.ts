// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// End effectors: which one is the tool, and the dialogs that make, change and remove them. They are
// asked of the task component; what it refuses is said in the dialog, and nothing has changed.

import { type Effector, effectorsOf, effectorText } from '../../core/effectors';
import type { Arm, MenuLine, PickedLink } from '../../core/types';
import { button, segments, select } from '../../ui/controls';
import { h } from '../../ui/dom';
import { parseNumber, plain } from '../../ui/format';
import { dialog, menu } from '../../ui/popups';
import { attempt, noteAt } from '../../ui/notes';
import { armOf, partOf, type Page } from '../page';
import { numbersOf, poseOfNumbers } from './poses';

const NAMES = ['x mm', 'y mm', 'z mm', 'Rx \u00b0', 'Ry \u00b0', 'Rz \u00b0'];

/** Links and frames of an arm that an end effector can stand on. */
function linksOf(page: Page, arm: Arm): string[] {
    const { scene } = page.station;
    const member = scene?.members[arm.member];
    if (scene === null || member === undefined) return [];
    const own = (link: number): boolean => link >= member.first && link < member.first + member.count;
    const links = scene.links.filter((_, k) => own(k)).map((l) => l.name);
    return [...links, ...scene.frames.filter((f) => own(f.link)).map((f) => f.name)];
}

function freeName(list: readonly Effector[]): string {
    for (let i = 1; ; i++) {
        if (!list.some((e) => e.name === `effector${i}`)) return `effector${i}`;
    }
}

function describe(effector: Effector): string {
    return `${effector.kind}, ${effector.soft ? 'soft' : 'hard'}, on ${effector.link}`;
}

class EffectorDialogs {
    constructor(private readonly page: Page) {
        page.scene.offer(20, (picked) => this.linesOf(picked));
    }

    private get list(): readonly Effector[] {
        const arm = armOf(this.page);
        return (arm === null ? null : effectorsOf(this.page.station).of(arm.name)) ?? [];
    }

    /** Says something to the task component of the chosen arm. */
    private say(text: string): Promise<string> {
        const part = partOf(this.page, 'task');
        if (part === null) return Promise.reject(new Error('This arm has no task component.'));
        return this.page.station.tell(part.name, `effector ${text}`);
    }

    /** The menu of the tool's name. */
    open(at: HTMLElement): void {
        const part = partOf(this.page, 'task');
        const none = part === null ? 'This arm has no task component.' : undefined;
        const tools = this.list.map((e, i): MenuLine => ({
            text: e.name,
            detail: describe(e),
            checked: i === 0,
            act: () => void attempt(at, () => this.say(`use ${e.name}`)),
        }));
        const lines: MenuLine[] = [
            { title: 'The tool is' },
            ...(tools.length > 0 ? tools : [{ text: 'None', checked: true } as MenuLine]),
            'line',
            ...this.list
                .slice(0, 1)
                .map((e): MenuLine => ({ text: `Edit ${e.name}\u2026`, act: () => this.edit(e) })),
            { text: 'Add an end effector\u2026', locked: none, act: () => this.add('') },
            { text: 'All end effectors\u2026', locked: none, act: () => this.openList() },
        ];
        menu('End effectors', at, lines);
    }

    /** What the menu of a link says: with an end effector on it, and without. */
    private linesOf(picked: PickedLink): MenuLine[] {
        const arm = armOf(this.page);
        if (arm === null || picked.arm?.name !== arm.name || partOf(this.page, 'task') === null) return [];
        const { scene } = this.page.station;
        const names = new Set([
            picked.link.name,
            ...(scene?.frames.filter((f) => f.link === picked.index).map((f) => f.name) ?? []),
        ]);
        const lines: MenuLine[] = [];
        this.list.forEach((e, i) => {
            if (!names.has(e.link)) return;
            lines.push({
                text: `Use ${e.name} as the tool`,
                checked: i === 0,
                act: () => void attempt(document.body, () => this.say(`use ${e.name}`)),
            });
            lines.push({ text: `Edit ${e.name}\u2026`, act: () => this.edit(e) });
            lines.push({
                text: `Remove ${e.name}`,
                act: () => void attempt(document.body, () => this.say(`remove ${e.name}`)),
            });
        });
        lines.push({ text: 'Add an end effector here\u2026', act: () => this.add(picked.link.name) });
        return lines;
    }

    /** All of them: pick the tool, edit, remove, add. */
    openList(): void {
        const body = h('div', { class: 'effector-list' });
        const root = dialog(`End effectors of ${armOf(this.page)?.name ?? ''}`, [body]);
        const fill = (): void => {
            body.replaceChildren(
                ...(this.list.length === 0 ? [h('p', { class: 'empty' }, 'None. Add the first one.')] : []),
                ...this.list.map((e, i) => this.rowOf(e, i === 0)),
                h(
                    'div',
                    { class: 'actions' },
                    button('Add\u2026', { icon: 'plus', press: () => this.add('') }),
                    button('Done', { class: 'primary', press: () => root.close() }),
                ),
            );
        };
        fill();
        const off = effectorsOf(this.page.station).on(fill);
        root.addEventListener('close', off);
    }

    private rowOf(e: Effector, active: boolean): HTMLElement {
        const pick = h('button', {
            type: 'button',
            class: 'btn small',
            role: 'radio',
            'aria-checked': String(active),
            'aria-label': `Use ${e.name} as the tool`,
        });
        pick.textContent = active ? 'Tool' : 'Use';
        pick.addEventListener('click', () => void attempt(pick, () => this.say(`use ${e.name}`)));
        return h(
            'div',
            { class: 'effector-row', 'data-effector': e.name },
            pick,
            h('b', {}, e.name),
            h('span', {}, describe(e)),
            button('Edit', { class: 'small', label: `Edit ${e.name}`, press: () => this.edit(e) }),
            button('Remove', {
                class: 'small',
                label: `Remove ${e.name}`,
                press: (at) => void attempt(at, () => this.say(`remove ${e.name}`)),
            }),
        );
    }

    private add(link: string): void {
        const arm = armOf(this.page);
        const links = arm === null ? [] : linksOf(this.page, arm);
        this.form('Add an end effector', 'add', {
            name: freeName(this.list),
            link: link === '' ? (links.at(-1) ?? '') : link,
            kind: 'frame',
            soft: this.list.length > 0,
            offset: [0, 0, 0, 0, 0, 0, 1],
            relative: 'None',
        });
    }

    private edit(effector: Effector): void {
        this.form(`Edit ${effector.name}`, 'change', effector);
    }

    /** One end effector: nothing is told before Apply, so Cancel leaves everything as it is. */
    private form(title: string, verb: 'add' | 'change', start: Effector): void {
        const arm = armOf(this.page);
        if (arm === null) return;
        const name = h('input', {
            class: 'input',
            'aria-label': 'Name',
            value: start.name,
            spellcheck: 'false',
        });
        if (verb === 'change') name.readOnly = true;
        const links = linksOf(this.page, arm).map((n) => [n, n] as const);
        const link = select('Link', links, start.link, () => undefined);
        const kinds = [['frame', 'Frame'], ['point', 'Point']] as const;
        const kind = segments<string>('Type', kinds, start.kind, () => undefined);
        const hard = segments<string>(
            'Kept',
            [['hard', 'Hard'], ['soft', 'Soft']],
            start.soft ? 'soft' : 'hard',
            () => undefined,
        );
        const numbers = numbersOf(start.offset).map((n, i) =>
            h('input', { class: 'input', 'aria-label': NAMES[i], inputmode: 'decimal', value: plain(n, 8) }),
        );
        const apply = button(verb === 'add' ? 'Add' : 'Apply', { class: 'primary' });
        const cancel = button('Cancel', {});
        const row = (text: string, ...what: HTMLElement[]): HTMLElement =>
            h('div', { class: 'field-row' }, h('span', { class: 'label' }, text), ...what);
        const root = dialog(title, [
            row('Name', name),
            row('On', link),
            row('Type', kind.root, hard.root),
            h('div', { class: 'offset' }, ...numbers.map((input, i) => h('label', {}, NAMES[i], input))),
            h('div', { class: 'actions' }, cancel, apply),
        ], 'narrow effector-form');
        cancel.addEventListener('click', () => root.close());
        apply.addEventListener('click', () => {
            const read = numbers.map((input) => parseNumber(input.value));
            const bad = read.findIndex(Number.isNaN);
            if (bad >= 0) {
                noteAt(apply, { code: 'number', text: `${NAMES[bad]} is not a number.` });
                return;
            }
            const offset = read.every((n, i) => plain(n, 8) === plain(numbersOf(start.offset)[i], 8))
                ? start.offset
                : poseOfNumbers(read);
            const made: Effector = {
                name: name.value.trim(),
                link: link.value,
                kind: kind.value,
                soft: hard.value === 'soft',
                offset,
                relative: start.relative,
            };
            void attempt(apply, () => this.say(`${verb} ${effectorText(made)}`)).then((done) => {
                if (done) root.close();
            });
        });
        (verb === 'add' ? name : link).focus();
    }
}

const made = new WeakMap<Page, EffectorDialogs>();

export function effectorDialogs(page: Page): EffectorDialogs {
    let found = made.get(page);
    if (found === undefined) {
        found = new EffectorDialogs(page);
        made.set(page, found);
    }
    return found;
}
