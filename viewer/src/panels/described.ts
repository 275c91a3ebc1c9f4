// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A card for any component, made from its description alone: a type that the page never heard of
// has its fields, its signals and its commands here.

import { enderOf, isEnd, isHeld, isRepeated } from '../core/commands';
import type { Command, Component, Saying, TypeDescription } from '../core/types';
import { button, card, lock, type Card } from '../ui/controls';
import { h, replace, saveFile, setText } from '../ui/dom';
import { sentence, words } from '../ui/format';
import { attempt, noteAt, whyOf } from '../ui/notes';
import { dialog } from '../ui/popups';
import { holdButton } from '../ui/hold';
import { ArgumentForm } from './argumentform';
import { FieldEditor, Undo, type Item } from './editor';
import { fieldOf } from './fields';
import type { Page } from './page';

/** One command: its button, hatched and held if something moves, and a form for its arguments. */
function commandRow(page: Page, part: Component, command: Command): HTMLElement {
    const form = new ArgumentForm(command);
    const said = h('output', { class: 'answer' });
    const held = isHeld(command);
    const kind = held ? 'hold small' : isEnd(command) ? 'small end' : 'small';
    const made = button(sentence(words(command.word)), {
        class: kind,
        title: command.help,
        press: held
            ? undefined
            : (b) => void attempt(b, async () => setText(said, await page.station.tell(part.name, form.say()))),
    });
    if (held) holdCommand(page, part, made, command, form);
    return h(
        'div',
        { class: 'command' },
        h('div', { class: 'actions tight' }, made, form.root),
        command.help !== '' && h('p', { class: 'help' }, command.help),
        said,
    );
}

/** Held: a stream is sent again and again, others once; letting go ends it by its own END. */
function holdCommand(
    page: Page,
    part: Component,
    made: HTMLButtonElement,
    command: Command,
    form: ArgumentForm,
): void {
    const ender = isRepeated(command) ? null : enderOf(part.commands);
    let release: (() => void) | null = null;
    holdButton(made, {
        begin() {
            let sent = false;
            let what: Saying;
            try {
                what = form.say();
            } catch (error) {
                noteAt(made, whyOf(error));
                return false;
            }
            const hold = page.station.hold(part.name, () => {
                if (sent && !isRepeated(command)) return null;
                sent = true;
                return what;
            });
            void hold.ended.then((why) => why !== null && noteAt(made, why));
            release = () => hold.release();
            return true;
        },
        end() {
            release?.();
            release = null;
            if (ender !== null)
                page.station.tell(part.name, ender).catch((error: unknown) => noteAt(made, whyOf(error)));
        },
        refused: () => noteAt(made, { code: 'locked', text: made.title }),
    });
}

/** A description with the fields of its blocks in it, by their paths: "control/alpha". */
async function describeDeep(page: Page, name: string, deep = 3): Promise<TypeDescription | null> {
    try {
        const type = await page.station.describe(name);
        const nested = await Promise.all(
            type.fields.map(async (field) => {
                if (field.of === undefined || deep === 0) return [];
                const inner = await describeDeep(page, field.of, deep - 1);
                return (inner?.fields ?? []).map((f) => ({ ...f, name: `${field.name}/${f.name}` }));
            }),
        );
        return { ...type, fields: [...type.fields, ...nested.flat()] };
    } catch {
        return null; // without a description fields are plain lines, and the cell itself checks them
    }
}

export class DescribedCard {
    private readonly made: Card = card('Component', { id: 'described' });
    readonly root = this.made.root;
    private editors: FieldEditor[] = [];
    private part: Component | null = null;
    private prefix = '';
    private readonly help = h('p', { class: 'lead' });
    private readonly params = h('div', { class: 'params' });
    private readonly acts = h('div', { class: 'actions' });
    private readonly commands = h('div', { class: 'commands' });
    private readonly state = h('p', { class: 'note' });

    constructor(
        private readonly page: Page,
        private readonly undo: Undo,
        private readonly locked: () => string | null,
    ) {
        this.made.body.append(this.help, this.params, this.acts, this.commands, this.state);
        undo.changed(() => this.refresh());
        page.ticker.every(
            2,
            () => this.lockCommands(),
            () => this.root.isConnected,
        );
    }

    /** Shows the fields below a path of a component; "law/" shows all of them. */
    async open(part: Component, prefix = `${part.name}/`): Promise<void> {
        this.part = part;
        this.prefix = prefix;
        setText(this.made.head.querySelector('h2') as Element, part.name);
        setText(this.made.sub, part.type);
        replace(this.params, h('p', { class: 'empty' }, 'Reading the description\u2026'));
        const [type, items] = await Promise.all([describeDeep(this.page, part.type), this.items(part)]);
        if (this.part !== part || this.prefix !== prefix) return; // another was opened meanwhile
        this.fill(part, type, items);
    }

    private async items(part: Component): Promise<Item[]> {
        try {
            const answer = await this.page.station.request('list', { path: `${part.name}/**`, most: 500 });
            return ((answer['items'] as Item[] | undefined) ?? []).filter((item) => item.when !== undefined);
        } catch {
            return [];
        }
    }

    private fill(part: Component, type: TypeDescription | null, items: Item[]): void {
        setText(this.help, type?.help ?? '');
        const shown = items.filter((item) => isBelow(item.path, this.prefix));
        const list = shown.length > 0 ? shown : items;
        this.editors = list.map(
            (item) => new FieldEditor(this.undo, item, fieldOf(type, item.path), lastName(item.path)),
        );
        replace(this.params);
        let block = part.name;
        for (const editor of this.editors) {
            const { path } = editor.item;
            const above = path.slice(0, path.lastIndexOf('/'));
            if (above !== block) this.params.append(h('h3', {}, above.slice(part.name.length + 1)));
            block = above;
            this.params.append(editor.root);
        }
        if (this.editors.length === 0)
            replace(this.params, h('p', { class: 'empty' }, 'It has no fields to set.'));
        replace(
            this.commands,
            part.commands.length > 0 && h('h3', {}, 'Commands'),
            ...part.commands.map((c) => commandRow(this.page, part, c)),
        );
        this.drawActs(part);
        const problem = this.page.station.status?.components.find((c) => c.name === part.name)?.error;
        setText(this.state, problem ? `${problem.text} ${problem.fix ?? ''}` : '');
    }

    private drawActs(part: Component): void {
        const count = this.undo.changes.filter((c) => c.path.startsWith(`${part.name}/`)).length;
        const save = button('Save parameters', {
            class: 'small wide',
            icon: 'save',
            press: (b) =>
                void attempt(b, async () => {
                    const answer = await this.page.station.request('save', { object: part.name });
                    saveFile(
                        `${part.name}.xml`,
                        new Blob([String(answer['document'] ?? '')], { type: 'application/xml' }),
                    );
                }),
        });
        const revert = button(`Revert ${count}`, {
            class: 'small',
            icon: 'undo',
            press: (b) => void this.undo.revert(b, `${part.name}/`),
        });
        lock(revert, count > 0 ? null : 'Nothing was changed.');
        replace(this.acts, this.editors.length > 0 && save, this.editors.length > 0 && revert);
    }

    /** Values that are changed elsewhere appear here too. */
    async refresh(): Promise<void> {
        const part = this.part;
        if (part === null) return;
        const items = await this.items(part);
        for (const editor of this.editors) {
            const item = items.find((i) => i.path === editor.item.path);
            if (item !== undefined) editor.heard(item.value);
            editor.redraw();
        }
        this.drawActs(part);
    }

    private lockCommands(): void {
        const why = this.locked();
        for (const made of this.commands.querySelectorAll<HTMLButtonElement>('.btn.hold')) lock(made, why);
    }
}

/** "law/kp" and "law/kp/" hold "law/kp[2]", but not "law/kpx". */
function isBelow(path: string, prefix: string): boolean {
    const base = prefix.replace(/\/$/, '');
    return path.startsWith(base) && ['/', '[', undefined].includes(path[base.length]);
}

function lastName(path: string): string {
    return path.slice(path.lastIndexOf('/') + 1);
}

/** The commands and fields of a component in a dialog, for menus of objects. */
export function showCommandCard(page: Page, part: Component): void {
    const made = new DescribedCard(page, sharedUndo(page), () => null);
    dialog(part.name, [made.root], 'card-dialog');
    void made.open(part);
}

let undo: Undo | null = null;

/** One list of changes for the whole page. */
export function sharedUndo(page: Page): Undo {
    undo ??= new Undo(page);
    return undo;
}
