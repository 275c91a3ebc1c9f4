// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The list of taught points: store, rename, reorder by grip or by keys, tick for the cycle, files.

import { button, card, lock, segments } from '../../ui/controls';
import { h, replace, saveFile, setAttribute, setClass, setText } from '../../ui/dom';
import { keepRows } from '../../ui/keptrows';
import { fixed } from '../../ui/format';
import { icon } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import { askText, menu } from '../../ui/popups';
import { chooseFile } from '../cellmenu';
import type { Condition } from '../condition';
import { runPress } from '../operate/runpress';
import type { Page } from '../page';
import { editInScene } from './pointedit';
import { asName, freeName, fromFile, toFile, type Point } from './pointmodel';
import type { PointStore } from './store';

export class PointCard {
    private readonly files = button('', {
        class: 'icon-only quiet push',
        icon: 'save',
        title: 'Save and load points',
        press: (b) => this.fileMenu(b),
    });
    private readonly made = card('Points', { fill: true, tools: [this.files] });
    readonly root = this.made.root;
    private readonly list = h('ol', { class: 'points', 'aria-label': 'Taught points' });
    private readonly store_ = button('Store here', {
        class: 'wide primary',
        icon: 'plus',
        key: 'Enter',
        press: () => this.storeHere(),
    });
    private readonly run = button('Run cycle', { class: 'wide', icon: 'run', title: 'Hold to run the cycle' });
    private readonly end = button('End', {
        icon: 'halt',
        press: (b) => void attempt(b, () => this.points.say('stop')),
    });
    private readonly times = h('input', {
        class: 'input times',
        type: 'text',
        value: '1',
        inputmode: 'numeric',
        'aria-label': 'Rounds of the cycle',
    });
    private all: 'all' | 'ticked' = 'ticked';
    private readonly count = h('span');
    private readonly gate = h('p', { class: 'note' });
    private dragged = '';

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly points: PointStore,
    ) {
        runPress(this.run, (at) => this.cycle(at));
        const which = segments(
            'Points of the cycle',
            [
                ['all', 'All'],
                ['ticked', 'Ticked'],
            ] as const,
            'ticked',
            (v) => {
                this.all = v;
                this.draw();
            },
        );
        const cycle = h(
            'div',
            { class: 'cycle' },
            h('div', { class: 'cycle-head' }, h('b', {}, 'Cycle'), this.count),
            h('div', { class: 'actions' }, this.run, this.end),
            h(
                'div',
                { class: 'field-row' },
                which.root,
                h('span', { class: 'grow' }),
                h('span', { class: 'label' }, 'rounds'),
                this.times,
            ),
            this.gate,
        );
        this.made.body.classList.add('points-body');
        this.made.body.append(this.list, h('div', { class: 'actions' }, this.store_), cycle);
        points.changed(() => this.draw());
        editInScene(page, points, this.list);
        page.keys.add({
            name: 'Store a point here',
            group: 'Teach',
            keys: 'Enter',
            act: () => page.workspace === 'teach' && this.storeHere(),
        });
        page.ticker.every(
            5,
            () => this.lock(),
            () => page.workspace === 'teach',
        );
        this.draw();
    }

    private storeHere(): void {
        void attempt(this.store_, async () => {
            const name = freeName(this.points.points);
            await this.points.say(`store ${name}`);
            this.points.choose(name);
        });
    }

    private cycle(at: HTMLElement): void {
        const names = this.all === 'all' ? 'all' : this.points.ticked.map((p) => p.name).join(' ');
        const rounds = Math.max(1, Math.round(Number(this.times.value) || 1));
        const paused = this.condition.points.word('state') === 'paused';
        void attempt(at, () =>
            this.points.say(paused ? 'resume' : `cycle ${names}${rounds > 1 ? ` times ${rounds}` : ''}`),
        );
    }

    private draw(): void {
        const { points } = this.points;
        const focused = document.activeElement?.closest<HTMLElement>('.point')?.dataset['name'];
        const keys = points.map((p, i) => `${i} ${p.name} ${placeText(p)}`);
        keepRows(this.list, keys, (i) => this.row(points[i], i)).forEach((row, i) => {
            const on = points[i].name === this.points.chosen;
            setClass(row, 'on', on);
            setAttribute(row.querySelector('.point-name') as Element, 'aria-pressed', String(on));
            (row.querySelector('.check') as HTMLInputElement).checked = !this.points.unticked.has(points[i].name);
        });
        if (points.length === 0) {
            replace(
                this.list,
                h(
                    'li',
                    { class: 'empty' },
                    this.points.component === null
                        ? 'This cell has no points component; add one to the cell to teach.'
                        : 'No points yet. Move the arm where you want it and store here.',
                ),
            );
        }
        const chosen = this.all === 'all' ? points.length : this.points.ticked.length;
        setText(this.count, `${chosen} of ${points.length} points`);
        setText(this.made.sub, String(points.length));
        if (focused !== undefined)
            this.list.querySelector<HTMLElement>(`[data-name="${CSS.escape(focused)}"] .point-name`)?.focus();
    }

    private row(point: Point, index: number): HTMLElement {
        const tick = h('input', {
            type: 'checkbox',
            class: 'check',
            'aria-label': `${point.name} is in the cycle`,
        });
        tick.addEventListener('change', () => this.points.tick(point.name, tick.checked));
        const where = placeText(point);
        const name = h(
            'button',
            {
                type: 'button',
                class: 'list-name point-name',
                title: 'F2 renames, Alt and arrows move it, Delete removes',
            },
            h('b', {}, point.name),
            h('span', {}, where),
        );
        name.addEventListener('click', () => this.points.choose(point.name));
        name.addEventListener('keydown', (event) => this.key(event, point, index));
        name.addEventListener('dblclick', () => this.rename(point));
        const more = h(
            'button',
            { type: 'button', class: 'more', 'aria-label': `Menu of ${point.name}`, 'aria-haspopup': 'menu' },
            icon('more'),
        );
        more.addEventListener('click', () => this.pointMenu(more, point, index));
        const root = h(
            'li',
            { class: 'list-row point', 'data-name': point.name, draggable: 'true' },
            icon('grip'),
            tick,
            name,
            more,
        );
        this.acceptDrag(root, point, index);
        return root;
    }

    private acceptDrag(root: HTMLElement, point: Point, index: number): void {
        root.addEventListener('dragstart', (event) => {
            this.dragged = point.name;
            event.dataTransfer?.setData('text/plain', point.name);
        });
        root.addEventListener('dragover', (event) => {
            if (this.dragged === '') return;
            event.preventDefault();
            event.stopPropagation();
            root.classList.add('drop');
        });
        root.addEventListener('dragleave', () => root.classList.remove('drop'));
        root.addEventListener('drop', (event) => {
            event.preventDefault();
            event.stopPropagation();
            const name = this.dragged;
            this.dragged = '';
            if (name !== '' && name !== point.name) this.order(name, index);
        });
    }

    private order(name: string, index: number): void {
        const to = Math.max(0, Math.min(this.points.points.length - 1, index));
        void attempt(this.list, () => this.points.say(`order ${name} ${to}`));
    }

    private key(event: KeyboardEvent, point: Point, index: number): void {
        const names = [...this.list.querySelectorAll<HTMLElement>('.point-name')];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined && event.altKey) this.order(point.name, index + step);
        else if (step !== undefined) names[index + step]?.focus();
        else if (event.key === 'F2') this.rename(point);
        else if (event.key === 'Delete')
            void attempt(this.list, () => this.points.say(`remove ${point.name}`));
        else if (event.key === ' ') this.points.tick(point.name, this.points.unticked.has(point.name));
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    rename(point: Point): void {
        askText('Rename the point', 'Name of the point', point.name, (text) => {
            const name = asName(text);
            if (name === point.name) return;
            void attempt(this.list, async () => {
                await this.points.say(`rename ${point.name} ${name}`);
                if (this.points.unticked.delete(point.name)) this.points.unticked.add(name);
                this.points.choose(name);
            });
        });
    }

    private pointMenu(at: HTMLElement, point: Point, index: number): void {
        const say = (text: string): void => void attempt(this.list, () => this.points.say(text));
        menu(point.name, at, [
            { text: 'Rename\u2026', detail: 'F2', act: () => this.rename(point) },
            { text: 'Up', detail: 'Alt \u2191', act: () => this.order(point.name, index - 1) },
            { text: 'Down', detail: 'Alt \u2193', act: () => this.order(point.name, index + 1) },
            { text: 'Replace by current position', act: () => say(`replace ${point.name}`) },
            { text: 'Remove', detail: 'Delete', act: () => say(`remove ${point.name}`) },
        ]);
    }

    private fileMenu(at: HTMLElement): void {
        const object = this.points.component ?? '';
        const ask = (act: string): void =>
            askText(
                act === 'save' ? 'Save the points in the cell' : 'Load points of the cell',
                'Name of the file',
                'points',
                (name) => {
                    void attempt(at, async () => {
                        await this.page.station.request('points', { act, object, name });
                        await this.points.read();
                    });
                },
            );
        menu('Points', at, [
            { text: 'Save in the cell\u2026', act: () => ask('save') },
            { text: 'Load from the cell\u2026', act: () => ask('load') },
            'line',
            {
                text: 'Save on this machine',
                icon: 'save',
                act: () =>
                    saveFile('points.txt', new Blob([toFile(this.points.points)], { type: 'text/plain' })),
            },
            {
                text: 'Load from this machine\u2026',
                icon: 'open',
                act: () =>
                    chooseFile('.txt,.points,text/plain', (file) => void attempt(at, () => this.put(file))),
            },
            'line',
            { text: 'Remove all', act: () => void attempt(at, () => this.points.say('clear')) },
        ]);
    }

    private async put(file: File): Promise<void> {
        for (const point of fromFile(await file.text()))
            await this.points.say(`put ${point.name} ${point.q.join(' ')}`);
    }

    private lock(): void {
        const why = this.condition.locked();
        const guided = this.condition.guiding.truth('on') ? 'Switch hand guiding off to run.' : null;
        const none = this.points.points.length === 0 ? 'Store a point first.' : null;
        const state = this.condition.points.word('state');
        const moving = state === 'going' || state === 'cycling';
        lock(this.run, why ?? guided ?? none ?? (moving ? 'It runs already.' : null));
        lock(this.end, moving || state === 'paused' ? null : 'Nothing runs.');
        lock(
            this.store_,
            this.points.component === null
                ? 'This cell has no points component.'
                : this.page.station.holds
                  ? null
                  : why,
        );
        setText(this.gate, why ?? guided ?? '');
    }
}

/** Where a point is, short. */
function placeText(point: Point): string {
    if (point.pose === null) return `${point.q.length} joints`;
    const [x, y, z] = point.pose.map((n) => fixed(1000 * n, 0));
    return `x ${x}, y ${y}, z ${z} mm`;
}
