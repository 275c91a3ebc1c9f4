// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Light and dark: as the system wishes, until somebody chooses.

const KEY = 'sinew-theme';
const LIGHT = '(prefers-color-scheme: light)';

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // a browser without storage begins anew each time
    }
}

export function theme(): 'light' | 'dark' {
    const chosen = stored();
    if (chosen === 'light' || chosen === 'dark') return chosen;
    return matchMedia(LIGHT).matches ? 'light' : 'dark';
}

function show(): void {
    document.documentElement.dataset['theme'] = theme();
    dispatchEvent(new CustomEvent('sinew-theme'));
}

export function startTheme(): void {
    matchMedia(LIGHT).addEventListener('change', show);
    show();
}

export function switchTheme(): void {
    try {
        localStorage.setItem(KEY, theme() === 'light' ? 'dark' : 'light');
    } catch {
        document.documentElement.dataset['theme'] = theme() === 'light' ? 'dark' : 'light';
        return;
    }
    show();
}

/** A colour of the present theme. */
export function token(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
