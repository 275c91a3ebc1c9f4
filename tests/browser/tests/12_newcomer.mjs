// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The first minutes of a newcomer: from a clean checkout to an own URDF on the page, by commands alone,
// and beside the demonstration by clicks. Commands and clicks are counted and held; seconds are printed,
// since they are those of the machine.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { answered } from '../answers.mjs';
import { click, expect, until } from '../check.mjs';
import { handOn } from '../hand.mjs';
import { ask, openPage, paths, startCell } from '../station.mjs';

const HOUR = 3600000; // a build has the time that it needs
const COMMANDS = 3; // clone, cd, run
const CLICKS = 5; // name of the cell, Open, From a file, the file, and the question about what runs

const OWN = `<robot name="newcomer">
  <link name="base"><visual><geometry><cylinder radius="0.08" length="0.1"/></geometry></visual></link>
  <link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="2"/><inertia ixx="0.03" iyy="0.03" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.2"/><geometry><box size="0.06 0.06 0.4"/></geometry></visual></link>
  <link name="fore"><inertial><origin xyz="0 0 0.15"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.15"/><geometry><box size="0.05 0.05 0.3"/></geometry></visual></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.05"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" velocity="2" effort="60"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" velocity="2" effort="30"/></joint>
</robot>
`;

const work = mkdtempSync(join(tmpdir(), 'sinew-newcomer-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
writeFileSync(join(work, 'my_arm.urdf'), OWN);
mkdirSync(join(work, 'run'), { mode: 0o700 });

/** A terminal: each line that is typed into it is a command. */
function terminal() {
    const shell = spawn('sh', [], {
        cwd: work,
        detached: true, // what it runs ends with it
        env: {
            ...process.env,
            HOME: join(work, 'home'),
            XDG_RUNTIME_DIR: join(work, 'run'),
            XDG_DATA_HOME: join(work, 'data'),
            XDG_STATE_HOME: join(work, 'state'),
            // what this machine has compiled and fetched before
            CCACHE_DIR: process.env.CCACHE_DIR ?? join(homedir(), '.cache/ccache'),
            npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
            npm_config_prefer_offline: 'true',
        },
    });
    const made = { commands: 0, said: '', ended: false };
    const hear = (bytes) => (made.said += bytes);
    shell.stdout.on('data', hear);
    shell.stderr.on('data', hear);
    shell.on('exit', () => (made.ended = true));
    const end = () => {
        try {
            process.kill(-shell.pid, 'SIGKILL');
        } catch {
            // it has gone
        }
    };
    process.on('exit', end);
    made.type = (line) => {
        made.commands += 1;
        shell.stdin.write(`${line}\n`);
    };
    /** Ends what runs as Ctrl C does, and the shell behind it. */
    made.shut = async () => {
        shell.stdin.end();
        process.kill(-shell.pid, 'SIGINT');
        await until(() => made.ended, 'it ends', 30000).catch(end);
        process.off('exit', end);
    };
    return made;
}

const address = async (made) => {
    await until(() => /http:\S+#\w+/.test(made.said) || made.ended, 'the address is printed', HOUR);
    expect(!made.ended, `the command ended: ${made.said.slice(-2000)}`);
    return made.said.match(/http:\S+/)[0];
};

/** The own arm is on the page: its name, its joints, its links in the scene. */
async function isThere(page) {
    await until(() => page.$eval('.cell-name span', (e) => e.textContent.trim() === 'my_arm'), 'the page has its name');
    await until(async () => (await page.$$('.joint[data-joint]')).length === 2, 'its two joints');
    await until(() => page.$eval('.scene-root', (e) => e.poses().links.length === 3), 'its three links are drawn');
}

/** Real presses of a mouse on the page are counted, also those that do nothing. */
const countClicks = (page) => page.evaluateOnNewDocument(() => {
    window.clicks = 0;
    addEventListener('pointerdown', (event) => (window.clicks += event.isTrusted ? 1 : 0), true);
});

/** Presses what has this text as a mouse does, once, when it is there and no longer moves. */
const pressOn = (page) => async (selector, text) => {
    const find = (all, wanted) => {
        const found = all.find((e) => e.textContent.trim().startsWith(wanted) && e.checkVisibility());
        if (found === undefined) return null;
        const { x, y, width, height } = found.getBoundingClientRect();
        return { index: all.indexOf(found), place: [x, y, width, height].join() };
    };
    let before = null;
    const { index } = await until(async () => {
        const now = await page.$$eval(selector, find, text);
        const steady = now !== null && before !== null && now.place === before.place && now.index === before.index;
        before = now;
        return steady && now;
    }, `${text} is there`);
    await (await page.$$(selector))[index].click();
};

export default {
    'from a clean checkout the own URDF is on the page after three commands and no click': async () => {
        const readme = readFileSync(join(paths.root, 'README.md'), 'utf8');
        expect(readme.includes('`./run my_arm.urdf` puts an arm of your own on the page'), 'the README says how');
        const begin = Date.now();
        const shell = terminal();
        // sources that came without their history are copied
        shell.type(existsSync(join(paths.root, '.git')) ? `git clone -q '${paths.root}' sinew`
            : `mkdir sinew && tar -C '${paths.root}' --exclude=./build --exclude=node_modules -cf - . | tar -C sinew -xf -`);
        shell.type('cd sinew');
        shell.type('./run ../my_arm.urdf --port 0');
        const url = await address(shell);
        const page = await openPage('about:blank');
        await countClicks(page);
        await page.goto(url);
        await isThere(page);
        const clicks = await page.evaluate(() => window.clicks);
        expect(shell.commands === COMMANDS, `${shell.commands} commands`);
        expect(clicks === 0, `${clicks} clicks`);
        console.log(`clean checkout to the own URDF on the page: ${shell.commands} commands, ${clicks} clicks, `
            + `${((Date.now() - begin) / 1000).toFixed(0)} s`);
        await page.end();
        await shell.shut();
    },

    'beside the demonstration the own URDF is on the page after five clicks': async () => {
        const begin = Date.now();
        const cell = await startCell('demo'); // what `./run` starts
        const page = await openPage('about:blank');
        await countClicks(page);
        await page.goto(cell.url);
        await until(() => page.$eval('.cell-name span', (e) => e.textContent.trim() === 'demo'), 'the demonstration');
        await until(async () => (await page.$$('.joint[data-joint]')).length === 7, 'its joints');
        const press = pressOn(page);
        const entry = (text) => press('.menu [role^="menuitem"]', text);
        await press('.cell-name', '');
        await entry('Open\u2026');
        const [chooser] = await Promise.all([page.waitForFileChooser({ timeout: 180000 }), entry('From a file\u2026')]);
        await chooser.accept([join(work, 'my_arm.urdf')]);
        await press('.dialog.leave .btn', 'Open'); // the demonstration runs: it is asked about
        await isThere(page);
        const clicks = (await page.evaluate(() => window.clicks)) + 1; // the file in the dialog of the system
        expect(clicks === CLICKS, `${clicks} clicks`);
        console.log(`the own URDF by the page: ${clicks} clicks, ${((Date.now() - begin) / 1000).toFixed(0)} s with the start`);
        // Seen: a program could not be taught to an arm of one's own, since its cell had no sequence
        const hand = handOn(page, () => cell);
        await hand.go('teach');
        await click(page, '.teach-tabs [data-value="sequence"]');
        const moveHere = async () => {
            await page.$$eval('.card-sequence .btn', (all) => all.find((e) => e.textContent.trim() === 'Move here').click());
        };
        await hand.ready();
        await hand.once(moveHere, async () => (await ask(cell, 'ask', 'program', 'steps')) === '1', /"(text|word)":"insert\b/, 'a step');
        await until(() => page.$$eval('.seq-step .step-name', (all) => all.map((e) => e.textContent.trim()).join() === 'go to point_1'), 'it is in the list');
        // saved as a cell, and read again
        await hand.rest();
        await until(async () => {
            await page.$$eval('.dialog .dialog-head button', (all) => all.forEach((e) => e.click()));
            await page.keyboard.down('Control');
            await page.keyboard.press('s');
            await page.keyboard.up('Control');
            await answered(page);
            return page.$('.dialog input');
        }, 'it asks for a name');
        await page.keyboard.press('Enter');
        await until(() => page.evaluate(() => document.body.textContent.includes('Saved as ')), 'it is saved');
        const kept = join(cell.home, 'data/sinew/cells');
        const again = await startCell(join(kept, readdirSync(kept).find((name) => name.endsWith('.cell.xml'))));
        expect((await ask(again, 'ask', 'program', 'text 0')) === 'go to point_1', 'the step of the next run');
        await again.stop();
        await page.end();
        await cell.stop();
    },
};
