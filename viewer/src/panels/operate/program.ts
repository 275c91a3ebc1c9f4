// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The program of the cell: its steps with the present one marked; run, pause, one step, stop.

import { button, card, lock } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed } from '../../ui/format';
import { icon, setIcon } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import type { Condition } from '../condition';
import { resetCell } from '../files';
import { partOf, type Page } from '../page';
import { runPress } from './runpress';

const MOST_STEPS = 200;

export class ProgramCard {
    private readonly made = card('Program');
    readonly root = this.made.root;
    private readonly list = h('ol', {
        class: 'step-list',
        'aria-label': 'Steps of the program',
        tabindex: '0', // it scrolls
    });
    private rows: { row: HTMLElement; shape: SVGSVGElement; number: HTMLElement }[] = [];
    private texts: string[] = [];
    private readonly acts: HTMLButtonElement[];
    private readonly empty = h(
        'p',
        { class: 'empty' },
        'This cell has no program. Teach points and cycle them, or add a sequence to the cell.',
    );
    private marked = -1;
    private version = Number.NaN;
    private loading = false;
    private again = false;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        const tell =
            (word: string) =>
            (at: HTMLButtonElement): void => {
                const part = condition.sequence.present;
                if (part === null) return;
                const say = word === 'run' && condition.sequence.word('state') === 'paused' ? 'resume' : word;
                void attempt(at, () => page.station.tell(part.name, say));
            };
        this.acts = [
            button('Run', { class: 'small wide', icon: 'run', title: 'Hold to run the program' }),
            button('Pause', { class: 'small wide', icon: 'pause', press: tell('pause') }),
            button('Step', { class: 'small wide', icon: 'step', title: 'Hold to do one step' }),
            button('End', {
                class: 'small wide',
                icon: 'halt',
                press: tell('stop'),
                title: 'End the program',
            }),
            button('Reset', {
                class: 'small wide',
                icon: 'undo',
                press: (at) => resetCell(page, at),
                title: 'Reset the cell to its initial state; simulated arms only',
            }),
        ];
        // what begins a motion is held
        runPress(this.acts[0], () => tell('run')(this.acts[0]));
        runPress(this.acts[2], () => tell('step')(this.acts[2]));
        this.made.body.append(this.empty, this.list, h('div', { class: 'actions' }, ...this.acts));
        page.station.on('catalogue', () => {
            this.version = Number.NaN;
            void this.load();
        });
        page.ticker.every(
            15,
            () => this.draw(),
            () => page.workspace === 'operate',
        );
        page.ticker.every(5, () => this.lockActs());
    }

    /** Asks for the sentences of all steps. */
    private async load(): Promise<void> {
        this.again = this.loading;
        if (this.loading) return; // the one that goes on begins anew
        this.loading = true;
        do {
            this.again = false;
            await this.loadSteps();
        } while (this.again);
        this.loading = false;
    }

    /** Steps that were changed are asked for again. */
    private look(): void {
        const version = this.condition.sequence.number('version');
        if (this.loading || Number.isNaN(version) || version === this.version) return;
        const first = Number.isNaN(this.version);
        this.version = version;
        if (!first) void this.load();
    }

    private async loadSteps(): Promise<void> {
        const part = partOf(this.page, 'sequence');
        this.texts = [];
        this.rows = [];
        replace(this.list);
        setText(this.made.sub, part?.name ?? '');
        if (part === null) return;
        try {
            const count = Math.min(MOST_STEPS, Number(await this.page.station.tell(part.name, 'steps')) || 0);
            for (let i = 0; i < count; i++) {
                this.texts.push(await this.page.station.tell(part.name, `text ${i}`));
                this.addRow(i);
            }
        } catch {
            // asked again with the next catalogue; the card says that it has none
        }
    }

    private addRow(index: number): void {
        const shape = icon('check');
        const number = h('b', {}, String(index + 1));
        const row = h('li', {}, shape, number, h('span', {}, this.texts[index]));
        this.rows.push({ row, shape, number });
        this.list.append(row);
    }

    private draw(): void {
        const { sequence } = this.condition;
        const state = sequence.word('state');
        const step = Number.isNaN(sequence.number('step')) ? -1 : sequence.number('step');
        const failed = state === 'failed';
        const active = state === 'running' || state === 'paused' || failed;
        this.empty.hidden = sequence.present !== null;
        const rounds = sequence.number('rounds');
        setText(
            this.made.end,
            sequence.present === null ? '' : active && !failed && rounds >= 0 ? `cycle ${fixed(rounds + 1, 0)}` : state,
        );
        this.rows.forEach(({ row, shape, number }, i) => {
            const now = active && i === step;
            setClass(row, 'done', active && i < step);
            setClass(row, 'now', now && !failed);
            setClass(row, 'failed', now && failed);
            setAttribute(row, 'aria-current', now ? 'step' : null);
            setIcon(shape, now ? (failed ? 'close' : state === 'paused' ? 'pause' : 'run') : 'check');
            shape.classList.toggle('gone', !(now || (active && i < step)));
            setClass(number, 'gone', now || (active && i < step));
        });
        if (active && step !== this.marked) this.rows[step]?.row.scrollIntoView({ block: 'nearest' });
        this.marked = step;
    }

    private lockActs(): void {
        this.look();
        const { sequence } = this.condition;
        this.condition.stepTexts = this.texts;
        const why = sequence.present === null ? 'This cell has no program.' : this.condition.locked();
        const running = sequence.word('state') === 'running';
        const [run, pause, step, end, reset] = this.acts;
        lock(run, why ?? (running ? 'It runs already.' : null));
        lock(pause, why ?? (running ? null : 'It does not run.'));
        lock(step, why ?? (running ? 'Pause it first.' : null));
        lock(end, why ?? (running || sequence.word('state') === 'paused' ? null : 'It does not run.'));
        lock(reset, why ?? (this.condition.state.name === 'running' ? 'Pause it first.' : null));
        this.acts.forEach((b) => (b.hidden = sequence.present === null));
    }
}
