// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Buttons that begin a motion which then goes on by itself: held for half a second, by the pointer or by
// Shift with Space, so that no single click and no single key begins it. The button fills meanwhile.

import { lastingPress } from '../../ui/hold';
import { noteAt } from '../../ui/notes';

const LASTS = 500; // [ms]

export function runPress(button: HTMLElement, act: (at: HTMLElement) => void): void {
    button.classList.add('hold');
    lastingPress(button, {
        milliseconds: LASTS,
        act: () => act(button),
        refused: () => noteAt(button, { code: 'locked', text: button.title || 'Locked.' }),
        begins: (event) => event.key === ' ' && event.shiftKey,
    });
}
