// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Counting checks: a test is a sentence and a function that throws when it is not so.

let passed = 0;
let failed = 0;

/** Told of each failure; with SINEW_PICTURES=FOLDER pages leave a picture there. */
export const witnesses = new Set();

/** Throws unless it is so. */
export function expect(truth, text) {
    if (!truth) throw new Error(text);
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks again until the answer is true; the last answer, or an error after `limit` ms. */
export async function until(ask, text, limit = 15000) {
    const end = Date.now() + limit;
    for (;;) {
        const answer = await ask();
        if (answer) return answer;
        if (Date.now() > end) throw new Error(`${text}: not within ${limit} ms`);
        await sleep(50);
    }
}

/** Runs {sentence: async function} in order; a failure does not end the others. */
export async function runAll(group, tests) {
    const begin = Date.now();
    for (const [sentence, test] of Object.entries(tests)) {
        try {
            await test();
            passed++;
        } catch (error) {
            failed++;
            console.log(`FAILED: ${group}: ${sentence}\n    ${error.stack}`);
            for (const witness of witnesses) await witness(`${group}-${failed}`);
        }
    }
    console.log(`${group}: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}

/** Prints the sum and returns the exit code. */
export function report() {
    console.log(`check: ${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
}
