// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The editor of one field: value, unit, range, help. Enter commits, leaving discards, out of range
// is refused in place, the old value stays as a tick, and Ctrl Z takes the last change back.

import type { Field } from '../core/types';
import { segments, select, slider, switchButton, type Slider } from '../ui/controls';
import { freshId, h, setAttribute, setClass, setText, setVars, type Child } from '../ui/dom';
import { parseNumber, plain } from '../ui/format';
import { attempt, noteAt } from '../ui/notes';
import { controlOf, endsOf, momentText, partOfRange, ranged, refusal, valueOfPart, type Control } from './fields';
import type { Page } from './page';

interface Change {
    path: string;
    before: string;
    after: string;
}

/** All changes made from this page, newest last. */
export class Undo {
    readonly changes: Change[] = [];
    private readonly listeners = new Set<() => void>();

    constructor(private readonly page: Page) {
        page.keys.add({
            name: 'Undo the last change of a field',
            keys: 'Ctrl Z',
            group: 'Fields',
            act: () => void this.undo(document.body),
        });
    }

    changed(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    async set(at: HTMLElement, path: string, before: string, after: string): Promise<boolean> {
        const done = await attempt(at, () => this.page.station.request('set', { path, value: after }));
        if (done) {
            this.changes.push({ path, before, after });
            this.tell();
        }
        return done;
    }

    /** The value that a path had before this page changed it; null when it did not. */
    first(path: string): string | null {
        return this.changes.find((c) => c.path === path)?.before ?? null;
    }

    async undo(at: HTMLElement): Promise<void> {
        const last = this.changes.at(-1);
        if (last === undefined) return;
        const done = await attempt(at, () =>
            this.page.station.request('set', { path: last.path, value: last.before }),
        );
        if (done) this.changes.pop();
        this.tell();
    }

    async revert(at: HTMLElement, prefix: string): Promise<void> {
        for (let i = this.changes.length - 1; i >= 0; i--) {
            const { path, before } = this.changes[i];
            if (!path.startsWith(prefix)) continue;
            if (!(await attempt(at, () => this.page.station.request('set', { path, value: before })))) break;
            this.changes.splice(i, 1);
        }
        this.tell();
    }

    private tell(): void {
        for (const listener of this.listeners) listener();
    }
}

export interface Item {
    path: string;
    value: string;
    unit: string;
    when?: string;
}

export class FieldEditor {
    readonly root: HTMLElement;
    private readonly control: Control;
    private readonly input = h('input', {
        class: 'input',
        type: 'text',
        autocomplete: 'off',
        spellcheck: 'false',
        inputmode: 'decimal',
    });
    private readonly was = h('p', { class: 'was' });
    private bar: Slider | null = null;
    private readonly old = h('u', { 'aria-hidden': 'true', hidden: true });
    private around: Field | null = null;
    private setChosen: (value: string) => void = () => undefined;

    constructor(
        private readonly undo: Undo,
        readonly item: Item,
        private readonly field: Field | null,
        label: string,
    ) {
        this.control = controlOf(field, item.value);
        const id = freshId('field');
        const name = h('label', { for: id, title: item.path }, label);
        const help = h('p', { class: 'help' }, field?.help ?? '');
        const when = item.when ?? 'live';
        this.root = h(
            'div',
            { class: 'param', 'data-path': item.path },
            h('div', {}, name, ...this.controls(id, label)),
        );
        if (this.control === 'slider' && field !== null) this.root.append(this.scale(field, label));
        if (when !== 'live') help.append(` Takes effect ${momentText(when)}.`);
        this.root.append(help, this.was);
        this.show(item.value);
    }

    private controls(id: string, label: string): Child[] {
        const commit = (value: string): void => void this.commit(value);
        if (this.control === 'segments' || this.control === 'menu') {
            const list = (this.field?.words ?? []).map((word) => [word, word] as const);
            if (this.control === 'segments') {
                const made = segments(label, list, this.item.value, commit, 'small wide');
                this.setChosen = (value) => made.set(value);
                made.root.id = id;
                return [made.root];
            }
            const made = select(label, list, this.item.value, commit);
            made.id = id;
            this.setChosen = (value) => (made.value = value);
            return [made];
        }
        if (this.control === 'switch') {
            const made = switchButton(label, (on) => commit(on ? 'true' : 'false'));
            made.root.id = id;
            this.setChosen = (value) => made.set(['true', 'yes', 'on', '1'].includes(value));
            return [made.root];
        }
        this.input.id = id;
        if (this.control === 'text') this.input.removeAttribute('inputmode');
        this.listen();
        return [h('span', { class: 'input-unit' }, this.input, h('em', {}, this.item.unit))];
    }

    private listen(): void {
        const { input } = this;
        input.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void this.commit(input.value);
        });
        input.addEventListener('focus', () => input.select());
        input.addEventListener('blur', () => {
            this.show(this.item.value); // leaving discards
            setAttribute(input, 'aria-invalid', null);
        });
    }

    private scale(field: Field, label: string): HTMLElement {
        this.bar = slider(`${label}, slider`, 0, (part, done) => {
            const value = String(valueOfPart(this.inRange(field), part));
            this.input.value = value;
            if (done) void this.commit(value);
        });
        const [low, high] = endsOf(this.inRange(field));
        return h(
            'div',
            { class: 'scale' },
            h('span', {}, plain(low, 3)),
            h('div', { class: 'scale-bar' }, this.bar.root, this.old),
            h('span', {}, plain(high, 3)),
        );
    }

    /** The field with the value that its slider is around. */
    private inRange(field: Field): Field {
        this.around ??= ranged(field, this.undo.first(this.item.path) ?? this.item.value);
        return this.around;
    }

    private async commit(text: string): Promise<void> {
        const why = refusal(this.field, this.control, text);
        if (why !== null) {
            setAttribute(this.input, 'aria-invalid', 'true');
            noteAt(this.root, {
                code: 'range',
                text: why,
                fix: `It stays at ${this.item.value} ${this.item.unit}.`,
            });
            if (this.bar !== null) this.show(this.item.value);
            return;
        }
        const numeric = this.control === 'slider' || this.control === 'number';
        const value = numeric ? String(parseNumber(text)) : text;
        setAttribute(this.input, 'aria-invalid', null);
        if (await this.undo.set(this.root, this.item.path, this.item.value, value)) this.item.value = value;
        this.show(this.item.value);
    }

    /** Shows a value that came from the cell, unless somebody is writing here. */
    heard(value: string): void {
        this.item.value = value;
        if (document.activeElement !== this.input && document.activeElement !== this.bar?.root)
            this.show(value);
    }

    private show(value: string): void {
        this.input.value = value;
        this.setChosen(value);
        if (this.bar !== null && this.field !== null)
            this.bar.set(partOfRange(this.inRange(this.field), parseNumber(value)));
        const first = this.undo.first(this.item.path);
        const changed = first !== null && first !== value;
        setClass(this.root, 'changed', changed);
        setText(this.was, changed ? `Was ${first} ${this.item.unit}.` : '');
        this.old.hidden = !changed || this.field === null;
        if (changed && this.field !== null)
            setVars(this.old, { '--was': `${100 * partOfRange(this.inRange(this.field), parseNumber(first))}%` });
    }

    redraw(): void {
        this.show(this.item.value);
    }
}
