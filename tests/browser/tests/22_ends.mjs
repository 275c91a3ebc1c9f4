// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How a run ends, and how a page comes back: a clean end is said to be one, a crash is not, and the
// address of the next run, pasted into the same tab, signs in again.

import { expect, until } from '../check.mjs';
import { inState, openPage, startCell, stateWord } from '../station.mjs';

const VIRTUAL = ['--virtual', '--pace', '1', '--for', '36000'];
const first = await startCell('puma560', VIRTUAL);
const page = await openPage(first.url, { width: 1280, height: 800 });
const banner = () => page.$eval('#banner', (e) => e.textContent);

/** The same address and port again, as after a restart: only the part behind # is another. */
async function paste(cell) {
    // the page begins anew, so what is asked of the old one may be lost
    await page.evaluate((url) => (location.href = url), cell.url).catch(() => undefined);
    await until(() => stateWord(page).then((word) => ['Ready', 'Running'].includes(word)).catch(() => false), 'it is signed in');
}

export default {
    'a run that ends as it should says so': async () => {
        await inState(page, 'Ready', 'Running');
        await first.stop();
        await until(async () => (await banner()).includes('The run has ended'), 'it says that the run has ended');
        expect(!(await banner()).includes('crashed'), 'and not that it crashed');
    },

    'the address of the next run signs in again in the same tab': async () => {
        const second = await startCell('puma560', VIRTUAL, first.port);
        // the token of the first run is not that of the second
        await until(async () => (await banner()).includes('refused') || (await page.$('.ask:not([hidden])')) !== null, 'it is refused');
        await paste(second);
        expect(!(await page.evaluate(() => location.href)).includes('#'), 'the token is not left in the address');
        await second.stop('SIGKILL');
        await until(async () => (await banner()).includes('may have crashed'), 'a crash says otherwise');
        expect(!(await banner()).includes('The run has ended'), 'and not that the run has ended');
        await page.end();
    },
};
