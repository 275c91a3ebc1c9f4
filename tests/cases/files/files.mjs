// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What clients do with files, cells and states. Called with the port, the token of the run, the part
// that is wanted and the root of the sources.

import { readFileSync } from 'node:fs';

import { Client, http, sleep } from '../server/client.mjs';
import { check, finish } from '../server/report.mjs';

const [port, token, part, root] = [Number(process.argv[2]), ...process.argv.slice(3)];

const client = new Client(port);
await client.open();
await client.hello(token);
await client.acquire();

/** Asks; a client that was short of processor has lost the lease, and asks for it again. */
async function ask(command, fields = {}) {
    const answer = await client.request(command, fields);
    if (answer.error?.rule !== 'lease' || 'lease' in fields) return answer;
    client.stopKeeping();
    await client.acquire();
    return client.request(command, fields);
}

const get = async (path) => (await ask('get', { path })).value;
const textOf = (answer) => JSON.stringify(answer.error ?? answer);

/** Does something that begins a run anew, and waits for the new one. */
async function anew(command, fields) {
    const seen = client.pushes.filter((p) => p.push === 'catalogue').length;
    const answer = await ask(command, fields);
    if (answer.ok) {
        await client.until(() => client.pushes.filter((p) => p.push === 'catalogue').length > seen);
        await until(async () => (await ask('get', { path: 'loop/ticks' })).ok);
    }
    return answer;
}

async function until(test, ms = 60000) {
    const end = Date.now() + ms;
    while (!(await test())) {
        if (Date.now() > end) return false;
        await sleep(30);
    }
    return true;
}

// for good: an arm that settles is at rest for moments
const resting = (ms) => {
    let since = Infinity;
    return until(async () => {
        const t = Number(await get('loop/t'));
        since = (await get('loop/at_rest')) === 'true' ? Math.min(since, t) : Infinity;
        return t - since > 0.3;
    }, ms);
};

/** Acknowledges and enables the arm, as a person would; an arm of a run with --idle waits for it. */
const enabled = () => until(async () => {
    const state = await get('arm/guard/state');
    if (state === 'disabled') await ask('enable', { arm: 'arm' });
    if (state === 'latched') await ask('acknowledge', { arm: 'arm' });
    return state === 'enabled';
});

/** Takes its power: brakes hold it, to the last bit. */
async function braked() {
    await resting();
    await ask('disable', { arm: 'arm' });
    await until(async () => !['enabled', 'stopping'].includes(await get('arm/guard/state')));
    await resting();
}

function hand(name, body, withToken = token) {
    return http(port, 'POST', `/file/${name}`, { body, headers: { Authorization: `Bearer ${withToken}` } });
}

// --- states -------------------------------------------------------------------------------------

/**
 * Are these joints those? An arm without mass is where it is told to be: to the last bit. One with mass
 * begins there too, and its brakes, which are stiff springs, then take up its weight.
 */
function isAt(now, then) {
    const [a, b] = [now, then].map((text) => text.split(' ').map(Number));
    if (part === 'exact') return a.every((x, i) => x === b[i]);
    return a.every((x, i) => Math.abs(x - b[i]) < 1e-9);
}

/** Ends the program of the demonstration and waits until the arm stands; anew when its lease was lost meanwhile. */
const quiet = () => until(async () => {
    await enabled();
    const stopped = await ask('message', { object: 'program', text: 'stop' });
    return stopped.ok && (await resting(10000)) && (await get('program/state')) !== 'running';
});

/** Moves the arm until its first joint is there; anew when the lease was lost meanwhile, which stops it. */
const led = (joints) => until(async () => {
    const isThere = async () => Math.abs(Number(await get('arm/sensed/q[0]')) - joints[0]) < 1e-3;
    await enabled();
    await ask('message', { object: 'motion', text: `move ${joints.join(' ')}` });
    return (await until(isThere, 10000)) && (await resting(10000)) && isThere();
});

async function states() {
    await quiet();
    const first = await ask('states', { act: 'list' });
    check('the cell has its own states', first.states?.join() === 'ready' && first.kept?.length === 0, first);

    // spec: actin-model:A1-VW-04
    await braked();
    const saved = await ask('states', { act: 'save', name: 'kept' });
    check('a state is saved', saved.ok && saved.name === 'kept', saved);
    const before = await get('arm/sensed/q');
    const block = await get('objects/pose');
    await led([0.2, -0.7, 0, -2.2, 0, 1.6, 0.9]);
    check('the arm is elsewhere', (await get('arm/sensed/q')) !== before);
    const loaded = await anew('states', { act: 'load', name: 'kept' });
    check('the state is loaded', loaded.ok, loaded);
    check('every joint is where it was', isAt(await get('arm/sensed/q'), before),
        `${await get('arm/sensed/q')} instead of ${before}`);
    check('and the block lies where it lay', (await get('objects/pose')) === block);
    const list = await ask('states', { act: 'list' });
    check('both lists have it', list.kept?.join() === 'kept' && list.states?.join() === 'ready', list);

    const refusals = [
        ['save', 'ready', /the cell itself has/],
        ['save', '../up', /cannot be the name of a file/],
        ['save', '', /cannot be the name of a file/],
        ['load', 'nothing', /no such state/],
        ['load', '../../etc/passwd', /no such state/],
        ['dance', 'kept', /cannot be done/],
    ];
    for (const [act, name, reason] of refusals) {
        const answer = await ask('states', { act, name });
        check(`${act} '${name}' is refused with its reason`, !answer.ok && reason.test(textOf(answer)), answer);
    }
    const noLease = await ask('states', { act: 'save', name: 'x', lease: { epoch: '', sequence: 0 } });
    check('without the lease nothing is saved', !noLease.ok, noLease);

    await grasped();
    await control();
}

/** What a hand holds is part of the state. */
async function grasped() {
    await anew('states', { act: 'load', name: 'ready' });
    const lying = await get('objects/pose');
    await enabled();
    check('a block is taken', await until(async () => (await get('gripper/holds')) === '0', 60000));
    check('and lifted', await until(async () => (await get('objects/pose')) !== lying, 60000));
    await ask('message', { object: 'program', text: 'pause' });
    await braked();
    const [pose, held] = [await get('objects/pose'), await get('gripper/holds')];
    check('while it is held the state is saved', held === '0' && (await ask('states', { act: 'save', name: 'held' })).ok, held);
    check('another state is loaded', await until(async () => (await anew('states', { act: 'load', name: 'ready' })).ok));
    check('another state lets it lie', isAt(await get('objects/pose'), lying), await get('objects/pose'));
    await anew('states', { act: 'load', name: 'held' });
    check('in that state it is held again', (await get('gripper/holds')) === held, await get('gripper/holds'));
    check('where it was', isAt(await get('objects/pose'), pose), await get('objects/pose'));
}

/** Play, pause and stop: a reset is the start, exactly; parameters and points stay. */
async function control() {
    // spec: actin-model:A1-VW-17
    await anew('states', { act: 'load', name: 'ready' });
    const start = await get('arm/sensed/q');
    check('the start is that of the file', isAt(start, '0 -0.785 0 -2.356 0 1.571 0.785'), start);
    await enabled();
    await quiet();
    const [path, value] = part === 'exact' ? ['estimate/cutoff', '77'] : ['law/kp[0]', '2345'];
    const set = await ask('set', { path, value });
    check('a parameter is changed', set.ok, set);
    await ask('message', { object: 'points', text: 'store taught' });
    const point = await ask('message', { object: 'points', text: 'count' });
    await ask('message', { object: 'program', text: 'run' });
    await until(async () => (await get('loop/at_rest')) === 'false');
    check('it cannot be reset while it moves', !(await ask('states', { act: 'reset' })).ok);
    await ask('message', { object: 'program', text: 'pause' });
    await braked();
    check('the arm has gone somewhere', (await get('arm/sensed/q')) !== start);
    const reset = await anew('states', { act: 'reset' });
    check('it is reset', reset.ok, reset);
    check('the joints are those of the start', isAt(await get('arm/sensed/q'), start), await get('arm/sensed/q'));
    check('a parameter that was changed stays', (await get(path)) === value, await get(path));
    await until(async () => (await ask('message', { object: 'points', text: 'count' })).ok);
    const points = await ask('message', { object: 'points', text: 'count' });
    check('and a point that was taught', points.answer === point.answer && Number(points.answer) === 14, points);
}

// --- no cell ------------------------------------------------------------------------------------

async function empty() {
    const catalogue = await ask('catalogue');
    check('no cell is loaded', catalogue.cell === '' && catalogue.arms.length === 0, catalogue.cell);
    check('and the page is told what there is', ['demo', 'wam', 'two-arms'].every((c) => catalogue.cells.includes(c)));
    for (const [command, act] of [['states', 'save'], ['open', 'save'], ['open', 'merge'], ['open', 'kinematic']]) {
        const answer = await ask(command, { act, name: 'x' });
        check(`${command} ${act} is refused`, !answer.ok && /no cell is loaded/.test(textOf(answer)), answer);
    }
}

// --- files --------------------------------------------------------------------------------------

// spec: actin-model:A1-VW-02
async function formats() {
    for (const name of ['a.cfg', 'a.dted', 'a.sdted', 'a.s3ds', 'a.sase', 'a.stec', 'a.wrl', 'a.osg', 'a.ive',
        'a.zip', 'a.flt', 'a.vec', 'A.FLT']) {
        const answer = await hand(name, 'something');
        check(`${name} has no converter`, answer.status === 400 &&
            /there is no converter for/.test(answer.body) && /\.urdf/.test(answer.body), String(answer.body));
    }
    for (const name of ['a.exe', 'a.txt', 'noextension', 'a.urdf.sh']) {
        const answer = await hand(name, 'something');
        check(`${name} is refused with what opens`, answer.status === 400 && /cells and robots: \.xml /.test(answer.body) &&
            /\.xacro/.test(answer.body), String(answer.body));
    }
    for (const name of ['..%2fup.urdf', '.hidden.urdf', 'a%00.urdf', 'a b.urdf']) {
        const answer = await hand(name, '<robot/>');
        check(`${name} is no name`, answer.status !== 204, `${answer.status}`);
    }
    const shipped = await hand('demo.cell.xml', '<cell/>');
    check('a shipped cell is not replaced', shipped.status === 400 && /comes with sinew/.test(shipped.body),
        String(shipped.body));
    check('nobody hands in without a token', (await hand('b.urdf', '<robot/>', 'x')).status === 401);
}

// spec: loffler:L-182 actin-model:A1-VW-02
async function robots() {
    const urdf = readFileSync(`${root}/models/ur5/ur5.urdf`, 'utf8');
    check('a URDF is taken', (await hand('foreign.urdf', urdf)).status === 204);
    const opened = await anew('open', { name: 'foreign.urdf' });
    check('and opened', opened.ok, opened);
    const catalogue = await ask('catalogue');
    check('as a cell of one arm', catalogue.arms.length === 1 && catalogue.arms[0].axes.length === 6 &&
        catalogue.arms[0].simulated, catalogue.arms);
    check('it is among the files', catalogue.cells.includes('foreign.urdf'));
    await led([0.3, -1, 1, 0, 0, 0]);
    check('it moves', Math.abs(Number(await get('arm/sensed/q[0]')) - 0.3) < 1e-3, await get('arm/sensed/q'));

    // one that calls itself twice, again and again: it is read elsewhere, and a stop is heard meanwhile
    const endless = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="m" params="n">' +
        '<xacro:if value="${n > 0}"><xacro:m n="${n - 1}"/><xacro:m n="${n - 1}"/></xacro:if></xacro:macro>' +
        '<xacro:m n="40"/></robot>';
    check('an endless xacro is taken', (await hand('endless.xacro', endless)).status === 204);
    const untimely = await ask('open', { name: 'endless.xacro' });
    check('it is refused with its bound', !untimely.ok && /too|bound|limit|deep|large|memory/.test(textOf(untimely)), textOf(untimely));
    const opening = ask('open', { name: 'endless.xacro' });
    check('a stop is answered while it is read', (await client.request('stop', {})).ok);
    check('and ends what was asked before it', !(await opening).ok, textOf(await opening));
    await until(async () => {
        if (await get('arm/guard/state') === 'enabled') return true;
        await ask('acknowledge', { arm: 'arm' });
        await ask('enable', { arm: 'arm' });
        return false;
    });
    const xacro = readFileSync(`${root}/tests/cases/model/samples/arm.urdf.xacro`, 'utf8');
    check('a xacro is taken', (await hand('arm.urdf.xacro', xacro)).status === 204);
    const second = await anew('open', { name: 'arm.urdf.xacro' });
    check('and opened', second.ok, second);

    // the file changes, the view changes
    const small = (size) => `<robot name="one"><link name="base"/><link name="tip"><visual><geometry>
        <box size="${size} 0.1 0.1"/></geometry></visual></link><joint name="j" type="revolute"><parent
        link="base"/><child link="tip"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
        </joint></robot>`;
    const widths = [];
    for (const size of [0.25, 0.75]) {
        check(`a box of ${size} m is taken`, (await hand('one.urdf', small(size))).status === 204);
        check('and opened', (await anew('open', { name: 'one.urdf' })).ok);
        const scene = await ask('scene');
        widths.push(scene.links.flatMap((l) => l.shapes).find((s) => s.kind === 'box')?.size[0]);
    }
    check('the view is that of the file', widths.join() === '0.25,0.75', widths);

    const mesh = small(1).replace('<box size="1 0.1 0.1"/>', '<mesh filename="not-there.stl"/>');
    check('a robot with a mesh that is not there', (await hand('lacks.urdf', mesh)).status === 204);
    const lacking = await anew('open', { name: 'lacks.urdf' });
    const shapes = lacking.ok ? (await ask('scene')).links.flatMap((l) => l.shapes) : [];
    check('opens, and shows what is missing', shapes.some((s) => s.kind === 'missing'), lacking);

    const stl = readFileSync(`${root}/tests/cases/mesh/samples/binary.stl`);
    check('a mesh is taken', (await hand('part.stl', stl)).status === 204);
    check('a robot that names it too', (await hand('has.urdf', mesh.replace('not-there', 'part'))).status === 204);
    await anew('open', { name: 'has.urdf' });
    const kinds = (await ask('scene')).links.flatMap((l) => l.shapes).map((s) => s.kind);
    check('and it is shown', kinds.includes('mesh') && !kinds.includes('missing'), kinds);
    const alone = await ask('open', { name: 'part.stl' });
    check('a mesh by itself is no robot', !alone.ok && /part of a robot/.test(textOf(alone)), alone);
    const still = await anew('open', { name: 'slide' });
    check('a cell that nothing moves is shown', still.ok && (await ask('catalogue')).arms.length === 0, still);
    await anew('open', { name: 'lacks.urdf' });
    await hand('bad.urdf', '<robot name="x"><link name="a"></robot>');
    const bad = await ask('open', { name: 'bad.urdf' });
    check('what is wrong with a file is told', !bad.ok && bad.error.text.length > 10, bad);
    check('and the cell that runs goes on', (await ask('catalogue')).cell === 'lacks');
    for (const name of ['/etc/passwd', '../demo', 'nothing-of-that-name', '']) {
        check(`'${name}' is not opened`, !(await ask('open', { name })).ok);
    }
}

// A cell that came by the network names only what is near by, or what came with sinew; the file that
// it names instead is there, and readable.
async function strangers() {
    const cell = readFileSync(`${root}/cells/wall.cell.xml`, 'utf8');
    const shipped = 'package://models/imi-2link/imi-2link.xml', place = `${root}/models/imi-2link/imi-2link.xml`;
    check('the cell names a shipped model', cell.includes(shipped));
    check('a cell is taken', (await hand('near.cell.xml', cell)).status === 204);
    check('and opened', (await anew('open', { name: 'near.cell.xml' })).ok);
    const running = (await ask('catalogue')).cell;
    for (const [how, name] of [['above it', `${'../'.repeat(12)}${place.slice(1)}`], ['by its whole path', place]]) {
        check(`a cell that names a file ${how} is taken`,
            (await hand('far.cell.xml', cell.replace(shipped, name))).status === 204);
        const far = await ask('open', { name: 'far.cell.xml' });
        check('and refused', !far.ok && /leaves the model's folder/.test(textOf(far)), textOf(far));
        check('the present cell goes on', (await ask('catalogue')).cell === running &&
            (await ask('get', { path: 'loop/ticks' })).ok);
    }
}

// spec: actin-model:A1-VW-05
async function saving() {
    await anew('open', { name: 'foreign.urdf' });
    const nameless = await ask('open', { act: 'save' });
    check('a robot needs a name for its cell', !nameless.ok && nameless.error.rule === 'save-name', nameless);
    const offered = await ask('states', { act: 'list' });
    check('one is suggested', offered.file === '' && offered.suggested === 'foreign', offered);
    const first = await ask('open', { act: 'save', name: offered.suggested });
    check('a foreign robot is saved as a cell of its name', first.ok && first.name === 'foreign', first);
    await anew('open', { name: 'demo' });
    await quiet();
    await ask('set', { path: 'law/kp[0]', value: '1234.5' });
    await ask('message', { object: 'points', text: 'store taught' });
    check('a shipped cell is never written', !(await ask('open', { act: 'save' })).ok);
    const free = await ask('states', { act: 'list' });
    check('what was taught is not saved', free.unsaved === true && free.suggested === 'demo-2', free);
    const saved = await ask('open', { act: 'save', name: free.suggested });
    check('a shipped cell is saved under a new name', saved.ok && saved.name === 'demo-2', saved);
    const after = await ask('states', { act: 'list' });
    check('then it is saved', after.unsaved === false && after.file.endsWith('/demo-2.cell.xml'), after);
    check('and can be opened at once', (await ask('states', { act: 'list' })).cells.includes('demo-2'));
    const again = await ask('open', { act: 'save' });
    check('and there again', again.ok && again.name === 'demo-2', again);
    for (const [name, reason] of [['demo', /a cell of that name/], ['foreign', /a cell of that name/], ['../x', /cannot be the name of a file/]]) {
        const answer = await ask('open', { act: 'save', name });
        check(`nothing is saved as ${name}`, !answer.ok && reason.test(textOf(answer)), answer);
    }
    const opened = await anew('open', { name: 'demo-2' });
    check('what was saved opens', opened.ok, opened);
    await quiet();
    check('with the parameter that was changed', (await get('law/kp[0]')) === '1234.5', await get('law/kp[0]'));
    const count = await ask('message', { object: 'points', text: 'count' });
    const taught = await ask('message', { object: 'points', text: 'point 13' });
    check('and the point that was taught', count.answer === '14' && taught.answer.startsWith('taught '), taught);
    const mine = await ask('open', { act: 'save' });
    check('it is saved where it came from', mine.ok && mine.name === 'demo-2', mine);
    const kinematic = await anew('open', { act: 'kinematic' });
    check('the same cell runs without mass', kinematic.ok, kinematic);
    const parts = (await ask('catalogue')).components.map((c) => c.name);
    check('its laws are gone', !parts.includes('law') && parts.includes('program'), parts);
    await quiet();
    const whole = await ask('open', { act: 'save', name: 'whole' });
    check('it is saved with them', whole.ok, whole);
    const dynamic = await anew('open', { act: 'dynamic' });
    check('it gets its mass again', dynamic.ok, dynamic);
    check('and they come back', (await ask('catalogue')).components.some((c) => c.name === 'law'));
}

/** A cell of the user: it is saved into its own file. */
async function own() {
    await quiet();
    const before = await ask('states', { act: 'list' });
    check('nothing is unsaved at first', before.unsaved === false && before.file.endsWith('/own.cell.xml'), before);
    await ask('message', { object: 'points', text: 'store taught' });
    check('a point is not saved at once', await until(async () => (await ask('states', { act: 'list' })).unsaved));
    const anewState = await anew('states', { act: 'reset' });
    check('nor by beginning anew', anewState.ok && (await ask('states', { act: 'list' })).unsaved, anewState);
    await quiet();
    const saved = await ask('open', { act: 'save' });
    check('it is saved where it came from', saved.ok && saved.name === 'own', saved);
    check('and is saved then', !(await ask('states', { act: 'list' })).unsaved);
}

// --- merging ------------------------------------------------------------------------------------

/** Stops what moves the arms by itself, so that the cell stands still. A run without --idle gives
 * power once: a stop before that would not last. */
async function halted(idle) {
    const powered = async () => (await ask('status')).arms.every((arm) => arm.state !== 'disabled');
    if (!idle) await until(powered);
    await ask('stop');
    await resting();
}

// spec: actin-model:A1-VW-03
async function merge() {
    const count = async () => (await ask('scene')).members.length;
    await halted();
    const own = await count();
    const merged = await anew('open', { act: 'merge', name: 'two-arms' });
    check('two cells are merged', merged.ok && merged.name === 'puma560-two-arms', merged);
    check('no name is changed where none is taken', merged.renamed === 0 || merged.members === own + 2, merged);
    check('m and n members are m + n', merged.members === own + 2 && (await count()) === own + 2, merged);
    const catalogue = await ask('catalogue');
    check('all arms are driven', catalogue.arms.length === 3 && catalogue.cell === merged.name, catalogue.arms);
    await halted();
    const again = await ask('open', { act: 'save', name: 'again' });
    check('the merged cell is saved once more', again.ok, again);

    const more = await anew('open', { act: 'merge', name: 'puma560-pick' });
    check('a third cell comes in', more.ok, more);
    const members = (await ask('scene')).members.map((m) => m.name);
    check('names that were taken got a number, and that is told', more.renamed > 0 && members.includes('arm_2') &&
        members.length === more.members, members);
    const parts = (await ask('catalogue')).components;
    check('its components came along', parts.some((c) => c.type === 'sequence' && c.arm === 'arm_2'), parts);
    await halted();
    for (const name of ['../up', 'nothing', 'a.flt']) {
        check(`'${name}' is not merged`, !(await ask('open', { act: 'merge', name })).ok);
    }
}

/** A cell merged with itself: all that the second names inside itself is its own. */
async function refs() {
    await halted(true);
    const merged = await anew('open', { act: 'merge', name: 'linked' });
    check('a cell is merged with itself', merged.ok, merged);
    const parts = (await ask('catalogue')).components;
    const names = parts.map((c) => c.name);
    check('each component is there twice', names.includes('program_2') && names.includes('other_2') && names.includes('modes_2'), names);
    const text = readFileSync(process.argv[6], 'utf8');
    const of = (name) => {
        const from = text.search(new RegExp(`component [^>]*name="${name}"`));
        return from < 0 ? '' : text.slice(from, text.indexOf(':component>', from) < 0 ? text.indexOf('</component>', from) : text.indexOf(':component>', from));
    };
    const [first, second] = [of('program'), of('program_2')];
    check('the first calls and attaches what it did', /sequence="other"/.test(first) && /object="red"/.test(first), first);
    check('the second calls and attaches its own', /sequence="other_2"/.test(second) && /object="red_2"/.test(second), second);
    const modes = of('modes_2');
    check('states run its own components', /components="program_2 other_2"/.test(modes) && /signal="arm_2\/sensed\/q\[0\]"/.test(modes), modes);
    const plots = (await ask('catalogue')).plots.map((p) => `${p.title}: ${p.traces.map((t) => `${t.signal} ${t.side}`).join()}`);
    check('plots of both are there, each of its own arm', plots.join('; ') === 'Both: arm/sensed/q[0] left,program/step right; '
        + 'Both: arm_2/sensed/q[0] left,program_2/step right', plots);
    check('and what is recorded', /signals="arm_2\/target\/q program_2\/\*"/.test(text), text.slice(text.indexOf('record')).slice(0, 400));
}

/** What is there once from either cell. */
const TOOLS = [{ task: 'task', arm: 'arm', paths: 'paths' }, { task: 'task_2', arm: 'arm_2', paths: 'paths_2' }];
const ANSWER = [0.12, -0.7, 0.1, -2.2, 0.05, 1.6, 0.7];

/** How far a tool is from a goal x y z qx qy qz qw, in m and in rad. */
function distance(pose, goal) {
    const place = Math.hypot(...[0, 1, 2].map((i) => pose[i] - goal[i]));
    // |q1 - q2| is half of a small angle; q and -q turn alike
    const turns = [1, -1].map((sign) => Math.hypot(...[3, 4, 5, 6].map((i) => pose[i] - sign * goal[i])));
    return Math.max(place, 2 * Math.min(...turns));
}

const numbers = async (path) => (await get(path)).split(' ').map(Number);

/** The tool of a task goes to a pose near the one that it has; how near it came. */
async function reached(task, shift) {
    const goal = await numbers(`${task}/actual`);
    shift.forEach((way, i) => { goal[i] += way; });
    const text = `drag ${goal.join(' ')}`;
    let error = Infinity;
    await until(async () => {
        await ask('message', { object: task, text });
        error = distance(await numbers(`${task}/actual`), goal);
        return error <= 1e-5;
    }, 180000);
    await ask('message', { object: task, text: 'halt' });
    await resting();
    return error;
}

/**
 * A cell with a task merged with itself: end effectors, control laws, paths and what is recorded work for both.
 * Maps of excluded pairs: tests/unit/collision/test_join.c.
 * spec: actin-model:A1-VW-03b
 */
async function tasks() {
    await halted();
    const merged = await anew('open', { act: 'merge', name: process.argv[6] });
    check('a cell with a task is merged with itself', merged.ok, merged);
    const powered = await until(async () => {
        for (const { arm } of TOOLS) {
            const state = await get(`${arm}/guard/state`);
            if (state === 'disabled') await ask('enable', { arm });
            if (state !== 'enabled' && state !== 'disabled') await ask('acknowledge', { arm });
        }
        return (await get('arm/guard/state')) === 'enabled' && (await get('arm_2/guard/state')) === 'enabled';
    });
    check('both arms are enabled', powered);
    const started = await ask('record', { act: 'start', name: `${process.argv[6]}-both` });
    check('both are recorded', started.ok, started);
    for (const [i, { task, arm, paths }] of TOOLS.entries()) {
        const error = await reached(task, i === 0 ? [0.03, -0.02, 0.02] : [-0.02, 0.03, -0.01]);
        check(`the end effector of ${task} converges`, error <= 1e-5, error);
        const put = await ask('message', { object: paths, text: `put way joints 0 ${ANSWER.join(' ')} | 500000000 ${ANSWER.map((q) => q + 0.05).join(' ')}` });
        check(`${paths} keeps a path`, put.ok, put);
        const other = TOOLS[1 - i].paths;
        const listed = await ask('message', { object: other, text: 'list' });
        check(`and ${other} has only its own`, listed.ok && textOf(listed).includes('way') === (i === 1), listed);
        const still = await get(`${TOOLS[1 - i].arm}/target/q`);
        // a drag ends a moment after its last command
        let played = {};
        const plays = await until(async () => (played = await ask('message', { object: paths, text: 'play way' })).ok, 180000);
        check(`${paths} plays it`, plays, played);
        const last = ANSWER.map((q) => q + 0.05);
        const there = await until(async () => (await numbers(`${arm}/sensed/q`)).every((q, k) => Math.abs(q - last[k]) < 1e-5), 180000);
        check(`${arm} ends where the path of ${paths} ends`, there, await get(`${arm}/sensed/q`));
        check('and the other arm stays', (await get(`${TOOLS[1 - i].arm}/target/q`)) === still);
    }
    const ended = await ask('record', { act: 'stop' });
    check('the recording ends', ended.ok, ended);
}

const parts = { tasks: [tasks], refs: [refs], states: [states], exact: [states], empty: [empty], files: [formats, robots, strangers, saving], own: [own], merge: [merge] };
for (const step of parts[part]) await step();
client.stopKeeping();
await client.close();
finish();
