// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What this page records: the choice of signals, its boxes, its dialog, and the request that begins a
// recording. Without a choice the cell records what its file says.

import { effectorsOf } from '../../core/effectors';
import { h, replace, setAttribute, setText } from '../../ui/dom';
import { button } from '../../ui/controls';
import { dialog } from '../../ui/popups';
import type { Page } from '../page';
import { Capture, MOST_PATTERNS, type Mark, type Part } from './capture';

const STORED = 'sinew-capture';
const CHECKED: Record<Mark, string> = { none: 'false', some: 'mixed', all: 'true' };
const SPOKEN: Record<Mark, string> = { none: '', some: '\u2013', all: '\u2713' };

/** A box with three states. Pressed, it becomes full; full, it becomes empty. */
export function markBox(label: string, mark: Mark, press: (on: boolean) => void): HTMLButtonElement {
    const box = h('button', { type: 'button', role: 'checkbox', class: 'mark-box', 'aria-label': label });
    setMark(box, mark);
    box.addEventListener('click', (event) => {
        event.stopPropagation();
        press(box.getAttribute('aria-checked') !== 'true');
    });
    return box;
}

export function setMark(box: HTMLElement, mark: Mark): void {
    setAttribute(box, 'aria-checked', CHECKED[mark]);
    setText(box, SPOKEN[mark]);
}

export class Capturing {
    private made: Capture;
    private readonly listeners = new Set<() => void>();

    constructor(private readonly page: Page) {
        this.made = this.build();
        page.station.on('catalogue', () => {
            this.made = this.build();
            this.tell();
        });
        page.keys.add({ name: 'Choose what is recorded', group: 'Recording', act: () => this.open() });
    }

    private build(): Capture {
        const { catalogue } = this.page.station;
        const arm = (object: string) => catalogue?.arms.find((a) => a.name === object);
        const tasks = new Map(
            catalogue?.components.filter((c) => c.type === 'task').map((c) => [c.name, c.arm]),
        );
        const made = new Capture(
            catalogue?.signals ?? [],
            (object) => arm(object)?.axes.length ?? 0,
            (component) => tasks.get(component) ?? '',
        );
        try {
            const stored = new Set((sessionStorage.getItem(STORED) ?? '').split('\n'));
            made.set((p) => stored.has(p.path), true);
        } catch {
            // without storage nothing is chosen at first
        }
        return made;
    }

    get capture(): Capture {
        return this.made;
    }

    changed(listener: () => void): void {
        this.listeners.add(listener);
    }

    /** Changes the choice. */
    choose(act: (capture: Capture) => void): void {
        act(this.made);
        try {
            sessionStorage.setItem(STORED, this.made.paths.join('\n'));
        } catch {
            // it lasts as long as the page
        }
        this.tell();
    }

    private tell(): void {
        for (const listener of this.listeners) listener();
    }

    /** Begins or ends a recording. */
    async record(act: 'start' | 'stop'): Promise<void> {
        const signals = act === 'start' ? this.made.patterns() : [];
        if (signals.length > MOST_PATTERNS)
            throw new Error(
                `${signals.length} single signals are chosen, ${MOST_PATTERNS} can be named. ` +
                    'Choose whole groups.',
            );
        await this.page.station.request('record', signals.length > 0 ? { act, signals } : { act });
    }

    get summary(): string {
        const { count } = this.made;
        return count === 0 ? 'as the cell says' : `${count} signals`;
    }

    open(): void {
        new CaptureDialog(this.page, this);
    }
}

interface Panel {
    part: Part;
    root: HTMLElement;
    list: HTMLElement;
}

/** Objects with their links and end effectors at the left; the types of what is highlighted beside them. */
class CaptureDialog {
    private object: string;
    private part: Part = 'own'; // of the object: what is highlighted, itself or a link or the end effector
    private link = -1;
    private readonly system = h('ul', { class: 'capture-list', 'aria-label': 'System' });
    private readonly panels: Panel[];
    private readonly said = h('p', { class: 'note' });

    constructor(
        private readonly page: Page,
        private readonly capturing: Capturing,
    ) {
        this.object = capturing.capture.objects[0] ?? '';
        const system = this.column('Objects and links', this.system, (c, on) => c.set(() => true, on));
        this.panels = [
            this.panel('own', 'Signals of the object', 'Types of the object'),
            this.panel('link', 'Signals of its links', 'Types of links'),
            this.panel('effector', 'Signals of its end effector', 'Types of end effectors'),
        ];
        dialog(
            'What is recorded',
            [h('div', { class: 'capture' }, system, ...this.panels.map((p) => p.root)), this.said],
            'capture-dialog',
        );
        this.fill();
    }

    private column(title: string, list: HTMLElement, set: (c: Capture, on: boolean) => void): HTMLElement {
        const all = (text: string, on: boolean): HTMLElement =>
            button(text, {
                class: 'small',
                label: `${text}: ${title.toLowerCase()}`,
                press: () => this.choose((c) => set(c, on)),
            });
        const acts = h('div', { class: 'actions' }, all('Select all', true), all('Deselect all', false));
        return h('div', { class: 'capture-panel', role: 'group', 'aria-label': title }, h('h3', {}, title), list, acts);
    }

    private panel(part: Part, title: string, label: string): Panel {
        const list = h('ul', { class: 'capture-list', 'aria-label': label });
        const root = this.column(title, list, (c, on) => c.setPart(this.object, part, on, this.linkOf(part)));
        return { part, root, list };
    }

    /** The link that types of links are chosen for; all of them while their object is highlighted. */
    private linkOf(part: Part): number {
        return part === 'link' && this.part === 'link' ? this.link : -1;
    }

    private choose(act: (capture: Capture) => void): void {
        this.capturing.choose(act);
        this.fill();
    }

    private row(name: string, mark: Mark, on: boolean, press: (on: boolean) => void, pick?: () => void) {
        const text = h('button', { type: 'button', class: 'capture-name', 'aria-pressed': String(on) }, name);
        if (pick === undefined) text.disabled = true;
        else text.addEventListener('click', pick);
        return h('li', { class: on ? 'on' : '' }, markBox(`Record ${name}`, mark, press), text);
    }

    private highlight(object: string, part: Part, link = -1): void {
        this.object = object;
        this.part = part;
        this.link = link;
        this.fill();
    }

    private fill(): void {
        const { capture } = this.capturing;
        replace(this.system, ...capture.objects.flatMap((object) => this.systemRows(object)));
        for (const panel of this.panels) {
            const locked = this.part !== 'own' && this.part !== panel.part;
            panel.root.classList.toggle('locked', locked);
            panel.root.inert = locked;
            setAttribute(panel.root, 'aria-disabled', locked ? 'true' : null);
            this.fillTypes(panel);
        }
        const { count } = capture;
        const none = 'Nothing is chosen: a recording holds what the cell file names.';
        setText(this.said, count === 0 ? none : `A recording holds ${count} signals.`);
    }

    private systemRows(object: string): HTMLElement[] {
        const { capture } = this.capturing;
        const arm = this.page.station.catalogue?.arms.find((a) => a.name === object);
        const isOn = (part: Part, link = -1): boolean =>
            object === this.object && part === this.part && link === this.link;
        const rows = [
            this.row(
                object,
                capture.objectMark(object),
                isOn('own'),
                (on) => this.choose((c) => c.setObject(object, on)),
                () => this.highlight(object, 'own'),
            ),
        ];
        const deep = (made: HTMLLIElement): void => {
            made.classList.add('deep');
            rows.push(made);
        };
        for (const link of capture.linksOf(object))
            deep(
                this.row(
                    arm?.axes[link]?.name ?? `link ${link}`,
                    capture.linkMark(object, link),
                    isOn('link', link),
                    (on) => this.choose((c) => c.setLink(object, link, on)),
                    () => this.highlight(object, 'link', link),
                ),
            );
        if (capture.types(object, 'effector').length > 0)
            deep(
                this.row(
                    effectorsOf(this.page.station).of(object)?.[0]?.name ?? 'end effector',
                    capture.effectorMark(object),
                    isOn('effector'),
                    (on) => this.choose((c) => c.setEffectors(object, on)),
                    () => this.highlight(object, 'effector'),
                ),
            );
        return rows;
    }

    private fillTypes({ part, list }: Panel): void {
        const { capture } = this.capturing;
        const { object } = this;
        const link = this.linkOf(part);
        const rows = capture.types(object, part).flatMap((type) => {
            const made = this.row(
                type === '' ? object : type,
                capture.typeMark(object, part, type, link),
                false,
                (on) => this.choose((c) => c.setType(object, part, type, on, link)),
            );
            // a type of all links has its elements at each of them
            return part === 'link' && link < 0 ? [made] : [made, ...this.elements(part, type, link)];
        });
        replace(list, ...rows, rows.length === 0 && h('li', { class: 'empty' }, 'none'));
    }

    /** Single elements of a type, which can be left out. */
    private elements(part: Part, type: string, link: number): HTMLElement[] {
        const { capture } = this.capturing;
        return capture.places
            .filter((p) => p.object === this.object && p.part === part && p.type === type && p.link === link)
            .map((p) => {
                const made = this.row(p.element, capture.has(p.path) ? 'all' : 'none', false, (on) =>
                    this.choose((c) => c.set((q) => q.path === p.path, on)),
                );
                made.classList.add('deep');
                return made;
            });
    }
}

let capturing: Capturing | null = null;

/** One choice for the whole page. */
export function sharedCapturing(page: Page): Capturing {
    capturing ??= new Capturing(page);
    return capturing;
}
