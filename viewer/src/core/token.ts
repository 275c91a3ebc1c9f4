// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The token comes in the fragment of the address, which browsers never send; it is read once and
// erased, so that it is in no history, no picture and no copied address. It stays for this tab only.

const KEY = 'sinew-token';

export function takeToken(): string {
    const given = location.hash.slice(1);
    try {
        if (given !== '') {
            sessionStorage.setItem(KEY, given);
            history.replaceState(null, '', location.pathname + location.search);
        }
        return given !== '' ? given : (sessionStorage.getItem(KEY) ?? '');
    } catch {
        return given; // no storage in this browser: the token lasts as long as the page
    }
}
