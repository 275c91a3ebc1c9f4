// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Counts what holds and what does not, for the last line of the case.

let passed = 0;
let failed = 0;

export function check(what, holds, detail = '') {
    if (holds) {
        passed++;
        return;
    }
    failed++;
    const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
    console.log(`FAILED: ${what}${text ? ': ' + text.slice(0, 400) : ''}`);
}

/** Prints the counts for the shell that adds them up, and ends. */
export function finish() {
    console.log(`counts ${passed} ${failed}`);
    process.exit(failed === 0 ? 0 : 1);
}
