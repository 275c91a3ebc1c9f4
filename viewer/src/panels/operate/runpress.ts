// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Buttons that begin a motion which then goes on by itself: held for half a second, by the pointer or by
// Shift with Space, so that no single click and no single key begins it. The button fills meanwhile.

import { isLocked } from '../../ui/controls';
import { setClass } from '../../ui/dom';
import { noteAt } from '../../ui/notes';

const LASTS = 500; // [ms]

export function runPress(button: HTMLElement, act: (at: HTMLElement) => void): void {
    let frame = 0;
    let timer = 0;
    let began = -1;
    const stop = (): void => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
        began = -1;
        setClass(button, 'filling', false);
    };
    const done = (): void => {
        stop();
        act(button);
    };
    const draw = (now: number): void => {
        const part = Math.max(0, Math.min(1, (now - began) / LASTS));
        button.style.setProperty('--at', `${(100 * part).toFixed(0)}%`);
        if (part < 1) frame = requestAnimationFrame(draw);
    };
    const start = (event: Event): void => {
        if (isLocked(button)) {
            noteAt(button, { code: 'locked', text: button.title || 'Locked.' });
            return;
        }
        if (began >= 0) return;
        began = event.timeStamp;
        setClass(button, 'filling', true);
        frame = requestAnimationFrame(draw);
        timer = window.setTimeout(done, LASTS);
    };
    // a busy page may be told of the release before its timer: what was held long enough counts
    const release = (event: Event): void => {
        if (began >= 0 && event.timeStamp - began >= LASTS) done();
        else stop();
    };
    button.classList.add('hold');
    button.addEventListener('pointerdown', (event) => event.button === 0 && event.isPrimary && start(event));
    button.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') stop();
        if (event.key !== ' ' || !event.shiftKey) return;
        event.preventDefault();
        if (!event.repeat) start(event);
    });
    button.addEventListener('pointerup', release);
    button.addEventListener('keyup', release);
    for (const type of ['pointerleave', 'pointercancel', 'blur'] as const) {
        button.addEventListener(type, stop);
    }
    document.addEventListener('visibilitychange', stop);
    addEventListener('blur', stop);
}
