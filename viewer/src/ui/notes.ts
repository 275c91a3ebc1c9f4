// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The note at the control that asked: why it was refused and the way out. It stays until the next
// action at that place, and is spoken politely. Never a dialog.

import { Refusal, type Why } from '../core/types';
import { byId, h, setText } from './dom';
import { icon } from './icons';

export function speak(text: string): void {
    setText(byId('spoken'), text);
}

export function whyOf(error: unknown): Why {
    if (error instanceof Refusal) return error.why;
    return { code: 'page', text: error instanceof Error ? error.message : String(error) };
}

/** The card, or whatever holds notes, around a control. */
function placeOf(at: HTMLElement): HTMLElement {
    return at.closest<HTMLElement>('[data-notes], .card, .dialog') ?? document.body;
}

export function clearNote(at: HTMLElement): void {
    for (const note of placeOf(at).querySelectorAll('.why-note')) note.remove();
}

/** Shows a refusal at the control that asked for it. */
export function noteAt(at: HTMLElement, why: Why): void {
    clearNote(at);
    const shut = h('button', { type: 'button', 'aria-label': 'Close note' }, icon('close'));
    const note = h(
        'div',
        { class: 'why-note', 'data-code': why.code },
        icon('warn'),
        h('div', {}, h('b', {}, why.text), why.fix !== undefined && why.fix !== '' && h('span', {}, why.fix)),
        shut,
    );
    shut.addEventListener('click', () => note.remove());
    const row = at.closest<HTMLElement>(
        '.actions, .field-row, .joint, .param, .point, .jog, .step-list, .form',
    );
    const place = placeOf(at);
    // a control outside of all cards: the note floats below the band
    note.classList.toggle('floating', place === document.body);
    if (row !== null && place.contains(row)) row.after(note);
    else place.append(note);
    speak(`${why.text} ${why.fix ?? ''}`);
    goesWithCause(note, at, why);
}

/**
 * A refusal goes away with its cause: when the control that asked is free again, or, where the state of
 * the cell was the reason, when that is another one.
 */
function goesWithCause(note: HTMLElement, at: HTMLElement, why: Why): void {
    const ofState = why.name === 'SNW_ERR_STATE' || why.code === 'SNW_ERR_STATE';
    const stateNow = (): string => (ofState ? (document.body.dataset['state'] ?? '') : '');
    const state = stateNow();
    let locked = at.getAttribute('aria-disabled') === 'true';
    const watch = new MutationObserver(() => {
        const now = at.getAttribute('aria-disabled') === 'true';
        const freed = locked && !now;
        locked = now;
        if (note.isConnected && !freed && stateNow() === state) return;
        note.remove();
        watch.disconnect();
    });
    watch.observe(at, { attributes: true, attributeFilter: ['aria-disabled'] });
    watch.observe(document.body, { attributes: true, attributeFilter: ['data-state'] });
}

/** Runs something that may be refused; the reason appears at the control. True when it was done. */
export async function attempt(at: HTMLElement, what: () => Promise<unknown>): Promise<boolean> {
    clearNote(at);
    try {
        await what();
        return true;
    } catch (error) {
        noteAt(at, whyOf(error));
        return false;
    }
}
