// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Runs the checks of all files of tests/, or of those that are named.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { configure } from './station.mjs';
import { report, runAll } from './check.mjs';

const [program, build, ...only] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
configure({ program, build, root: join(here, '../..') });

const files = readdirSync(join(here, 'tests')).filter((name) => name.endsWith('.mjs')).sort();
for (const file of files) {
    if (only.length > 0 && !only.includes(file.replace('.mjs', ''))) continue;
    const name = file.replace('.mjs', '');
    const load = () => import(join(here, 'tests', file));
    const { default: tests } = await load().catch((error) => ({
        default: { 'cell and page start': () => { throw error; } },
    }));
    await runAll(name, tests);
}
process.exit(report());
