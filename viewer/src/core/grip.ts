// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The release rules of everything that moves the arm while it is held: pointer up or gone, 24 px off
// the place, a second pointer, lost focus, hidden page, Esc. Whatever ends it, it ends once.

export const OFF = 24; // [px]

/** The bit of `buttons` that each `button` has while it is down: left, middle, right, two of the side, eraser. */
const BITS = [1, 4, 2, 8, 16, 32];

/** Whether a point is further off a rectangle than a hand that rests on it. */
export function isOff(
    x: number,
    y: number,
    rect: { left: number; right: number; top: number; bottom: number },
): boolean {
    return x < rect.left - OFF || x > rect.right + OFF || y < rect.top - OFF || y > rect.bottom + OFF;
}

/** Calls `end` once when the grip on `element` that began with `event` is lost; returns how to let go. */
export function gripOf(element: Element, event: PointerEvent, end: () => void): () => void {
    const rect = element.getBoundingClientRect();
    const over = new AbortController();
    const options = { signal: over.signal, capture: true };
    const finish = (): void => {
        if (over.signal.aborted) return;
        over.abort();
        end();
    };
    try {
        element.setPointerCapture(event.pointerId);
    } catch {
        // the pointer is gone already; its end comes as an event
    }
    const mine = (each: PointerEvent): boolean => each.pointerId === event.pointerId;
    // a button that is let go while another one is down comes as a move
    const bit = BITS[event.button] ?? 1;
    addEventListener('pointerup', (e) => mine(e) && finish(), options);
    addEventListener('pointercancel', (e) => mine(e) && finish(), options);
    addEventListener(
        'pointermove',
        (e) => {
            if (mine(e) && (isOff(e.clientX, e.clientY, rect) || (e.buttons & bit) === 0)) finish();
        },
        options,
    );
    addEventListener('pointerdown', (e) => !mine(e) && finish(), options);
    // captured, the blur of any element comes by here: only that of the window counts
    addEventListener('blur', (e) => e.target === window && finish(), options);
    document.addEventListener('visibilitychange', () => document.hidden && finish(), options);
    addEventListener('keydown', (e) => e.key === 'Escape' && finish(), options);
    return finish;
}
