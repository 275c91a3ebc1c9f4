// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What this page records: the choice of signals, its boxes, its dialog, and the request that begins a
// recording. Without a choice the cell records what its file says.

import { h, replace, setAttribute, setText } from '../../ui/dom';
import { button } from '../../ui/controls';
import { dialog } from '../../ui/popups';
import type { Page } from '../page';
import { Capture, MOST_PATTERNS, type Mark } from './capture';

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
        const made = new Capture(catalogue?.signals ?? [], (object) => arm(object)?.axes.length ?? 0);
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

/** Objects with their links at the left; the types of what is highlighted at the right. */
class CaptureDialog {
    private object: string;
    private link = -1;
    private readonly system = h('ul', { class: 'capture-list', 'aria-label': 'System' });
    private readonly own = h('ul', { class: 'capture-list', 'aria-label': 'Types of the object' });
    private readonly ofLinks = h('ul', { class: 'capture-list', 'aria-label': 'Types of links' });
    private readonly said = h('p', { class: 'note' });

    constructor(
        private readonly page: Page,
        private readonly capturing: Capturing,
    ) {
        this.object = capturing.capture.objects[0] ?? '';
        const all = (text: string, on: boolean): HTMLElement =>
            button(text, { class: 'small', press: () => this.choose((c) => c.set(() => true, on)) });
        const column = (title: string, list: HTMLElement): HTMLElement =>
            h('div', {}, h('h3', {}, title), list);
        dialog(
            'What is recorded',
            [
                h(
                    'div',
                    { class: 'capture' },
                    column('Objects and links', this.system),
                    column('Of the object', this.own),
                    column('Of its links', this.ofLinks),
                ),
                h('div', { class: 'actions' }, all('Select all', true), all('Deselect all', false)),
                this.said,
            ],
            'capture-dialog',
        );
        this.fill();
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

    private highlight(object: string, link: number): void {
        this.object = object;
        this.link = link;
        this.fill();
    }

    private fill(): void {
        const { capture } = this.capturing;
        replace(this.system, ...capture.objects.flatMap((object) => this.systemRows(object)));
        this.fillTypes(this.own, false);
        this.fillTypes(this.ofLinks, true);
        this.own.classList.toggle('locked', this.link >= 0);
        setText(this.said, `A recording holds ${this.capturing.summary}.`);
    }

    private systemRows(object: string): HTMLElement[] {
        const { capture } = this.capturing;
        const axes = this.page.station.catalogue?.arms.find((a) => a.name === object)?.axes;
        const rows = [
            this.row(
                object,
                capture.objectMark(object),
                object === this.object && this.link < 0,
                (on) => this.choose((c) => c.setObject(object, on)),
                () => this.highlight(object, -1),
            ),
        ];
        for (const link of capture.linksOf(object)) {
            const made = this.row(
                axes?.[link]?.name ?? `link ${link}`,
                capture.linkMark(object, link),
                object === this.object && link === this.link,
                (on) => this.choose((c) => c.setLink(object, link, on)),
                () => this.highlight(object, link),
            );
            made.classList.add('deep');
            rows.push(made);
        }
        return rows;
    }

    private fillTypes(list: HTMLElement, ofLinks: boolean): void {
        const { capture } = this.capturing;
        const { object, link } = this;
        const rows = capture.types(object, ofLinks).flatMap((type) => {
            const mark = ofLinks
                ? capture.linkTypeMark(object, type, link)
                : capture.objectTypeMark(object, type);
            const name = type === '' ? object : type;
            const press = (on: boolean): void =>
                this.choose((c) =>
                    ofLinks ? c.setLinkType(object, type, link, on) : c.setObjectType(object, type, on),
                );
            const made = this.row(name, mark, false, press);
            if (ofLinks ? link < 0 : link >= 0) return [made];
            return [made, ...this.elements(type, ofLinks)];
        });
        replace(list, ...rows, rows.length === 0 && h('li', { class: 'empty' }, 'none'));
    }

    /** Single elements of a type, which can be left out. */
    private elements(type: string, ofLinks: boolean): HTMLElement[] {
        const { capture } = this.capturing;
        const link = ofLinks ? this.link : -1;
        return capture.places
            .filter((p) => p.object === this.object && p.type === type && p.link === link)
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
