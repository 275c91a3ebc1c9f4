// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The test signal: a step, ramp, sine or sweep on the setpoint of one joint, as long as the button is
// held; and how well the joint followed the last one, beside the one before.

import type { Component } from '../../core/types';
import { button, card, lock, segments, select, setOptions, type Card } from '../../ui/controls';
import { h, replace, setText, type Child } from '../../ui/dom';
import { fixed, parseNumber, plain, shownAs } from '../../ui/format';
import { holdButton } from '../../ui/hold';
import { clearNote, noteAt } from '../../ui/notes';
import { armOf, partOf, type Page } from '../page';
import type { PlotStack } from './plots';
import { respond, type Paths, type Response } from './response';

type Shape = 'step' | 'ramp' | 'sine' | 'sweep';

const RUNNING = 1; // of test/state

export class TestCard {
    private readonly made: Card = card('Test signal');
    private readonly last: Card = card('Last test');
    readonly roots = [this.made.root, this.last.root];
    private shape: Shape = 'step';
    private readonly joint = select('Joint of the test', [['0', 'joint']], '0', () => this.watch());
    private readonly height = this.input('Height of the signal', '1');
    private readonly seconds = this.input('Time of the signal', '1.2');
    private readonly hertz = this.input('Frequency of the signal', '1');
    private readonly unit = h('em', {}, '\u00b0');
    private readonly hertzRow: HTMLElement;
    private readonly hold = button('Hold to run', { class: 'hold wide', icon: 'right' });
    private readonly gate = h('p', { class: 'note' });
    private release: (() => void) | null = null;
    private before: Response | null = null;
    private began = Number.NaN; // loop time of the test that runs

    constructor(
        private readonly page: Page,
        private readonly plots: PlotStack,
        private readonly locked: () => string | null,
    ) {
        const row = (name: string, ...children: Child[]): HTMLElement =>
            h('div', { class: 'field-row wide-row' }, h('span', { class: 'label' }, name), ...children);
        const unit = (input: HTMLElement, word: Child): HTMLElement =>
            h('span', { class: 'input-unit' }, input, word);
        const shapes = segments<Shape>(
            'Shape of the signal',
            [
                ['step', 'Step'],
                ['ramp', 'Ramp'],
                ['sine', 'Sine'],
                ['sweep', 'Sweep'],
            ],
            'step',
            (s) => this.setShape(s),
            'small wide',
        );
        this.hertzRow = row('Frequency', unit(this.hertz, h('em', {}, 'Hz')));
        this.made.body.append(
            row('Joint', this.joint),
            row('Shape', shapes.root),
            row(
                'Height, time',
                h(
                    'span',
                    { class: 'pair' },
                    unit(this.height, this.unit),
                    unit(this.seconds, h('em', {}, 's')),
                ),
            ),
            this.hertzRow,
            h('div', { class: 'actions' }, this.hold),
            this.gate,
        );
        setText(this.made.end, 'at standstill');
        this.setShape('step');
        this.holdIt();
        this.showNone();
        page.station.on('catalogue', () => this.fill());
        page.changed(() => this.fill());
        page.ticker.every(
            15,
            () => this.look(),
            () => page.workspace === 'tune',
        );
    }

    private input(label: string, value: string): HTMLInputElement {
        return h('input', { class: 'input', type: 'text', 'aria-label': label, value, inputmode: 'decimal' });
    }

    private setShape(shape: Shape): void {
        this.shape = shape;
        this.hertzRow.hidden = shape === 'step' || shape === 'ramp';
    }

    private get part(): Component | null {
        return partOf(this.page, 'test_signal');
    }

    private fill(): void {
        const axes = armOf(this.page)?.axes ?? [];
        setOptions(
            this.joint,
            axes.map((a, i) => [String(i), a.name] as const),
        );
        this.watch();
    }

    private get axis(): number {
        return Number(this.joint.value);
    }

    private paths(): Paths {
        const arm = armOf(this.page)?.name ?? '';
        const { axis } = this;
        return {
            wanted: `${arm}/target/q[${axis}]`,
            measured: `${arm}/sensed/q[${axis}]`,
            effort: `${arm}/command/effort[${axis}]`,
        };
    }

    /** What the result is made of must come in before the test begins. */
    private watch(): void {
        const { part, paths } = { part: this.part, paths: this.paths() };
        const old = this.release;
        const seen = this.page.workspace === 'tune' && part !== null;
        this.release = seen
            ? this.page.station.watch([...Object.values(paths), `${part.name}/state`, `${part.name}/t`])
            : null;
        old?.();
        setText(this.unit, this.shown().unit);
    }

    private shown(): { factor: number; unit: string } {
        return shownAs(armOf(this.page)?.axes[this.axis]?.unit ?? 'rad');
    }

    private text(): string {
        const height = parseNumber(this.height.value) / this.shown().factor;
        const hertz = this.hertzRow.hidden ? 1 : parseNumber(this.hertz.value);
        return `run ${this.shape} ${this.axis} ${height} ${hertz} ${parseNumber(this.seconds.value)}`;
    }

    private holdIt(): void {
        let release: (() => void) | null = null;
        holdButton(this.hold, {
            begin: () => {
                const { part } = this;
                const text = this.text();
                if (part === null) return false;
                clearNote(this.hold);
                this.plotIt();
                const held = this.page.station.hold(part.name, () => text);
                void held.ended.then((why) => why !== null && noteAt(this.hold, why));
                release = () => held.release();
                return true;
            },
            end: () => {
                // letting go says the END of the component
                release?.();
                release = null;
            },
            refused: () => noteAt(this.hold, { code: 'locked', text: this.hold.title }),
        });
    }

    /** The first test finds a plot of itself. */
    private plotIt(): void {
        if (this.plots.paths().length > 0 || this.plots.source !== '') return;
        const paths = this.paths();
        const { unit } = armOf(this.page)?.axes[this.axis] ?? { unit: '' };
        this.plots.plot(paths.wanted, unit, 'L');
        this.plots.plot(paths.measured, unit, 'L');
        this.plots.plot(paths.effort, shownAs(unit, 'effort').unit, 'R');
    }

    private look(): void {
        const { part } = this;
        const why = part === null ? 'This cell has no component of the type test_signal.' : this.locked();
        lock(this.hold, why);
        setText(this.gate, why ?? '');
        this.gate.hidden = why === null;
        if (part === null) return;
        const runs = this.page.station.value(`${part.name}/state`) === RUNNING;
        if (runs) {
            const t = this.page.station.value(`${part.name}/t`);
            this.began = this.page.station.frame.time - t;
        } else if (!Number.isNaN(this.began)) this.judge();
    }

    /** The test has ended: its rows are in. */
    private judge(): void {
        const { rows } = this.page.station;
        const from = this.began;
        this.began = Number.NaN;
        const end = this.endOf(from);
        const result = respond(rows, this.paths(), { from: from - 0.05, to: end });
        if (result === null) return;
        this.show(result);
        this.before = result;
    }

    /** The last row in which it ran. */
    private endOf(from: number): number {
        const { rows } = this.page.station;
        const column = rows.column(`${this.part?.name ?? ''}/state`);
        let end = from;
        for (let row = Math.max(0, rows.count - rows.capacity); column !== null && row < rows.count; row++) {
            const at = row % rows.capacity;
            if (rows.time[at] >= from && column[at] === RUNNING) end = rows.time[at];
        }
        return end;
    }

    private showNone(): void {
        replace(this.last.body, h('p', { class: 'empty' }, 'No test yet. Its numbers appear here.'));
    }

    private show(result: Response): void {
        const { factor, unit } = this.shown();
        const { before } = this;
        const names: [string, keyof Response, number, string, number][] = [
            ['Rise, 10 to 90 %', 'rise', 1000, 'ms', 1],
            ['Overshoot', 'overshoot', 100, '%', 1],
            ['Settled, 2 %', 'settled', 1000, 'ms', 0],
            ['Peak effort', 'peakEffort', 1, shownAs(unit === 'mm' ? 'm' : 'rad', 'effort').unit, 1],
            ['Largest error', 'peakError', factor, unit, 3],
            ['Error, rms', 'rmsError', factor, unit, 3],
        ];
        const axis = armOf(this.page)?.axes[this.axis]?.name ?? '';
        setText(this.last.end, `${axis}, ${this.shape}, ${plain(parseNumber(this.height.value))} ${unit}`);
        replace(
            this.last.body,
            h(
                'dl',
                { class: 'facts', 'data-rows': String(result.rows) },
                ...names.map(([name, key, scale, word, digits]) => {
                    const change = before === null ? Number.NaN : scale * (result[key] - before[key]);
                    const sign = change > 0 ? '+' : '';
                    return h(
                        'div',
                        { 'data-fact': key },
                        h('dt', {}, name),
                        h(
                            'dd',
                            {},
                            fixed(scale * result[key], digits),
                            h('em', {}, word),
                            Number.isFinite(change) &&
                                h(
                                    'small',
                                    { class: change < 0 ? 'better' : '' },
                                    `${sign}${fixed(change, digits)}`,
                                ),
                        ),
                    );
                }),
            ),
        );
    }
}
