// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The editor of a sequence: its steps in their order, the form of the chosen one, undo, run from here,
// and saving the cell. Steps change while nothing runs them; the cell checks each of them.

import { button, card, lock, select, setOptions, switchButton } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { keepRows } from '../../ui/keptrows';
import { sentence, words } from '../../ui/format';
import { icon } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import { menu } from '../../ui/popups';
import type { Condition } from '../condition';
import { saveCell } from '../files';
import { runPress } from '../operate/runpress';
import { armFrame, type Page } from '../page';
import { freeName } from './pointmodel';
import { StepForm } from './stepform';
import { freshStep, type Step } from './stepmodel';
import { StepStore } from './stepstore';
import type { PointStore } from './store';

export class SequenceCard {
    private readonly store: StepStore;
    private readonly form: StepForm;
    private readonly undo = button('', {
        class: 'icon-only quiet push',
        icon: 'undo',
        title: 'Undo the last change of the sequence',
        press: (b) => void attempt(b, () => this.store.undo()),
    });
    private readonly save = button('', {
        class: 'icon-only quiet',
        icon: 'save',
        title: 'Save the sequence and the points into the cell',
        press: (b) => void saveCell(this.page, b),
    });
    private readonly made = card('Sequence', { fill: true, tools: [this.undo, this.save] });
    readonly root = this.made.root;
    private readonly which = select('Sequence that is edited', [], '', (name) => this.store.chooseSequence(name));
    private readonly list = h('ol', { class: 'steps', 'aria-label': 'Steps of the sequence' });
    private readonly add = button('Add step', { class: 'wide', icon: 'plus', press: (b) => this.addMenu(b) });
    private readonly addHere = button('Move here', {
        class: 'wide primary',
        icon: 'teach',
        title: 'Store the present place as a point and add a move to it',
        press: (b) => void attempt(b, () => this.teachMove('go')),
    });
    private readonly lineHere = button('Line here', {
        class: 'wide',
        icon: 'teach',
        title: 'Store the present place as a point and add a straight line to it',
        press: (b) => void attempt(b, () => this.teachMove('line')),
    });
    private readonly run = button('Run', { class: 'wide', icon: 'run', title: 'Hold to run all steps' });
    private readonly from = button('From here', {
        class: 'wide',
        title: 'Hold to run from the chosen step on',
    });
    private readonly end = button('End', {
        icon: 'halt',
        press: (b) => void attempt(b, () => this.store.say('stop')),
    });
    private readonly rounds = h('input', {
        class: 'input times',
        type: 'text',
        inputmode: 'numeric',
        title: 'Rounds after which it is done; 0 is never',
        'aria-label': 'Rounds of the sequence',
    });
    private readonly automatic = switchButton('Start by itself', (on) =>
        void attempt(this.automatic.root, () => this.store.automatic(on)),
    );
    private readonly gate = h('p', { class: 'note gate-note' });
    private dragged = -1;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        private readonly points: PointStore,
    ) {
        this.store = new StepStore(page);
        this.form = new StepForm(page, this.store, points);
        this.made.head.insertBefore(this.which, this.undo);
        runPress(this.run, (at) => void attempt(at, () => this.runAll()));
        runPress(this.from, (at) => void attempt(at, () => this.store.say(`from ${this.store.chosen}`)));
        this.rounds.addEventListener('change', () =>
            void attempt(this.rounds, () => this.store.rounds(Math.max(0, Math.round(Number(this.rounds.value) || 0)))),
        );
        this.made.body.classList.add('points-body');
        this.made.body.append(
            this.list,
            h('div', { class: 'actions tight' }, this.addHere, this.lineHere),
            h('div', { class: 'actions tight' }, this.add),
            this.form.root,
            h('div', { class: 'actions tight' }, this.run, this.from, this.end),
            h(
                'div',
                { class: 'field-row' },
                h('span', { class: 'label' }, 'rounds'),
                this.rounds,
                h('span', { class: 'grow' }),
                h('span', { class: 'label' }, 'automatic'),
                this.automatic.root,
            ),
            this.gate,
        );
        this.store.changed(() => this.draw());
        page.ticker.every(
            5,
            () => this.look(),
            () => page.workspace === 'teach',
        );
        this.draw();
    }

    private async runAll(): Promise<void> {
        await this.store.say(this.store.reader.word('state') === 'paused' ? 'resume' : 'run');
    }

    private addStep(at: HTMLElement, action: string): void {
        const uses = this.store.uses.get(action) ?? [];
        const step = freshStep(action, uses, (field) => this.form.offers(field));
        if (uses.includes('point') && this.points.chosen !== '') step['point'] = this.points.chosen;
        const arm = armFrame(this.page);
        if (uses.includes('q') && arm !== null) step['q'] = [...arm.q];
        void attempt(at, () => this.store.add(step));
    }

    /** A point where the arm is, and a step that goes there. */
    private async teachMove(action: string): Promise<void> {
        const name = freeName(this.points.points);
        await this.points.say(`store ${name}`);
        this.points.choose(name);
        const step: Step = { action, point: name };
        await this.store.add(step);
    }

    private addMenu(at: HTMLElement): void {
        menu(
            'Add a step',
            at,
            this.store.actions.map((action) => ({
                text: sentence(words(action)),
                detail: (this.store.uses.get(action) ?? []).join(', '),
                act: () => this.addStep(at, action),
            })),
        );
    }

    private draw(): void {
        const { steps, texts, chosen } = this.store;
        const focused = document.activeElement?.closest<HTMLElement>('.seq-step')?.dataset['index'];
        setOptions(
            this.which,
            this.store.all.map((c) => [c.name, c.name] as const),
        );
        this.which.hidden = this.store.all.length < 2;
        this.which.value = this.store.part?.name ?? '';
        setText(this.made.sub, this.store.all.length === 1 ? (this.store.part?.name ?? '') : '');
        setText(this.made.end, steps.length === 0 ? '' : `${steps.length} steps`);
        const keys = steps.map((_, i) => `${i} ${texts[i] ?? ''}`);
        const rows = keepRows(this.list, keys, (i) => this.row(i, texts[i] ?? ''));
        rows.forEach((row, i) => {
            setClass(row, 'on', i === chosen);
            setAttribute(row.querySelector('.step-name') as Element, 'aria-pressed', String(i === chosen));
        });
        if (rows.length === 0) replace(this.list, h('li', { class: 'empty' }, this.emptyText()));
        rows[chosen]?.scrollIntoView({ block: 'nearest' });
        if (focused !== undefined)
            (rows[chosen] ?? rows[Number(focused)])?.querySelector<HTMLElement>('.step-name')?.focus();
        this.look();
    }

    private emptyText(): string {
        return this.store.part === null
            ? 'This cell has no sequence component; add one to the cell file to teach a program.'
            : 'No steps yet. Move the arm where you want it and press Move here.';
    }

    private row(index: number, text: string): HTMLElement {
        const name = h(
            'button',
            {
                type: 'button',
                class: 'list-name step-name',
                title: 'Alt and arrows move it, Delete removes it, Ctrl Z undoes',
            },
            h('b', {}, text),
        );
        name.addEventListener('click', () => this.store.choose(index));
        name.addEventListener('keydown', (event) => this.key(event, index));
        const more = h(
            'button',
            { type: 'button', class: 'more', 'aria-label': `Menu of step ${index + 1}`, 'aria-haspopup': 'menu' },
            icon('more'),
        );
        more.addEventListener('click', () => this.stepMenu(more, index));
        const root = h(
            'li',
            { class: 'list-row seq-step', 'data-index': String(index), draggable: 'true' },
            icon('grip'),
            h('span', { class: 'step-number' }, String(index + 1)),
            name,
            more,
        );
        root.addEventListener('dragstart', (event) => {
            this.dragged = index;
            event.dataTransfer?.setData('text/plain', text);
        });
        root.addEventListener('dragover', (event) => {
            if (this.dragged < 0) return;
            event.preventDefault();
            event.stopPropagation();
            root.classList.add('drop');
        });
        root.addEventListener('dragleave', () => root.classList.remove('drop'));
        root.addEventListener('drop', (event) => {
            event.preventDefault();
            event.stopPropagation();
            const from = this.dragged;
            this.dragged = -1;
            if (from >= 0) void attempt(this.list, () => this.store.order(from, index));
        });
        return root;
    }

    private stepMenu(at: HTMLElement, index: number): void {
        // the row may go by what is done: what is refused is said at the list
        const act = (what: () => Promise<unknown>): void => void attempt(this.list, what);
        this.store.choose(index);
        menu(`Step ${index + 1}`, at, [
            { text: 'Up', detail: 'Alt \u2191', act: () => act(() => this.store.order(index, index - 1)) },
            { text: 'Down', detail: 'Alt \u2193', act: () => act(() => this.store.order(index, index + 1)) },
            { text: 'Duplicate', act: () => act(() => this.store.insert(index + 1, this.store.steps[index])) },
            { text: 'Remove', detail: 'Delete', act: () => act(() => this.store.remove(index)) },
            'line',
            { text: 'Remove all steps', act: () => act(() => this.store.clear()) },
        ]);
    }

    private key(event: KeyboardEvent, index: number): void {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const act = (what: () => Promise<unknown>): void => void attempt(this.list, what);
        if (step !== undefined && event.altKey) act(() => this.store.order(index, index + step));
        else if (step !== undefined) {
            const next = Math.max(0, Math.min(this.store.steps.length - 1, index + step));
            this.store.choose(next);
            this.list.querySelectorAll<HTMLElement>('.step-name')[next]?.focus();
        } else if (event.key === 'Delete') act(() => this.store.remove(index));
        else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey))
            act(() => this.store.undo());
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** Marks the step that runs, and locks what cannot be done now. */
    private look(): void {
        const { reader, part, steps } = this.store;
        const { runs } = this.store;
        const at = runs ? reader.number('step') : -1;
        this.list.querySelectorAll('.seq-step').forEach((row, i) => {
            setClass(row, 'now', i === at);
            setAttribute(row, 'aria-current', i === at ? 'step' : null);
        });
        const why = this.condition.locked();
        const holds = this.page.station.holds ? null : why;
        const none = part === null ? 'This cell has no sequence component.' : null;
        const busy = runs ? 'End the sequence before you change it.' : null;
        const edit = none ?? holds ?? busy;
        const noPoints = this.points.component === null ? 'This cell has no points component.' : null;
        lock(this.add, edit);
        lock(this.addHere, edit ?? noPoints);
        lock(this.lineHere, edit ?? noPoints);
        lock(this.undo, edit ?? (this.store.canUndo ? null : 'Nothing was changed.'));
        lock(this.save, none ?? holds);
        this.form.lock(edit);
        const empty = steps.length === 0 ? 'Add a step first.' : null;
        const running = reader.word('state') === 'running' ? 'It runs already.' : null;
        lock(this.run, none ?? why ?? empty ?? running);
        lock(this.from, none ?? why ?? empty ?? (runs ? 'End it first.' : null) ?? (this.store.chosen < 0 ? 'Choose a step first.' : null));
        lock(this.end, none ?? (runs ? null : 'It does not run.'));
        if (document.activeElement !== this.rounds) {
            const repeat = reader.number('round_limit');
            if (!Number.isNaN(repeat) && this.rounds.value !== String(repeat)) this.rounds.value = String(repeat);
        }
        this.automatic.set(reader.truth('auto_start'));
        setText(this.gate, none ?? holds ?? busy ?? '');
    }
}
