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

// Nothing that is waited for is expected within a time: this is for what never comes.
export const PATIENCE = 600000;

/**
 * Asks again until the answer is true; the last answer, or an error after `limit` ms. A limit of a few
 * seconds is for what is tried anew then.
 */
export async function until(ask, text, limit = PATIENCE) {
    const end = Date.now() + limit;
    for (;;) {
        const answer = await ask();
        if (answer) return answer;
        if (Date.now() > end) throw new Error(`${text}: not within ${limit} ms`);
        await sleep(50);
    }
}

/**
 * Clicks what a selector finds now, or the `pick`-th of what it finds, as a mouse does. A page may draw
 * a list anew at any time, so the element is found and its place read in one go; what was pressed is then
 * asked of the page, and a press that came beside it, as the list was just drawn, is made again.
 */
export async function click(page, selector, pick = 0, limit = PATIENCE) {
    const aim = ([text, index]) => {
        const found = document.querySelectorAll(text)[index];
        if (found === undefined) return null;
        found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        window.clicked = false;
        window.aimed?.abort();
        window.aimed = new AbortController();
        // the element itself, or the one that is in its place meanwhile
        window.addEventListener('click', ({ target }) => {
            window.clicked ||= found.contains(target) || document.querySelectorAll(text)[index]?.contains(target);
        }, { capture: true, signal: window.aimed.signal });
        const { x, y, width, height } = found.getBoundingClientRect();
        return width === 0 || height === 0 ? null : { x: x + width / 2, y: y + height / 2 };
    };
    await until(async () => {
        const place = await page.evaluate(aim, [selector, pick]);
        if (place === null) return false;
        await page.mouse.click(place.x, place.y);
        // a press that leaves the page takes the answer with it
        return page.evaluate(() => window.clicked).catch((error) => /context|navigat/i.test(error.message));
    }, `${selector} is clicked`, limit);
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
