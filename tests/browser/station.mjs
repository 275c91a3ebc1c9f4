// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A running cell and a browser that looks at it.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchRequests } from './answers.mjs';
import { expect, sleep, until, witnesses } from './check.mjs';

const setup = { program: '', build: '', root: '', page: '' };
let chromium = null;

export function configure(words) {
    Object.assign(setup, words);
    setup.page = process.env.SINEW_PAGE ?? join(setup.root, 'viewer/dist');
}

export const paths = setup;

/** A package of BUILD_DIR/browser. */
export function packaged(name) {
    return createRequire(join(setup.build, 'browser/package.json'))(name);
}

async function browser() {
    if (chromium) return chromium;
    chromium = await packaged('puppeteer-core').launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    process.on('exit', () => chromium.process()?.kill('SIGKILL'));
    return chromium;
}

/** Time of processors that the browser has used [ms]: it does not depend on what else runs. */
export function browserTime() {
    const fields = (pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '').split(' ');
    const parents = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
        try {
            parents.set(pid, fields(pid));
        } catch {
            // it has ended
        }
    }
    const root = chromium.process().pid;
    const isOurs = (pid) => pid === root || (parents.has(pid) && isOurs(Number(parents.get(pid)[1])));
    // user and system time, in hundredths of a second
    const ticks = [...parents].filter(([pid]) => isOurs(pid)).map(([, all]) => Number(all[11]) + Number(all[12]));
    return 10 * ticks.reduce((sum, one) => sum + one, 0);
}

/** A cell of cells/ by its name, or a file. */
const cellFile = (name) => (name.includes('/') ? name : join(setup.root, 'cells', `${name}.cell.xml`));

/** Starts `sinew run CELL`, '' for no cell; resolves when it has printed its address. */
export async function startCell(cell, options = [], port = 0) {
    const home = mkdtempSync(join(tmpdir(), 'sinew-browser-'));
    const runtime = join(home, 'run');
    mkdirSync(runtime, { mode: 0o700 });
    const words = ['run', ...(cell === '' ? [] : [cellFile(cell)]), '--port', String(port), '--page', setup.page];
    const child = spawn(setup.program, [...words, ...options], {
        cwd: home,
        env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: join(home, 'data') },
    });
    const running = { home, child, said: '', url: '', token: '', port: 0, exited: false };
    const hear = (bytes) => (running.said += bytes);
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => (running.exited = true));
    const end = () => child.kill('SIGKILL');
    process.on('exit', end);
    running.stop = async (signal = 'SIGINT') => {
        if (!running.exited) child.kill(signal);
        await until(() => running.exited, 'the program ends').catch(end);
        process.off('exit', end);
        rmSync(home, { recursive: true, force: true });
    };
    await until(() => /http:\S+#\w+/.test(running.said) || running.exited, 'the address is printed');
    expect(!running.exited, `the program ended: ${running.said}`);
    running.url = running.said.match(/http:\S+/)[0];
    running.token = running.url.split('#')[1];
    running.port = Number(new URL(running.url).port);
    return running;
}

/** A file of tokens that outlive a run: {file, token(name, role)}. */
export function tokenFile() {
    const folder = mkdtempSync(join(tmpdir(), 'sinew-token-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'tokens');
    const token = (name, role = 'engineer') => JSON.parse(execFileSync(setup.program,
        ['token', 'add', name, '--role', role, '--file', file, '--json'], { stdio: 'pipe' })).token;
    return { file, token };
}

/** The command line beside a running cell: what it prints. */
export async function ask(running, ...words) {
    const child = spawn(setup.program, words, {
        cwd: running.home,
        env: { ...process.env, HOME: running.home, XDG_RUNTIME_DIR: join(running.home, 'run') },
    });
    let out = '';
    child.stdout.on('data', (bytes) => (out += bytes));
    child.stderr.on('data', (bytes) => (out += bytes));
    await new Promise((done) => child.on('exit', done));
    return out.trim();
}

/** Where a frame of a model is for each row of joints, by the program's own command. */
export async function placesOf(running, model, frame, rows) {
    const file = join(running.home, 'rows.csv');
    writeFileSync(file, rows.map((row) => `${row.join(',')}\n`).join(''));
    const text = await ask(running, 'fk', join(setup.root, model), '--frame', frame, '--csv', file, '--json');
    return text.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).position);
}

/** What a person would read off the page, for the report of a failure. */
async function shown(page) {
    const texts = await page.evaluate(() => {
        const all = (selector) => [...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent.replace(/\s+/g, ' ').trim());
        return {
            state: all('#state'),
            lease: all('.lease'),
            banner: all('#banner'),
            notes: all('.why-note'),
            dialog: all('.dialog'),
            events: all('.event-list > li').slice(0, 5),
        };
    });
    return { ...texts, complaints: page.complaints };
}

/** Opens the page; keeps what it complains about and every foreign request. */
export async function openPage(url, { width = 1440, height = 900, theme = 'dark' } = {}) {
    const context = await (await browser()).createBrowserContext();
    const page = await context.newPage();
    page.complaints = [];
    page.foreign = [];
    const own = new URL(url).origin;
    page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) page.complaints.push(message.text());
    });
    page.on('pageerror', (error) => page.complaints.push(error.message));
    page.on('request', (request) => {
        const target = request.url();
        if (!target.startsWith(own) && !/^(data|blob):/.test(target)) page.foreign.push(target);
    });
    await watchRequests(page);
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    // a browser that is just starting may drop its first navigation
    await page.goto(url).catch(() => page.goto(url));
    const witness = async (name) => {
        console.log(`    the page shows ${JSON.stringify(await shown(page).catch((error) => error.message))}`);
        const folder = process.env.SINEW_PICTURES;
        if (folder) await page.screenshot({ path: join(folder, `${name}-${[...witnesses].indexOf(witness)}.png`) });
    };
    witnesses.add(witness);
    page.end = async () => {
        witnesses.delete(witness);
        await context.close();
    };
    return page;
}

/** The word of the state block. */
export const stateWord = (page) => page.$eval('#state strong', (e) => e.textContent.trim());

/** Waits for the page to be in one of these states. */
export async function inState(page, ...words) {
    return until(async () => words.includes(await stateWord(page)), `the page says ${words.join(' or ')}`)
        .catch(async (error) => {
            throw new Error(`${error.message}; it says ${await stateWord(page)}`);
        });
}

/** Takes the lease unless it is ours already: a page that was short of processor may have lost it. */
export async function takeLease(page) {
    const kind = () => page.$eval('.lease', (e) => e.dataset.kind).catch(() => '');
    const isMine = async () => (await kind()) === 'mine';
    await until(async () => {
        if ((await kind()) !== 'free') return isMine();
        await page.click('.lease');
        await until(isMine, 'taken', 2000).catch(() => undefined);
        // a second press of what is ours already asks whether to give it back
        for (const shut of await page.$$('.dialog .dialog-head button')) await shut.click();
        return isMine();
    }, 'the lease is ours');
}

/** Freezes the page as a debugger does, until the function returned is called. */
export async function freeze(page) {
    const session = await page.createCDPSession();
    const paused = new Promise((done) => session.once('Debugger.paused', done));
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    await paused;
    return async () => {
        await session.send('Debugger.resume');
        await session.detach();
    };
}

export { sleep };
