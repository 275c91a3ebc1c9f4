// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What the kind of a command means for the page. Kinds come from the cell, so a component that the
// page never heard of has buttons that are held where something moves.

import type { Command } from './types';

/** Something moves because of it: its button must be held. */
export function isHeld(command: Command): boolean {
    return command.kind === 'move' || command.kind === 'stream';
}

/** While it is held its newest sample is sent again and again. */
export function isRepeated(command: Command): boolean {
    return command.kind === 'stream';
}

/** It ends or pauses a motion: its button is never locked. */
export function isEnd(command: Command): boolean {
    return command.kind === 'end';
}

/** The word by which a component ends what it has under way; null when it has none. */
export function enderOf(commands: readonly Command[]): string | null {
    return commands.find(isEnd)?.word ?? null;
}

/** The word that is sent when a hold of a component is let go; null where nothing streams. */
export function farewellOf(commands: readonly Command[]): string | null {
    return commands.some(isRepeated) ? enderOf(commands) : null;
}
