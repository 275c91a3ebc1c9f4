// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The controls that all panels share: cards, buttons, segments, sliders, switches, bars.

import { append, h, setAttribute, setText, setVars, type Child } from './dom';
import { icon, type IconName } from './icons';

export interface Card {
    root: HTMLElement;
    head: HTMLElement;
    sub: HTMLElement;
    end: HTMLElement;
    body: HTMLElement;
}

/** A card with a title, a quiet word behind it and one at the end of its line. */
export function card(title: string, options: { fill?: boolean; tools?: Child[]; id?: string } = {}): Card {
    const sub = h('span', { class: 'sub' });
    const end = h('span', { class: 'end' });
    const head = h('header', {}, h('h2', {}, title), sub, end);
    append(head, options.tools ?? []);
    const body = h('div', { class: 'card-body' });
    const name = options.id ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const root = h(
        'section',
        { class: `card card-${name}${options.fill === true ? ' fill' : ''}`, 'aria-label': title },
        head,
        body,
    );
    return { root, head, sub, end, body };
}

export interface ButtonOptions {
    class?: string;
    icon?: IconName;
    key?: string; // printed in the button
    title?: string;
    label?: string; // spoken, where the text alone says too little
    press?: (button: HTMLButtonElement) => void;
}

export function button(text: string, options: ButtonOptions = {}): HTMLButtonElement {
    const made = h(
        'button',
        {
            type: 'button',
            class: `btn ${options.class ?? ''}`,
            title: options.title,
            'aria-label': options.label ?? (text === '' ? options.title : undefined),
        },
        options.icon !== undefined && icon(options.icon),
        text !== '' && h('span', {}, text),
        options.key !== undefined && h('kbd', {}, options.key),
    );
    made.addEventListener('click', () => {
        if (!isLocked(made)) options.press?.(made);
    });
    return made;
}

/** Locks a control: it stays readable and reachable, and says why. */
export function lock(element: HTMLElement, why: string | null): void {
    setAttribute(element, 'aria-disabled', why === null ? null : 'true');
    if (why !== null) setAttribute(element, 'title', why);
    else if (element.getAttribute('aria-disabled') === null && element.dataset['title'] === undefined) {
        setAttribute(element, 'title', null);
    }
}

export function isLocked(element: HTMLElement): boolean {
    return element.getAttribute('aria-disabled') === 'true';
}

export interface Choice<T extends string> {
    root: HTMLElement;
    value: T;
    set(value: T): void;
}

/** One of a few, as segments; arrows choose as in any radio group. */
export function segments<T extends string>(
    label: string,
    options: readonly (readonly [T, string])[],
    start: T,
    chosen: (value: T) => void,
    more = 'small',
): Choice<T> {
    const buttons = options.map(([value, text]) =>
        h('button', { type: 'button', role: 'radio', 'data-value': value }, text),
    );
    const root = h('span', { class: `seg ${more}`, role: 'radiogroup', 'aria-label': label }, ...buttons);
    const choice: Choice<T> = {
        root,
        value: start,
        set(value) {
            choice.value = value;
            buttons.forEach((b, i) => {
                const on = options[i][0] === value;
                setAttribute(b, 'aria-checked', String(on));
                b.tabIndex = on ? 0 : -1;
            });
            // nothing chosen: the group must still be reachable
            if (!options.some(([v]) => v === value) && buttons.length > 0) buttons[0].tabIndex = 0;
        },
    };
    const choose = (at: number): void => {
        if (isLocked(root)) return;
        const [value] = options[(at + options.length) % options.length];
        choice.set(value);
        chosen(value);
    };
    buttons.forEach((b, i) => {
        b.addEventListener('click', () => choose(i));
        b.addEventListener('keydown', (event) => {
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (step === undefined || event.shiftKey) return;
            event.preventDefault();
            choose(i + step);
            buttons[(i + step + buttons.length) % buttons.length].focus();
        });
    });
    choice.set(start);
    return choice;
}

export interface Slider {
    root: HTMLInputElement;
    set(part: number): void;
}

/** A slider from 0 to 1; what it means is the caller's. */
export function slider(label: string, part: number, moved: (part: number, done: boolean) => void): Slider {
    const root = h('input', {
        type: 'range',
        class: 'slider',
        min: '0',
        max: '1',
        step: '0.005',
        'aria-label': label,
    });
    const draw = (): void => setVars(root, { '--at': `${(100 * Number(root.value)).toFixed(1)}%` });
    root.addEventListener('input', () => {
        draw();
        moved(Number(root.value), false);
    });
    root.addEventListener('change', () => moved(Number(root.value), true));
    const set = (value: number): void => {
        root.value = String(value);
        draw();
    };
    set(part);
    return { root, set };
}

export function switchButton(label: string, changed: (on: boolean) => void): Switch {
    const word = h('span', {}, 'Off');
    const root = h(
        'button',
        { type: 'button', class: 'switch', role: 'switch', 'aria-label': label },
        h('i'),
        word,
    );
    const set = (on: boolean): void => {
        setAttribute(root, 'aria-checked', String(on));
        setText(word, on ? 'On' : 'Off');
    };
    set(false);
    root.addEventListener('click', () => {
        if (!isLocked(root)) changed(root.getAttribute('aria-checked') !== 'true');
    });
    return { root, set };
}

export interface Switch {
    root: HTMLButtonElement;
    set(on: boolean): void;
}

/** A bar with a name and a share. */
export interface Bar {
    root: HTMLElement;
    set(name: string, detail: string, share: number, kind: string): void;
}

export function bar(): Bar {
    const name = h('span');
    const detail = h('em');
    const percent = h('b');
    const fill = h('i', { 'aria-hidden': 'true' });
    const root = h('div', { class: 'bar' }, h('div', {}, h('span', {}, name, ' ', detail), percent), fill);
    return {
        root,
        set(text, more, share, kind) {
            setText(name, text);
            setText(detail, more);
            setText(percent, `${Math.round(100 * share)} %`);
            setVars(fill, { '--at': `${Math.round(100 * share)}%` });
            if (root.className !== `bar ${kind}`) root.className = `bar ${kind}`;
        },
    };
}

/** A menu of words of the browser itself. */
export function select(
    label: string,
    options: readonly (readonly [string, string])[],
    value: string,
    chosen: (value: string) => void,
): HTMLSelectElement {
    const made = h('select', { class: 'select', 'aria-label': label });
    for (const [name, text] of options) made.append(h('option', { value: name }, text));
    made.value = value;
    made.addEventListener('change', () => chosen(made.value));
    return made;
}

/** Makes the list of a menu anew, keeping what is chosen if it is still there. */
export function setOptions(made: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
    const before = made.value;
    made.replaceChildren(...options.map(([name, text]) => h('option', { value: name }, text)));
    if (options.some(([name]) => name === before)) made.value = before;
}
