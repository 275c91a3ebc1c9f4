// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Buttons that act while they are held. A hold ends on release, when the pointer is 24 px off, with
// a second pointer, when the page loses focus or is hidden, and on Escape. By keyboard it is
// Shift with Space, both held: no single key moves the arm.

import { isLocked } from './controls';
import { setClass } from './dom';

const OFF = 24; // [px]

export interface Holder {
    begin(): boolean; // false: it did not begin
    end(): void;
    refused?(): void; // pressed while locked
}

let present: (() => void) | null = null;

/** Ends whatever is held on this page. */
export function endHolds(): void {
    present?.();
}

export function isHolding(): boolean {
    return present !== null;
}

function away(box: DOMRect, event: PointerEvent): boolean {
    return (
        event.clientX < box.left - OFF ||
        event.clientX > box.right + OFF ||
        event.clientY < box.top - OFF ||
        event.clientY > box.bottom + OFF
    );
}

export function holdButton(button: HTMLElement, holder: Holder): void {
    let stopListening: (() => void) | null = null;

    const end = (): void => {
        if (stopListening === null) return;
        stopListening();
        stopListening = null;
        present = null;
        setClass(button, 'down', false);
        holder.end();
    };
    const begin = (): boolean => {
        endHolds();
        if (isLocked(button)) {
            holder.refused?.();
            return false;
        }
        if (!holder.begin()) return false;
        setClass(button, 'down', true);
        stopListening = listen(button, end);
        present = end;
        return true;
    };
    button.addEventListener('pointerdown', (event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.preventDefault();
        button.focus({ preventScroll: true });
        if (!begin()) return;
        button.setPointerCapture(event.pointerId);
    });
    button.addEventListener('keydown', (event) => {
        if (event.key !== ' ' || !event.shiftKey) return;
        event.preventDefault();
        if (!event.repeat) begin();
    });
    button.addEventListener('contextmenu', (event) => event.preventDefault());
}

/** Everything that ends a hold. */
function listen(button: HTMLElement, end: () => void): () => void {
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true };
    const box = button.getBoundingClientRect();
    addEventListener('pointermove', (event) => away(box, event) && end(), options);
    addEventListener('pointerdown', end, options); // another pointer
    addEventListener('pointerup', end, options);
    addEventListener('pointercancel', end, options);
    addEventListener('blur', (event) => event.target === window && end(), options);
    addEventListener('pagehide', end, options);
    document.addEventListener('visibilitychange', end, options);
    button.addEventListener('lostpointercapture', end, options);
    button.addEventListener('blur', end, options);
    addEventListener('keyup', (event) => (event.key === ' ' || event.key === 'Shift') && end(), options);
    addEventListener('keydown', (event) => event.key === 'Escape' && end(), options);
    return () => abort.abort();
}

/** The most of one frame that counts as held [ms]: while a page stands still it cannot know what a hand does. */
const FRAME = 100;

/** A press that must last. */
export interface LastingPress {
    milliseconds: number;
    act(): void;
    /** Pressed while locked. */
    refused?(): void;
    /** The key presses that begin it. */
    begins(event: KeyboardEvent): boolean;
}

/**
 * Fills the button while it is pressed, acts when it is full, and does nothing when it is let go before.
 * What counts is the time of frames that were drawn: a click on a slow page stays a click, however late the
 * page is told of its release.
 */
export function lastingPress(button: HTMLElement, press: LastingPress): void {
    let frame = 0;
    let last = 0;
    let held = 0;
    let isPressed = false;
    const stop = (): void => {
        cancelAnimationFrame(frame);
        isPressed = false;
        setClass(button, 'filling', false);
    };
    const draw = (now: number): void => {
        held += Math.max(0, Math.min(FRAME, now - last));
        last = now;
        const part = Math.min(1, held / press.milliseconds);
        button.style.setProperty('--at', `${(100 * part).toFixed(0)}%`);
        if (part < 1) {
            frame = requestAnimationFrame(draw);
            return;
        }
        stop();
        press.act();
    };
    const start = (): void => {
        if (isLocked(button)) {
            press.refused?.();
            return;
        }
        if (isPressed) return;
        isPressed = true;
        held = 0;
        last = performance.now();
        setClass(button, 'filling', true);
        frame = requestAnimationFrame(draw);
    };
    button.addEventListener('pointerdown', (event) => event.button === 0 && event.isPrimary && start());
    button.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') stop();
        if (!press.begins(event)) return;
        event.preventDefault();
        if (!event.repeat) start();
    });
    for (const type of ['pointerup', 'pointerleave', 'pointercancel', 'keyup', 'blur'] as const) {
        button.addEventListener(type, stop);
    }
    document.addEventListener('visibilitychange', stop);
    addEventListener('blur', stop);
}
