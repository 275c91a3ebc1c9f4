// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What sort of event it is, from its reason. Pure.

import type { LoopEvent, Why } from '../core/types';
import type { IconName } from '../ui/icons';

export type EventKind = 'stop' | 'warning' | 'change';

/** Rules by which the guard stops an arm. */
const STOPS = new Set([
    'not-finite',
    'command-step',
    'target-limit',
    'target-velocity',
    'target-acceleration',
    'effort',
    'soft-limit',
    'hard-limit',
    'velocity',
    'following',
    'opposite',
    'frozen',
    'jump',
    'bad-reading',
    'stale',
    'lost',
    'drive',
    'power',
    'drift',
    'workspace',
    'clearance',
    'overrun',
    'gap',
    'watchdog',
    'emergency',
    'component',
    'asked',
    'braking',
]);

export function kindOf(event: LoopEvent): EventKind {
    const { rule = '', severity = '', text } = event.why;
    if (severity === 'info') return 'change';
    if (severity === 'warning') return 'warning';
    if (STOPS.has(rule) || /^stop\b/i.test(text)) return 'stop';
    return severity === 'error' ? 'warning' : 'change';
}

export const KIND_ICON: Record<EventKind, IconName> = { stop: 'fault', warning: 'warn', change: 'check' };

/** Events of which the cell keeps a black box: stops, whoever asked for them, and late cycles. */
export function hasBox(event: LoopEvent): boolean {
    return kindOf(event) === 'stop' || ['overrun', 'gap', 'asked'].includes(event.why.rule ?? '');
}

/** An event that says why an arm stands: a cause names the axis with its arm, the event the axis alone. */
function isOf(event: LoopEvent, cause: Why): boolean {
    const [whole, part] = [cause.subject ?? '', event.why.subject ?? ''];
    return event.why.rule === cause.rule && (whole === part || whole.endsWith(`/${part}`));
}

/** The event that a banner speaks of: the newest stop for this reason, or else the newest one of all. */
export function eventOfCause(events: readonly LoopEvent[], cause: Why | null): LoopEvent | null {
    const stops = events.filter((e) => kindOf(e) === 'stop').reverse();
    const exact = stops.find((e) => cause !== null && isOf(e, cause));
    const same = stops.find((e) => cause !== null && e.why.rule === cause.rule);
    return exact ?? same ?? stops[0] ?? null;
}

/**
 * A cause as fully as it is known: of two bodies that came too near the status tells the rule, and the event,
 * which came `since` then, names them with their distance and speed.
 */
export function wholeCause(events: readonly LoopEvent[], cause: Why, since: number): Why {
    if (cause.rule !== 'clearance') return cause;
    const event = events.find((e) => e.t >= since && e.why.rule === cause.rule);
    if (event === undefined) return cause;
    const { subject = '', text, numbers } = event.why;
    return { ...cause, subject, numbers, text: subject === '' ? text : text.replace(/^it /, `${subject} `) };
}

/** How many other causes of a stop came since the one that it began with. */
export function laterCauses(events: readonly LoopEvent[], cause: Why | null): number {
    const first = cause === null ? null : eventOfCause(events, cause);
    if (first === null || cause === null || first.why.rule !== cause.rule) return 0;
    return events.filter((e) => e.sequence > first.sequence && kindOf(e) === 'stop').length;
}

/** Two events that are one line: by the same object, for the same reason. */
export function isAlike(a: LoopEvent, b: LoopEvent): boolean {
    return a.object === b.object && a.why.rule === b.why.rule && a.why.text === b.why.text;
}

/**
 * Lines of the list, newest first, each with how many events it stands for. Warnings and changes of one
 * kind are one line at the place of the newest, so that they never push a stop out of the list; stops
 * are one line only where they follow each other.
 */
export function folded(newestFirst: readonly LoopEvent[]): [LoopEvent, number][] {
    const rows: [LoopEvent, number][] = [];
    for (const event of newestFirst) {
        const earlier = kindOf(event) === 'stop' ? rows.slice(-1) : rows;
        const same = earlier.find(([other]) => isAlike(other, event));
        if (same === undefined) rows.push([event, 1]);
        else same[1] += 1;
    }
    return rows;
}
