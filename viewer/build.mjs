// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Bundles the page into dist/: index.html, assets with the hash of their content in their name, and
// a .gz beside each. In index.html a source is named by its path here ("/src/core/stop.ts",
// "/src/main.ts", "/style/x.css"); each of these becomes a bundle and the path its new name. A script
// with type="module" may share chunks with others; one without is complete in itself.

import { build } from 'esbuild';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = dirname(fileURLToPath(import.meta.url));
const out = join(root, 'dist');
const limit = 350 * 1000; // bytes of all scripts and styles, compressed

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const common = {
    absWorkingDir: root,
    outdir: out,
    bundle: true,
    minify: true,
    metafile: true,
    charset: 'utf8',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    entryNames: 'assets/[name].[hash]',
    chunkNames: 'assets/[name].[hash]',
    assetNames: 'assets/[name].[hash]',
    loader: { '.woff2': 'file' },
    legalComments: 'none',
    define: { PAGE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
};

/** Sources that the page names, apart by how they are loaded. */
function entriesOf(page) {
    const tags = [...page.matchAll(/<(script|link)\b[^>]*\b(?:src|href)="\/((?:src|style)\/[^"]+)"[^>]*>/g)];
    const found = { module: [], plain: [] };
    for (const [tag, , path] of tags) {
        (/type="module"/.test(tag) || path.endsWith('.css') ? found.module : found.plain).push(path);
    }
    return found;
}

/** New names by source, and the styles that scripts bring along. */
function namesOf(results) {
    const names = new Map();
    const styles = new Set();
    for (const [file, made] of results.flatMap((r) => Object.entries(r.metafile.outputs))) {
        const address = `/${relative('dist', file)}`;
        if (made.entryPoint !== undefined && !(file.endsWith('.css') && made.entryPoint.endsWith('.ts'))) {
            names.set(made.entryPoint, address);
        }
        if (made.cssBundle !== undefined) styles.add(`/${relative('dist', made.cssBundle)}`);
    }
    return { names, styles };
}

async function pageOf(page, results) {
    const { names, styles } = namesOf(results);
    let text = page;
    for (const [source, address] of names) text = text.replaceAll(`"/${source}"`, `"${address}"`);
    const links = [...styles].map((s) => `<link rel="stylesheet" href="${s}">`).join('\n');
    return text.replace('</head>', `${links}\n</head>`);
}

/** Writes the compressed files and tells how large the whole is. */
async function compress() {
    let total = 0;
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath ?? entry.path, entry.name);
        if (!entry.isFile() || !/\.(js|css|html)$/.test(file)) continue;
        const packed = gzipSync(await readFile(file), { level: 9 });
        total += packed.length;
        await writeFile(`${file}.gz`, packed);
    }
    return total;
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const page = await readFile(join(root, 'index.html'), 'utf8');
const { module, plain } = entriesOf(page);
const results = [
    await build({ ...common, entryPoints: module, format: 'esm', splitting: true }),
    await build({ ...common, entryPoints: plain, format: 'iife' }),
];
await writeFile(join(out, 'index.html'), await pageOf(page, results));
const total = await compress();
console.log(`page: ${(total / 1000).toFixed(1)} kB compressed of at most ${limit / 1000} kB`);
if (total > limit) {
    console.error('the page is too large');
    process.exit(1);
}
