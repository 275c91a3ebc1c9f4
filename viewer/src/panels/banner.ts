// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The banner that says why the arm stands, or that the server is silent. The first cause stays,
// later ones are counted. It takes its height from the view, so that it never covers the culprit.

import type { Why } from '../core/types';
import { button, lock } from '../ui/controls';
import { byId, h, replace, setClass, setText, type Child } from '../ui/dom';
import { counted, fixed, sentence } from '../ui/format';
import { icon } from '../ui/icons';
import { attempt } from '../ui/notes';
import type { Causes, Condition } from './condition';
import { bodiesOf } from './clearance';
import { laterCauses, wholeCause } from './eventkinds';
import { openBlackBox } from './events/opening';
import type { Page } from './page';
import { causeText, isAsked, isRequest } from './statewords';

const BEFORE = 0.25; // [s] of the loop, in which no second stop begins

interface Shown {
    kind: 'fault' | 'stop' | 'off' | 'lost' | 'ended' | 'refused';
    cause: Causes | null;
}

/** The numbers of a reason; `joint` is the name of the axis that one of them counts. */
export function factList(why: Why, joint = ''): HTMLElement[] {
    return (why.numbers ?? []).map((n) =>
        n.name === 'axis' && joint !== ''
            ? h('div', {}, h('dt', {}, 'Joint'), h('dd', {}, joint))
            : h(
                  'div',
                  {},
                  h('dt', {}, sentence(n.name.replaceAll('_', ' '))),
                  h('dd', {}, counted(n.value), h('em', {}, n.unit ?? '')),
              ),
    );
}

/** The name of the axis that a reason of an arm counts; empty for none. */
export function jointOf(page: Page, why: Why, arm: string): string {
    const axis = (why.numbers ?? []).find((n) => n.name === 'axis')?.value ?? -1;
    return page.station.catalogue?.arms.find((a) => a.name === arm)?.axes[axis]?.name ?? '';
}

/** A token that the address did not bring: the page begins anew with it. */
function tokenForm(): HTMLElement {
    const input = h('input', {
        class: 'input',
        type: 'password',
        autocomplete: 'off',
        placeholder: 'Token',
        'aria-label': 'Token',
    });
    const form = h('form', { class: 'ask', hidden: true }, input, h('button', { class: 'btn primary', type: 'submit' }, 'Enter'));
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (input.value.trim() === '') return;
        location.hash = input.value.trim();
        location.reload();
    });
    return form;
}

/** The short name of a reason, for those who search for it. */
export function codeOf(why: Why): string {
    return why.rule !== undefined && why.rule !== '' ? why.rule : why.code;
}

/** The link that a reason speaks of: by the name of a joint or a link, or by its axis. */
export function culprit(page: Page, cause: Causes | { why: Why; arm: string; axis: number }): number {
    const { catalogue, scene } = page.station;
    if (catalogue === null || scene === null) return -1;
    const subject = cause.why.subject ?? '';
    for (const arm of catalogue.arms) {
        const axis = arm.axes.find(
            (a) =>
                subject !== '' &&
                (subject === a.name || subject.endsWith(`/${a.name}`) || subject.endsWith(`.${a.name}`)),
        );
        if (axis !== undefined) return axis.link;
    }
    const link = scene.links.findIndex((l) => l.name === subject);
    if (link >= 0) return link;
    const body = bodiesOf(cause.why, scene.collision).find((b) => b.link !== undefined);
    if (body?.link !== undefined) return body.link;
    return catalogue.arms.find((a) => a.name === cause.arm)?.axes[cause.axis]?.link ?? -1;
}

export class Banner {
    private readonly root = byId('banner');
    private shown: Shown | null = null;
    private key = '';
    private readonly line = h('p', { class: 'out' });
    private readonly later = h('dd', {}, 'none');
    private readonly harder = h('dd', {}, 'not escalated');
    private acknowledge: HTMLButtonElement | null = null;
    private readonly hint = h('span');
    private calm = ''; // what the hint says when nothing is in the way

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        this.root.setAttribute('role', 'alert');
        this.root.dataset['notes'] = '';
        page.ticker.every(5, () => this.look());
        page.station.on('event', () => this.count());
        page.station.on('contact', () => this.look());
    }

    /** Which banner there must be now. */
    private wanted(): Shown | null {
        const { contact, frame } = this.page.station;
        if (contact === 'refused') return { kind: 'refused', cause: null };
        if (contact === 'lost') {
            const ended = this.page.station.ending === 'ended';
            return { kind: ended ? 'ended' : 'lost', cause: null };
        }
        if (contact === 'starting' || frame.received === 0) return null;
        const worst = Math.max(-1, ...frame.arms.map((a) => a.state));
        if (worst >= 3) {
            const cause = this.condition.cause();
            return { kind: cause !== null && !isAsked(cause) ? 'fault' : 'stop', cause };
        }
        if (frame.arms.length > 0 && frame.arms.every((a) => a.state === 0))
            return { kind: 'off', cause: null };
        return null;
    }

    private look(): void {
        const wanted = this.wanted();
        // the first cause stays until it is acknowledged
        const harder = wanted?.cause?.harder?.rule ?? '';
        // a page that is opened now learns later what joints and links are called
        const known = this.page.station.catalogue !== null && this.page.station.scene !== null;
        const first = wanted?.cause?.why;
        if (wanted?.cause != null) wanted.cause.why = this.wholeCause(wanted.cause.why);
        // what the event adds comes once, and what comes after it is another cause
        const why = wanted?.cause == null ? '' : `why ${wanted.cause.why !== first} ${harder} ${known}`;
        const key = wanted === null ? '' : `${wanted.kind} ${why}`;
        if (key !== this.key) {
            this.key = key;
            this.shown = wanted;
            this.draw();
        }
        if (this.shown?.kind === 'lost') this.tellAge();
        setText(this.harder, this.tellHarder());
        if (this.acknowledge !== null) {
            const why = this.page.station.holds ? null : this.needLease();
            lock(this.acknowledge, why);
            setText(this.hint, why ?? this.calm);
        }
    }

    /** With what the event of this stop knows; an older one may have had the same cause. */
    private wholeCause(cause: Why): Why {
        const { frame, status, events } = this.page.station;
        const tick = (cause.numbers ?? []).find((n) => n.name === 'tick')?.value ?? 0;
        const time = frame.time - (frame.tick - tick) * (Number(status?.['period']) || 1e-3);
        return wholeCause(events, cause, time - BEFORE);
    }

    /** By what the stop became more severe, which may be after the banner came. */
    private tellHarder(): string {
        return this.condition.cause()?.harder?.text ?? 'not escalated';
    }

    private needLease(): string {
        const lease = this.page.station.status?.lease;
        return lease === undefined || lease.free
            ? 'Take the arm first, at the top right.'
            : `${lease.owner} holds the arm.`;
    }

    /** Causes that came since the first one, also those that were there before the banner. */
    private count(): void {
        if (this.shown?.kind !== 'fault' && this.shown?.kind !== 'stop') return;
        const later = laterCauses(this.page.station.events, this.shown.cause?.why ?? null);
        setText(this.later, later === 0 ? 'none' : String(later));
    }

    private draw(): void {
        const shown = this.shown;
        this.acknowledge = null;
        this.page.scene.mark(null, null);
        setClass(this.root, 'is-limit', shown !== null && shown.kind !== 'fault');
        if (shown === null) return replace(this.root);
        if (shown.kind === 'fault' || shown.kind === 'stop') this.drawStop(shown);
        else if (shown.kind === 'off') this.drawOff();
        else this.drawSilent(shown.kind);
    }

    private lay(title: string, code: string, facts: HTMLElement[], acts: Child[]): void {
        const shape = this.shown?.kind === 'fault' ? 'fault' : this.shown?.kind === 'lost' ? 'lost' : 'warn';
        replace(
            this.root,
            h('div', { class: 'why' }, icon(shape), h('h2', {}, title), h('code', {}, code), this.line),
            facts.length > 0 && h('dl', {}, ...facts),
            h('div', { class: 'acts' }, ...(acts as Node[])),
        );
    }

    private drawStop(shown: Shown): void {
        const why = shown.cause?.why ?? {
            code: 'stop',
            text: 'the arm was stopped',
            fix: 'Acknowledge when it is safe to move.',
        };
        const link = shown.cause === null ? -1 : culprit(this.page, shown.cause);
        const isFault = shown.kind === 'fault';
        const { scene } = this.page.station;
        const bodies = bodiesOf(why, scene?.collision);
        const marked = new Set([link, ...bodies.map((body) => body.link ?? -1)]);
        const mark = isFault ? 'fault' : 'limit';
        for (const each of marked) if (each >= 0) this.page.scene.mark(each, mark);
        for (const { volume } of bodies) if (volume !== undefined) this.page.scene.markVolume(volume, mark);
        const place = link >= 0 ? (scene?.links[link]?.name ?? '') : (why.subject ?? shown.cause?.arm ?? '');
        const name = bodies.length > 1 ? bodies.map((body) => body.name).join(' and ') : place;
        replace(
            this.line,
            why.fix === undefined || why.fix === '' ? '' : h('b', {}, 'To continue: '),
            (why.fix ?? '').replace(/[^.?]$/, '$&.'),
        );
        this.count();
        const facts = [
            ...factList(why, jointOf(this.page, why, shown.cause?.arm ?? '')),
            h('div', {}, h('dt', {}, 'Where'), h('dd', {}, name === '' ? 'the whole arm' : name)),
            h('div', {}, h('dt', {}, 'Later causes'), this.later),
            h('div', {}, h('dt', {}, 'Escalated by'), this.harder),
        ];
        const closer = button('Look closer', { press: () => this.lookCloser(link) });
        if (link < 0) lock(closer, 'The location is not known.');
        const acknowledge = button('Acknowledge', {
            class: 'primary',
            press: (b) => void attempt(b, () => this.page.station.request('acknowledge', {})),
        });
        this.acknowledge = acknowledge;
        this.calm = 'Acknowledging does not move the arm.';
        const said = causeText({ why, harder: shown.cause?.harder ?? null });
        this.lay(isRequest(why) ? sentence(said) : `Stopped: ${said}`, codeOf(why), facts, [
            closer,
            button('Open the black box', { press: () => openBlackBox(shown.cause?.why ?? null) }),
            acknowledge,
            this.hint,
        ]);
    }

    private lookCloser(link: number): void {
        const { catalogue } = this.page.station;
        this.page.go('operate');
        const arm = catalogue?.arms.findIndex((a) => a.axes.some((axis) => axis.link === link)) ?? -1;
        if (arm >= 0) {
            this.page.chooseArm(arm);
            this.page.chooseJoint(catalogue?.arms[arm].axes.findIndex((axis) => axis.link === link) ?? -1);
        }
        this.page.scene.mark(link, this.shown?.kind === 'fault' ? 'fault' : 'limit');
        document.querySelector(`.objects [data-link="${link}"]`)?.scrollIntoView({ block: 'nearest' });
    }

    /** Enabling is an act of its own, never part of acknowledging. */
    private drawOff(): void {
        replace(this.line, 'The brakes hold the arm. Enabling switches the drives on; it moves nothing.');
        const enable = button('Enable', {
            class: 'primary',
            press: (b) => void attempt(b, () => this.page.station.request('enable', {})),
        });
        this.acknowledge = enable;
        this.calm = 'Enabling does not move the arm.';
        this.lay('The drives are off.', 'disabled', [], [enable, this.hint]);
    }

    private drawSilent(kind: 'lost' | 'ended' | 'refused'): void {
        if (kind === 'ended') {
            replace(
                this.line,
                'The arms were brought to rest and the drives are off. Start the run again, then open the address that it prints.',
            );
            this.lay(
                'The run has ended.',
                'ended',
                [h('div', {}, h('dt', {}, 'Address'), h('dd', {}, location.host))],
                [button('Reload the page', { press: () => location.reload() })],
            );
            return;
        }
        if (kind === 'refused') {
            replace(this.line, 'The stop button still works.');
            this.lay(
                'The server refused this page.',
                'refused',
                [],
                [tokenForm(), button('Reload', { press: () => location.reload() })],
            );
            return;
        }
        replace(
            this.line,
            'The arm may still be moving. If the server still runs, a jog stops 0.15 s after contact is ' +
                'lost; a program stops or goes on as the cell is configured. ',
            h('b', {}, 'Use the stop switch of the cell if you need certainty.'),
        );
        this.lay(
            this.page.station.ending === 'broken'
                ? 'The connection broke off: the server may have crashed. What you see is outdated.'
                : 'The server does not respond. What you see is outdated.',
            'silent',
            [
                h('div', {}, h('dt', {}, 'Last state'), h('dd', { class: 'age' })),
                h('div', {}, h('dt', {}, 'Address'), h('dd', {}, location.host)),
            ],
            [
                button('Reload the page', { press: () => location.reload() }),
                h('span', {}, 'Retrying every second. Stop is still sent, on its own connection.'),
            ],
        );
        this.tellAge();
    }

    private tellAge(): void {
        const age = fixed(this.condition.age, 1);
        const place = this.root.querySelector('.age');
        if (place !== null) setText(place, `${age} s ago`);
    }

    /** The sentence of a refused page comes with the contact. */
    refused(why: Why | null): void {
        if (why === null || this.shown?.kind !== 'refused') return;
        const title = this.root.querySelector('h2');
        if (title !== null) setText(title, why.text);
        const fix = why.fix === undefined || why.fix === '' ? '' : `${sentence(why.fix)}. `;
        replace(this.line, fix, 'The stop button still works.');
        const form = this.root.querySelector<HTMLElement>('.ask');
        if (form !== null) form.hidden = !/token/i.test(`${why.rule ?? ''} ${why.text}`);
    }
}
