// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Reasons as the server writes them, with the status as number and name, become those of the page.

import type { LoopEvent, Status, Why } from './types';

/** The reason of a text of the server; null for none. */
export function whyOf(raw: unknown): Why | null {
    if (typeof raw !== 'object' || raw === null) return null;
    const { name, code, text, ...rest } = raw as Partial<Why>;
    const word = typeof name === 'string' ? name : String(code ?? 'unknown');
    return { ...rest, name, code: word, text: typeof text === 'string' ? text : 'It was refused.' };
}

/** An event with its reason in the form of the page. */
export function eventOf(raw: Record<string, unknown>): LoopEvent {
    const event = raw as unknown as LoopEvent;
    return { ...event, object: event.object ?? '', why: whyOf(event.why) ?? { code: 'unknown', text: '' } };
}

/** A status with its reasons in the form of the page. */
export function statusOf(raw: Record<string, unknown>): Status {
    const status = raw as unknown as Status;
    return {
        ...status,
        arms: (status.arms ?? []).map((arm) => ({ ...arm, cause: whyOf(arm.cause) ?? undefined })),
        components: (status.components ?? []).map((part) => ({
            ...part,
            error: whyOf(part.error) ?? undefined,
        })),
    };
}
