// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Bundles the unit tests and runs them with node's own runner: they are TypeScript, node reads none.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const tests = readdirSync(here)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(here, name));
const out = mkdtempSync(join(here, '..', 'node_modules', '.test-'));
try {
    await build({
        entryPoints: tests,
        outdir: out,
        bundle: true,
        format: 'esm',
        platform: 'node',
        target: 'node18',
        sourcemap: 'inline',
        outExtension: { '.js': '.mjs' },
        loader: { '.css': 'empty' },
        logLevel: 'warning',
    });
    const files = readdirSync(out).map((name) => join(out, name));
    const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], {
        stdio: 'inherit',
        cwd: join(here, '..'),
    });
    process.exitCode = run.status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
