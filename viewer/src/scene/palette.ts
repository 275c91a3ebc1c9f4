// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Colours of the scene come from the style tokens of the page, so that picture and panels agree. What
// a style sheet does not name has the value of the dark theme.

import { Color } from 'three';

const TOKENS = {
    ink: ['--ink', '#edf0f3'],
    ink2: ['--ink-2', '#b4bdc7'],
    ghost: ['--ghost-fill', '#b9a0ff'],
    limit: ['--limit-fill', '#f0b23e'],
    fault: ['--fault-fill', '#ff7a6e'],
    faultBody: ['--scene-fault', '#c9483c'],
    sight: ['--sight-fill', '#4fc8de'],
    run: ['--run-fill', '#46c887'],
    ground: ['--scene-pip', '#1a1f25'],
    grid: ['--scene-grid', '#6b7683'],
    shell: ['--scene-shell', '#d9d6cf'],
    dark: ['--scene-dark', '#23282e'],
    steel: ['--scene-steel', '#606b77'],
    table: ['--scene-table', '#4a535d'],
    part: ['--scene-part', '#a08a6c'],
    axisX: ['--axis-x', '#f0635a'],
    axisY: ['--axis-y', '#6abf5a'],
    axisZ: ['--axis-z', '#5a96f0'],
} as const;

export type Paint = keyof typeof TOKENS;
export type Palette = Record<Paint, Color> & { light: boolean };

export function readPalette(): Palette {
    const style = getComputedStyle(document.documentElement);
    const palette = {} as Palette;
    for (const [name, [token, otherwise]] of Object.entries(TOKENS)) {
        const text = style.getPropertyValue(token).trim();
        palette[name as Paint] = new Color(text === '' ? otherwise : text);
    }
    const mode = style.getPropertyValue('--scene-mode').trim();
    palette.light = mode === '' ? matchMedia('(prefers-color-scheme: light)').matches : mode === 'light';
    return palette;
}

/** Calls when the theme of the page may have changed. */
export function onTheme(call: () => void): void {
    const attributes = ['class', 'data-theme', 'style'];
    new MutationObserver(call).observe(document.documentElement, {
        attributes: true,
        attributeFilter: attributes,
    });
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', call);
    matchMedia('(forced-colors: active)').addEventListener('change', call);
}
