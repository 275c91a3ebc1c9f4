// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The nine sample robots on the page, each as it comes: all of its links, in places of numbers, and
// nobody who warns. What they do when they run is in tests/cases/samples.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, until } from '../check.mjs';
import { inState, openPage, paths, startCell } from '../station.mjs';

const SAMPLES = ['rrc-k1207i', 'puma560', 'pa10', 'arm12', 'hexapod', 'humanoid30-float', 'free3',
    'spring-pendulum', 'one-joint'];

const fileOf = (name) => join(paths.root, 'models', name, `${name}.xml`);

/** How many links the file has, by the command line. */
function linksOf(name) {
    const text = execFileSync(paths.program, ['model', 'show', fileOf(name), '--json'], { encoding: 'utf8' });
    return JSON.parse(text).links.length;
}

async function opens(name) {
    const cell = await startCell(fileOf(name), ['--virtual', '--pace', '1', '--for', '36000']);
    const page = await openPage(cell.url, { width: 900, height: 700 });
    const links = linksOf(name);
    await inState(page, 'Ready');
    const poses = await until(async () => {
        const seen = await page.$eval('.scene-root', (e) => e.poses()?.links ?? []).catch(() => []);
        return seen.length >= links ? seen : null;
    }, `${name}: ${links} links`);
    const triangles = await until(() => page.$eval('.scene-root', (e) => e.probe().triangles), 'something is drawn');
    const events = await page.$$eval('.event-list > li', (all) => all.map((e) => e.textContent));
    const notes = await page.$$eval('.why-note', (all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    const complaints = [...page.complaints];
    await page.end();
    await cell.stop();
    const all = JSON.stringify({ name, links, seen: poses.length, events, notes, complaints, said: cell.said });
    expect(poses.length === links && triangles > 0, all);
    expect(poses.flat(9).every((x) => typeof x !== 'number' || Number.isFinite(x)), `places: ${JSON.stringify(poses)}`);
    expect(complaints.length === 0 && notes.length === 0, all);
    expect(!/(warning|error):/i.test(cell.said), all);
    expect(!events.some((text) => /warning|error|fault|stop/i.test(text)), all);
}

export default {
    // spec: actin-model:A1-CAP-24
    'each sample robot is shown with all its links and no warning': async () => {
        expect(SAMPLES.length === 9, 'nine');
        for (const name of SAMPLES) await opens(name);
    },
};
