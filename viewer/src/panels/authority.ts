// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Who may move the arm: you, nobody, or another by name. Taking it from another is held for one
// second and says that the arm stops first.

import { button, card } from '../ui/controls';
import { byId, h, replace, setAttribute, setClass, setText } from '../ui/dom';
import { lastingPress } from '../ui/hold';
import { attempt, speak, whyOf } from '../ui/notes';
import { dialog } from '../ui/popups';
import type { Page } from './page';

const ROLES: Record<string, string> = {
    observer: 'look only',
    operator: 'operate',
    engineer: 'engineer',
    admin: 'admin',
};

interface Texts {
    letter: string;
    name: string;
    line: string;
    kind: 'mine' | 'free' | 'other' | 'none';
}

function textsOf(page: Page): Texts {
    const { hello, status, holds, contact } = page.station;
    if (contact !== 'live' && contact !== 'old')
        return { letter: '?', name: 'not connected', line: 'no lease now', kind: 'none' };
    if (hello?.role === 'observer') {
        return { letter: (hello.name || '?').charAt(0), name: hello.name, line: 'look only', kind: 'none' };
    }
    if (holds)
        return { letter: '1', name: `${hello?.name ?? ''}, you`, line: 'you hold the arm', kind: 'mine' };
    const lease = status?.lease;
    if (lease === undefined || lease.free) {
        return { letter: '\u2013', name: 'Take the arm', line: 'it is free', kind: 'free' };
    }
    return {
        letter: lease.owner.charAt(0).toUpperCase(),
        name: lease.owner,
        line: 'has it: ask or take',
        kind: 'other',
    };
}

function takeDialog(page: Page): void {
    const lease = page.station.status?.lease;
    const owner = lease?.owner ?? 'another';
    const take = button('Hold 1 s to take', { class: 'hold wide' });
    const ask = button('Ask', {
        class: 'wide',
        press: (b) =>
            void attempt(b, () => page.station.lease('ask')).then(
                (ok) => ok && setText(said, `${owner} was asked.`),
            ),
    });
    const said = h('p', { class: 'note', role: 'status' });
    const root = dialog(
        'Who moves the arm',
        [
            h(
                'p',
                { class: 'lead' },
                h('b', {}, owner),
                ' holds the arm. If you take it, the arm stops first.',
            ),
            h('div', { class: 'actions' }, ask, take),
            said,
        ],
        'narrow',
    );
    lastingPress(take, {
        milliseconds: 1000,
        act: () => void attempt(take, () => page.station.lease('take')).then((ok) => ok && root.close()),
        begins: (event) => event.key === ' ' || event.key === 'Enter',
    });
    ask.focus();
}

function pressed(page: Page, chip: HTMLElement): void {
    const { kind } = textsOf(page);
    if (kind === 'free') void attempt(chip, () => page.station.lease('acquire'));
    else if (kind === 'other') takeDialog(page);
    else if (kind === 'mine') {
        const give = button('Give the arm back', {
            class: 'wide',
            press: (b) =>
                void attempt(b, () => page.station.lease('return')).then((ok) => ok && root.close()),
        });
        const root = dialog(
            'Who moves the arm',
            [
                h('p', { class: 'lead' }, 'You hold the arm. Others see your name and may ask for it.'),
                h('div', { class: 'actions' }, give),
                sessionList(page),
            ],
            'narrow',
        );
    }
}

interface Session {
    session: number;
    name: string;
    role: string;
}

/** Who else is here. */
function sessionList(page: Page): HTMLElement {
    const list = h('ul', { class: 'sessions' }, h('li', {}, 'Asking who is connected\u2026'));
    page.station.request('sessions').then(
        (answer) => {
            const all = (answer['sessions'] as Session[] | undefined) ?? [];
            replace(list, ...all.map((s) => h('li', {}, h('b', {}, s.name), ` ${ROLES[s.role] ?? s.role}`)));
        },
        (error: unknown) => replace(list, h('li', {}, whyOf(error).text)),
    );
    return list;
}

/** Another asks for the arm that you hold: a card at the right, not a dialog over the work. */
function asked(page: Page, name: string): void {
    const box = card('Request', { id: 'asked' });
    setText(box.end, '');
    box.body.append(
        h('p', { class: 'lead' }, h('b', {}, name), ' asks for the arm.'),
        h(
            'div',
            { class: 'actions' },
            button('Give it', {
                class: 'wide',
                press: (b) =>
                    void attempt(b, () => page.station.lease('return')).then((ok) => ok && box.root.remove()),
            }),
            button('Keep it', { class: 'wide', press: () => box.root.remove() }),
        ),
    );
    document.querySelector('.card-asked')?.remove();
    byId('right').prepend(box.root);
    speak(`${name} asks for the arm.`);
}

export function createAuthority(page: Page): void {
    const letter = h('i', { 'aria-hidden': 'true' });
    const name = h('b');
    const line = h('span');
    const chip = h(
        'button',
        { type: 'button', class: 'lease', 'aria-haspopup': 'dialog' },
        letter,
        name,
        ' ',
        line,
    );
    chip.addEventListener('click', () => pressed(page, chip));
    const place = byId('authority');
    place.dataset['notes'] = '';
    replace(place, chip);
    const role = (): string => ROLES[page.station.hello?.role ?? ''] ?? page.station.hello?.role ?? '';
    let was = '';
    const show = (): void => {
        const texts = textsOf(page);
        if (was === 'mine' && texts.kind !== 'mine') speak('The arm is no longer yours to move.');
        was = texts.kind;
        setText(letter, texts.letter);
        setText(name, texts.name);
        setText(line, texts.line);
        setClass(chip, 'is-other', texts.kind !== 'mine');
        setAttribute(chip, 'data-kind', texts.kind);
        setAttribute(
            chip,
            'title',
            `${texts.name}: ${texts.line}${role() === '' ? '' : `. Your role: ${role()}`}`,
        );
    };
    page.ticker.every(5, show);
    page.station.on('asked', (by) => asked(page, by.name));
    page.keys.add({ name: 'Take or give back the arm', group: 'Arm', act: () => chip.click() });
}
