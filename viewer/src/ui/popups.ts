// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Menus and dialogs. Escape is the stop of the page and closes them too.

import { append, h, type Child } from './dom';
import { icon, type IconName } from './icons';

export interface MenuItem {
    text: string;
    detail?: string;
    icon?: IconName;
    checked?: boolean;
    locked?: string; // the reason
    act?: () => void;
}

export type MenuEntry = MenuItem | { title: string } | 'line';

let openMenu: { root: HTMLElement; close: (focus: boolean) => void } | null = null;

export function closeMenu(): void {
    openMenu?.close(false);
}

function entryOf(entry: MenuEntry, close: (focus: boolean) => void): HTMLElement {
    if (entry === 'line') return h('div', { class: 'menu-line', role: 'separator' });
    if ('title' in entry) return h('div', { class: 'menu-title', role: 'presentation' }, entry.title);
    const mark: IconName | null = entry.checked === true ? 'check' : (entry.icon ?? null);
    const item = h(
        'button',
        {
            type: 'button',
            tabindex: '-1',
            role: entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox',
            'aria-checked': entry.checked === undefined ? undefined : String(entry.checked),
            'aria-disabled': entry.locked === undefined ? undefined : 'true',
            title: entry.locked,
        },
        mark === null ? h('span', { class: 'icon' }) : icon(mark),
        h('span', {}, entry.text),
        entry.detail !== undefined && h('em', {}, entry.detail),
    );
    item.addEventListener('click', () => {
        if (entry.locked !== undefined) return;
        close(true);
        entry.act?.();
    });
    return item;
}

function moveBy(root: HTMLElement, step: number): void {
    const items = [...root.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
}

/** Shows a menu below an element, or at a point. Arrows walk, Enter acts, Tab and Escape shut it. */
export function menu(label: string, at: HTMLElement | { x: number; y: number }, entries: MenuEntry[]): void {
    closeMenu();
    const before = document.activeElement;
    const root = h('div', { class: 'menu', role: 'menu', 'aria-label': label });
    const abort = new AbortController();
    const close = (focus: boolean): void => {
        abort.abort();
        root.remove();
        openMenu = null;
        if (focus && before instanceof HTMLElement) before.focus();
    };
    append(
        root,
        entries.map((entry) => entryOf(entry, close)),
    );
    document.body.append(root);
    openMenu = { root, close };
    placeAt(root, at);
    root.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown') moveBy(root, 1);
        else if (event.key === 'ArrowUp') moveBy(root, -1);
        else if (event.key === 'Home') root.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
        else if (event.key === 'Tab' || event.key === 'Escape') close(true);
        else return;
        if (event.key !== 'Escape') event.preventDefault();
    });
    const options = { signal: abort.signal, capture: true };
    addEventListener(
        'pointerdown',
        (event) => {
            if (!root.contains(event.target as Node)) close(false);
        },
        options,
    );
    addEventListener('blur', (event) => event.target === window && close(false), options);
    // a page that is slow is still told of a size that it had when the menu came
    const [width, height] = [innerWidth, innerHeight];
    addEventListener('resize', () => (innerWidth !== width || innerHeight !== height) && close(false), options);
    moveBy(root, 1);
}

function placeAt(root: HTMLElement, at: HTMLElement | { x: number; y: number }): void {
    const size = root.getBoundingClientRect();
    const box = at instanceof HTMLElement ? at.getBoundingClientRect() : null;
    const x = box === null ? (at as { x: number }).x : box.left;
    let y = box === null ? (at as { y: number }).y : box.bottom + 4;
    if (y + size.height > innerHeight - 8)
        y = Math.max(8, (box === null ? innerHeight : box.top) - size.height - 4);
    root.style.left = `${Math.max(8, Math.min(x, innerWidth - size.width - 8))}px`;
    root.style.top = `${y}px`;
}

/** A dialog over the page; the stop button stays live below its edge. */
export function dialog(title: string, children: Child[], more = ''): HTMLDialogElement {
    closeMenu();
    const shut = h(
        'button',
        { type: 'button', class: 'btn icon-only quiet', 'aria-label': 'Close' },
        icon('close'),
    );
    const root = h('dialog', { class: `dialog ${more}`, 'aria-label': title });
    append(root, [h('div', { class: 'dialog-head' }, h('h2', {}, title), shut), ...children]);
    shut.addEventListener('click', () => root.close());
    root.addEventListener('close', () => root.remove());
    // not showModal(): the rest of the page, and with it the stop button, would be dead below it
    document.body.append(root);
    const before = document.activeElement;
    root.show();
    root.addEventListener('close', () => before instanceof HTMLElement && before.focus());
    root.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') root.close();
    });
    return root;
}

/** Asks for one line of text. */
export function askText(title: string, label: string, value: string, done: (text: string) => void): void {
    const input = h('input', {
        class: 'input',
        type: 'text',
        'aria-label': label,
        value,
        spellcheck: 'false',
    });
    const accept = h('button', { type: 'submit', class: 'btn primary' }, 'Done');
    const form = h('form', { class: 'ask' }, input, accept);
    const root = dialog(title, [form], 'narrow');
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const text = input.value.trim();
        root.close();
        if (text !== '') done(text);
    });
    input.focus();
    input.select();
}
