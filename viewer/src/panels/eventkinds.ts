// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What sort of event it is, from its reason. Pure.

import type { LoopEvent } from '../core/types';
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
    'gap',
    'watchdog',
    'emergency',
    'component',
    'asked',
]);

export function kindOf(event: LoopEvent): EventKind {
    const { rule = '', severity = '', text } = event.why;
    if (severity === 'info') return 'change';
    if (severity === 'warning') return 'warning';
    if (STOPS.has(rule) || /^stop\b/i.test(text)) return 'stop';
    return severity === 'error' ? 'warning' : 'change';
}

export const KIND_ICON: Record<EventKind, IconName> = { stop: 'fault', warning: 'warn', change: 'check' };
