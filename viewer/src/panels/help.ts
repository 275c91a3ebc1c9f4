// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The list of keys and the list of all commands, both made from what panels registered.

import { h, replace } from '../ui/dom';
import type { PageCommand } from '../ui/keys';
import { dialog } from '../ui/popups';
import type { Page } from './page';

const BY_HAND: readonly [string, string][] = [
    ['Esc', 'Stop, everywhere; again: drives off'],
    ['M', 'Arm the keys that move; again: disarm'],
    ['Shift W S, A D, R F', 'Move along x, y, z (armed, held)'],
    ['Shift U O, I K, J L', 'Turn about x, y, z (armed, held)'],
    ['Shift Q E', 'Turn the elbow (armed, held)'],
    ['1 \u2026 9', 'Choose a joint'],
    ['Shift \u2190 \u2192', 'Jog the chosen joint (armed, held)'],
    ['Shift Space', 'Hold the button in focus'],
    ['Shift + pointer', 'Drag the tool or the elbow in the scene'],
];

function rows(list: readonly (readonly [string, string])[]): HTMLElement {
    return h(
        'dl',
        { class: 'keys' },
        ...list.map(([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text))),
    );
}

/** Keys of all commands by their groups; each key once, also when it is one of those above. Pure. */
export function keyGroups(commands: readonly PageCommand[]): Map<string, (readonly [string, string])[]> {
    const groups = new Map<string, (readonly [string, string])[]>();
    const listed = new Set(BY_HAND.map(([key]) => key));
    for (const command of commands) {
        // the nine joints and views are one line each
        if (command.keys === undefined || /^(V )?[2-9]$/.test(command.keys) || command.group === 'Joints')
            continue;
        if (listed.has(command.keys)) continue;
        listed.add(command.keys);
        const list = groups.get(command.group) ?? [];
        list.push(command.keys === 'V 1' ? ['V 1 \u2026 9', 'Views'] : [command.keys, command.name]);
        groups.set(command.group, list);
    }
    return groups;
}

export function showKeys(page: Page): void {
    const parts = [...keyGroups(page.keys.commands)].map(([name, list]) => h('section', {}, h('h3', {}, name), rows(list)));
    const root = dialog(
        'Keys',
        [
            h(
                'div',
                { class: 'key-columns', tabindex: '0', role: 'region', 'aria-label': 'List of keys' },
                h('section', {}, h('h3', {}, 'Stop and move'), rows(BY_HAND)),
                ...parts,
            ),
        ],
        'large',
    );
    root.querySelector<HTMLElement>('.key-columns')?.focus();
}

function fits(command: PageCommand, text: string): boolean {
    const name = `${command.group} ${command.name}`.toLowerCase();
    return text
        .toLowerCase()
        .split(/\s+/)
        .every((part) => name.includes(part));
}

function searchField(): HTMLInputElement {
    return h('input', {
        class: 'input',
        type: 'text',
        'aria-label': 'Search commands',
        placeholder: 'What to do?',
        role: 'combobox',
        'aria-expanded': 'true',
        'aria-controls': 'command-list',
        'aria-autocomplete': 'list',
        spellcheck: 'false',
    });
}

function commandRow(command: PageCommand, index: number): HTMLElement {
    const keys = command.keys !== undefined && h('kbd', {}, command.keys);
    const texts = [h('em', {}, command.group), h('span', {}, command.name)];
    return h('li', { role: 'option', id: `command-${index}` }, ...texts, keys);
}

/** Type a few letters, choose with arrows, Enter. */
export function showCommands(page: Page): void {
    const input = searchField();
    const looks = { role: 'listbox', 'aria-label': 'Commands', tabindex: '0' };
    const list = h('ul', { class: 'command-list', id: 'command-list', ...looks });
    const root = dialog('All commands', [input, list], 'command');
    let found: PageCommand[] = [];
    let at = 0;
    const choose = (command: PageCommand | undefined): void => {
        root.close();
        command?.act();
    };
    const mark = (): void => {
        [...list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === at)));
        const row = list.children[at];
        row?.scrollIntoView({ block: 'nearest' });
        if (row !== undefined) input.setAttribute('aria-activedescendant', row.id);
    };
    const fill = (): void => {
        found = page.keys.commands.filter((c) => fits(c, input.value));
        at = 0;
        const rows = found.map(commandRow);
        rows.forEach((row, i) => row.addEventListener('click', () => choose(found[i])));
        replace(list, ...rows);
        mark();
    };
    input.addEventListener('input', fill);
    input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') return choose(found[at]);
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        at = Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)));
        mark();
    });
    fill();
    input.focus();
}
