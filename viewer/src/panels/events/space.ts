// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Events: the list, why each happened with its numbers, what came before and after it, recordings.

import type { LoopEvent, Why } from '../../core/types';
import { button, card, segments } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed, sentence } from '../../ui/format';
import { icon } from '../../ui/icons';
import { keepRows } from '../../ui/keptrows';
import { codeOf, culprit, factList, jointOf } from '../banner';
import { eventOfCause, folded, hasBox, KIND_ICON, kindOf, type EventKind } from '../eventkinds';
import type { Page } from '../page';
import { sharedPlots } from '../tune/space';
import type { Space } from '../workspaces';
import { cyclesOf, type Cycle } from './box';
import { BoxCard } from './boxcard';
import { setOpener } from './opening';
import { RecordCard } from './records';

type Show = 'all' | EventKind;

const MOST = 300; // lines; older ones are in the recording

export class EventsSpace implements Space {
    readonly left: HTMLElement[];
    readonly right: HTMLElement[];
    readonly middle: HTMLElement;
    private show: Show = 'all';
    private readonly kinds = segments<Show>(
        'Events shown',
        [
            ['all', 'All'],
            ['stop', 'Stops'],
            ['warning', 'Warnings'],
            ['change', 'Changes'],
        ],
        'all',
        (s) => {
            this.show = s;
            this.fill();
        },
    );
    private readonly made = card('Events', { fill: true, tools: [this.kinds.root] });
    private readonly list = h('ul', { class: 'event-list', 'aria-label': 'Events, newest first' });
    private readonly why = card('Why');
    private readonly around = card('Cycles of the loop');
    private readonly box: BoxCard;
    private chosen: LoopEvent | null = null;
    private stale = true;

    constructor(private readonly page: Page) {
        this.kinds.root.classList.add('push');
        this.made.body.append(this.list);
        this.left = [this.made.root];
        this.box = new BoxCard(page, sharedPlots(page), () => {
            if (this.chosen !== null) this.drawAround(this.chosen);
        });
        this.right = [this.why.root, this.box.root, this.around.root, new RecordCard(page, this.box, sharedPlots(page)).root];
        setOpener((why) => this.openCause(why));
        this.middle = sharedPlots(page).root;
        page.station.on('event', () => (this.stale = true));
        page.changed(() => (this.stale = true));
        page.ticker.every(
            5,
            () => this.stale && this.fill(),
            () => page.workspace === 'events',
        );
        this.drawChosen();
    }

    private fill(): void {
        this.stale = false;
        const shown = this.page.station.events
            .filter((e) => this.show === 'all' || kindOf(e) === this.show)
            .reverse();
        const focused = document.activeElement?.closest<HTMLElement>('.event')?.dataset['sequence'];
        const rows = folded(shown).slice(0, MOST);
        const keys = rows.map(([{ sequence, object, why }]) => `${sequence} ${object} ${why.text}`);
        keepRows(this.list, keys, (i) => this.row(rows[i][0])).forEach((row, i) => {
            const [{ sequence, t, object }, times] = rows[i];
            const button = row.firstElementChild as Element;
            const more = times > 1 ? `, ${times} times` : '';
            setText(button.lastElementChild as Element, `${fixed(t, 3)} s, ${object}${more}`);
            this.mark(button, sequence === this.chosen?.sequence);
        });
        if (shown.length === 0) {
            replace(
                this.list,
                h(
                    'li',
                    { class: 'empty' },
                    this.page.station.events.length === 0
                        ? 'Nothing has happened yet. Stops, refusals and changes appear here.'
                        : 'None of this kind.',
                ),
            );
        }
        if (this.chosen === null && shown.length > 0)
            this.choose(shown.find((e) => kindOf(e) === 'stop') ?? shown[0]);
        if (focused !== undefined)
            this.list.querySelector<HTMLElement>(`[data-sequence="${focused}"]`)?.focus();
    }

    private row(event: LoopEvent): HTMLElement {
        const kind = kindOf(event);
        const made = h(
            'button',
            {
                type: 'button',
                class: `event is-${kind}`,
                'data-sequence': String(event.sequence),
            },
            icon(KIND_ICON[kind]),
            h('b', {}, sentence(event.why.text)),
            h('span'),
        );
        made.addEventListener('click', () => this.choose(event));
        return h('li', {}, made);
    }

    private mark(row: Element, on: boolean): void {
        setClass(row, 'on', on);
        setAttribute(row, 'aria-pressed', String(on));
    }

    private choose(event: LoopEvent): void {
        this.chosen = event;
        for (const row of this.list.querySelectorAll<HTMLElement>('.event')) {
            this.mark(row, row.dataset['sequence'] === String(event.sequence));
        }
        this.drawChosen();
        void this.box.open(hasBox(event) ? event : null);
    }

    /** From the banner: the black box of what it speaks of, in one step. */
    private openCause(why: Why | null): void {
        const event = eventOfCause(this.page.station.events, why);
        this.page.go('events');
        if (event === null) return;
        this.show = 'all';
        this.kinds.set('all');
        this.fill();
        this.choose(event);
    }

    private drawChosen(): void {
        const event = this.chosen;
        if (event === null) {
            setText(this.why.end, '');
            return replace(
                this.why.body,
                h('p', { class: 'empty' }, 'Choose an event to see why it happened.'),
            );
        }
        const { why } = event;
        setText(this.why.end, '');
        const facts = factList(why, jointOf(this.page, why, event.object));
        const link = culprit(this.page, { why, arm: event.object, axis: -1 });
        replace(
            this.why.body,
            h('p', { class: 'lead strong' }, sentence(why.text)),
            why.fix !== undefined &&
                why.fix !== '' &&
                h('p', { class: 'lead' }, h('b', {}, 'Fix: '), why.fix),
            facts.length > 0 && h('dl', { class: 'facts' }, ...facts),
            h(
                'p',
                { class: 'note' },
                h(
                    'code',
                    {},
                    [event.object, codeOf(why), why.subject ?? ''].filter((t) => t !== '').join(' \u00b7 '),
                ),
            ),
            h(
                'div',
                { class: 'actions' },
                button('Show in plots', {
                    class: 'small wide',
                    press: () => {
                        if (!this.box.isShown) this.box.again();
                        sharedPlots(this.page).showAt(event.t);
                    },
                }),
                link >= 0 &&
                    button('Look closer', {
                        class: 'small wide',
                        press: () => {
                            this.page.go('operate');
                            this.page.scene.mark(link, kindOf(event) === 'stop' ? 'fault' : 'limit');
                        },
                    }),
            ),
        );
        this.drawAround(event);
    }

    /** What the loop told within two seconds of it; with its black box also what it did, by cycle. */
    private drawAround(event: LoopEvent): void {
        const { events } = this.page.station;
        const { rows, arm } = this.box;
        const near: Cycle[] =
            rows !== null && arm !== null && kindOf(event) === 'stop'
                ? cyclesOf(rows, arm, event.t, events)
                : events
                      .filter((e) => Math.abs(e.t - event.t) <= 2)
                      .map((e) => ({ t: e.t, tick: Number.NaN, text: e.why.text, isStop: e === event }));
        setText(this.around.end, rows !== null ? 'cycle, time' : 'time');
        const rowsOf = near.slice(-24).map((c) => cycleRow(c, event));
        replace(this.around.body, h('ol', { class: 'cycles' }, ...rowsOf));
    }
}

function cycleRow(cycle: Cycle, event: LoopEvent): HTMLElement {
    const ms = Math.round(1000 * (cycle.t - event.t));
    const when = cycle.isStop ? '0 ms' : `${ms < 0 ? '\u2212' : '+'}${Math.abs(ms)} ms`;
    return h(
        'li',
        { class: cycle.isStop && kindOf(event) === 'stop' ? 'is-fault' : '' },
        h('span', {}, sentence(cycle.text)),
        h('em', {}, Number.isNaN(cycle.tick) ? when : `${cycle.tick}, ${when}`),
    );
}
