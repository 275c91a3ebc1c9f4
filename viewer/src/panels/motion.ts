// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Motion by a held control: begins a dead-man hold at the station and shows at the control why it
// did not begin or has ended.

import { lock } from '../ui/controls';
import { endHolds, holdButton } from '../ui/hold';
import { noteAt, clearNote } from '../ui/notes';
import type { Condition } from './condition';
import { partOf, type Page } from './page';

export interface Motion {
    /** The text to send, newest each time; null for nothing at this moment. */
    text: () => string | null;
    /** The type of the component that is told. */
    type: string;
    /** Told when a press has begun, before the first text. */
    began?: () => void;
    /** A further reason against it; null for none. */
    against?: () => string | null;
    ended?: () => void;
}

/** Why a motion may not begin; null when it may. */
export function against(page: Page, condition: Condition, motion: Motion): string | null {
    if (page.station.catalogue === null) return condition.locked();
    if (partOf(page, motion.type) === null) {
        return motion.type === 'task'
            ? 'This arm has no task component; add one to the cell to move it from here.'
            : `This cell has no component of the type ${motion.type}.`;
    }
    return condition.locked() ?? motion.against?.() ?? null;
}

/** Begins; the function returned ends it. Null when it was refused, with the reason at the control. */
export function beginMotion(
    page: Page,
    condition: Condition,
    at: HTMLElement,
    motion: Motion,
): (() => void) | null {
    clearNote(at);
    const why = against(page, condition, motion);
    const part = partOf(page, motion.type);
    if (why !== null || part === null) {
        noteAt(at, { code: 'locked', text: why ?? '' });
        return null;
    }
    motion.began?.();
    const hold = page.station.hold(part.name, motion.text);
    void hold.ended.then((reason) => {
        if (reason !== null) {
            noteAt(at, reason);
            endHolds();
        }
    });
    return () => {
        hold.release();
        motion.ended?.();
    };
}

/** Makes a button move something while it is held. */
export function motionButton(page: Page, condition: Condition, button: HTMLElement, motion: Motion): void {
    let end: (() => void) | null = null;
    holdButton(button, {
        begin() {
            end = beginMotion(page, condition, button, motion);
            return end !== null;
        },
        end() {
            end?.();
            end = null;
        },
        refused: () => noteAt(button, { code: 'locked', text: button.title || 'Locked.' }),
    });
}

/** Locks and frees a button as the cell is; call it a few times a second. */
export function lockMotion(page: Page, condition: Condition, button: HTMLElement, motion: Motion): void {
    lock(button, against(page, condition, motion));
}
