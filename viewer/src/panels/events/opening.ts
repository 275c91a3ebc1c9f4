// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The way from the banner to the black box of what it speaks of.

import type { Why } from '../../core/types';

let open: ((why: Why | null) => void) | null = null;

export function setOpener(opener: (why: Why | null) => void): void {
    open = opener;
}

export function openBlackBox(why: Why | null): void {
    open?.(why);
}
