// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Small helpers over the DOM. Text always goes in as text nodes, so that names with markup in them
// appear as they are; styles go in by properties, so that the page needs no inline styles.

export type Child = Node | string | null | undefined | false;

export interface Attributes {
    class?: string;
    text?: string;
    on?: Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;
    vars?: Record<string, string>;
    [name: string]: unknown;
}

/** Makes an element: h('p', { class: 'note', 'aria-live': 'polite' }, 'text', child). */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        apply(element, name, value);
    }
    append(element, children);
    return element;
}

function apply(element: HTMLElement, name: string, value: unknown): void {
    if (value === undefined || value === null || value === false) return;
    if (name === 'class') element.className = String(value);
    else if (name === 'text') element.textContent = String(value);
    else if (name === 'on') listen(element, value as NonNullable<Attributes['on']>);
    else if (name === 'vars') setVars(element, value as Record<string, string>);
    else element.setAttribute(name, value === true ? '' : String(value));
}

function listen(element: HTMLElement, listeners: NonNullable<Attributes['on']>): void {
    for (const [type, listener] of Object.entries(listeners)) {
        element.addEventListener(type, listener as EventListener);
    }
}

export function append(element: Element, children: readonly Child[]): void {
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) element.append(child);
    }
}

export function setVars(element: HTMLElement | SVGElement, vars: Record<string, string>): void {
    for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, value);
}

/** Writes a text only when it differs: writing the same again would still cost a layout. */
export function setText(node: Node, text: string): void {
    if (node.textContent !== text) node.textContent = text;
}

export function setClass(element: Element, name: string, on: boolean): void {
    if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

/** Sets, or with null removes, an attribute, only when it differs. */
export function setAttribute(element: Element, name: string, value: string | null): void {
    if (value === null) {
        if (element.hasAttribute(name)) element.removeAttribute(name);
    } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function replace(element: Element, ...children: Child[]): void {
    element.replaceChildren();
    append(element, children);
}

/** An element of index.html; that it is missing is a fault of the page itself. */
export function byId<T extends HTMLElement>(id: string): T {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`index.html has no element '${id}'`);
    return element as T;
}

let serial = 0;

/** An id that no other element has, for labels. */
export function freshId(stem: string): string {
    serial += 1;
    return `${stem}-${serial}`;
}

/** True while the keyboard writes into something. */
export function isTyping(target: EventTarget | null): boolean {
    if (!(target instanceof HTMLElement)) return false;
    if (target instanceof HTMLInputElement) {
        return !['checkbox', 'radio', 'range', 'button', 'file'].includes(target.type);
    }
    return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Hands the user a file made on this page. */
export function saveFile(name: string, content: Blob): void {
    const address = URL.createObjectURL(content);
    const link = h('a', { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
