// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOff } from '../src/core/grip';
import { sceneTable } from '../src/core/scene_table';
import { CellStation } from '../src/core/station';
import { Refusal, type Contact, type Pose, type Why } from '../src/core/types';
import { FakeClock, FakeWire, settle, type Sent } from './fakes';
import { makeFrame } from './make_frame';

type Answers = Record<string, (sent: Sent, wire: FakeWire) => Record<string, unknown> | null>;

const usual: Answers = {
    hello: () => ({
        ok: true,
        version: '0.1.0',
        cell: 'demo',
        session: 3,
        role: 'operator',
        name: 'ann',
        epoch: 'e1',
        clock: 'real',
        plant: 'simulation',
        challenge: 'c0',
    }),
    catalogue: () => ({
        ok: true,
        cell: 'demo',
        arms: [],
        signals: [],
        cells: [],
        states: [],
        plots: [],
        components: [
            {
                name: 'hand',
                type: 'task',
                stage: 'task',
                arm: 'arm',
                commands: [
                    { word: 'jog', kind: 'stream', arguments: '', help: '', role: '', fields: [], answer: [] },
                    { word: 'halt', kind: 'end', arguments: '', help: '', role: '', fields: [], answer: [] },
                ],
                signals: '',
                state: '',
            },
        ],
    }),
    scene: () => ({ ok: true, bodies: [], members: [] }),
    events: () => ({
        ok: true,
        events: [{ t: 1, sequence: 4, object: 'arm', why: { code: 'x', text: 'x' } }],
    }),
    lease: (sent) => ({ ok: true, lease: sent['act'] === 'return' ? null : { epoch: 'e1', sequence: 12 } }),
};

/** A station on a server that answers as told, with the sockets it opened. */
function begin(answers: Answers = {}): { station: CellStation; clock: FakeClock; wires: FakeWire[] } {
    const clock = new FakeClock();
    const wires: FakeWire[] = [];
    let challenge = 0;
    const all: Answers = { ...usual, keep: () => ({ ok: true, challenge: `k${++challenge}` }), ...answers };
    const station = new CellStation({
        clock,
        token: 'secret',
        version: '0.1.0',
        name: 'page',
        open: () => {
            const wire = new FakeWire((sent, on) => (all[sent.command] ?? (() => ({ ok: true })))(sent, on));
            wires.push(wire);
            return wire;
        },
    });
    return { station, clock, wires };
}

async function live(answers: Answers = {}): Promise<ReturnType<typeof begin>> {
    const made = begin(answers);
    made.wires[0].accept();
    await settle();
    made.wires[0].frame(makeFrame({}));
    return made;
}

/** State frames at 50 Hz while time passes. */
async function run(clock: FakeClock, wire: FakeWire, milliseconds: number): Promise<void> {
    for (let t = 0; t < milliseconds; t += 20) {
        wire.frame(makeFrame({}));
        await clock.pass(20);
    }
}

test('the page greets with its token and then knows the cell', async () => {
    const { station, wires } = await live();
    const hello = wires[0].sent[0];
    assert.deepEqual([hello.command, hello['token'], hello['version']], ['hello', 'secret', '0.1.0']);
    assert.equal(station.catalogue?.cell, 'demo');
    assert.equal(station.contact, 'live');
    assert.equal(station.find('task', 'arm')?.name, 'hand');
    assert.equal(station.find('task', 'other'), null);
    assert.equal(station.events[0].sequence, 4);
});

test('a state is old after 300 ms and lost after one second, and live with the next frame', async () => {
    const { station, clock, wires } = await live();
    const seen: Contact[] = [];
    station.on('contact', (contact) => seen.push(contact));
    await clock.pass(250);
    assert.equal(station.contact, 'live');
    await clock.pass(150);
    assert.equal(station.contact, 'old');
    await clock.pass(700);
    assert.equal(station.contact, 'lost');
    wires[0].frame(makeFrame({}));
    assert.equal(station.contact, 'live');
    assert.deepEqual(seen, ['old', 'lost', 'live']);
});

test('a page that was busy itself keeps its connection, one that hears nothing opens another', async () => {
    const { station, clock, wires } = await live();
    for (let busy = 0; busy < 20; busy++) {
        clock.skip(8000);
        await clock.pass(1); // a look may come before the frames that wait in the browser
        wires[0].frame(makeFrame({}));
        assert.equal(station.contact, 'live');
    }
    assert.equal(wires.length, 1);
    await clock.pass(7000);
    assert.equal(station.contact, 'lost');
    assert.equal(wires[0].closed, true);
});

test('a lost socket is opened again each second until it stands', async () => {
    const { station, clock, wires } = await live();
    wires[0].drop();
    assert.equal(station.contact, 'old');
    await clock.pass(1050);
    assert.equal(wires.length, 2);
    wires[1].drop();
    await clock.pass(1050);
    assert.equal(wires.length, 3);
    wires[2].accept();
    await settle();
    wires[2].frame(makeFrame({}));
    assert.equal(station.contact, 'live');
    assert.equal(wires[2].commands('hello').length, 1);
});

test('a run that says its end has ended, one that does not has broken off, and tries change neither', async () => {
    for (const [code, ending] of [
        [1001, 'ended'],
        [1006, 'broken'],
    ] as const) {
        const { station, clock, wires } = await live();
        assert.equal(station.ending, 'none');
        wires[0].drop(code);
        await clock.pass(1050);
        wires[1].drop();
        await clock.pass(1050);
        assert.equal(station.ending, ending);
        wires[2].accept();
        await settle();
        assert.equal(station.ending, 'none');
    }
});

test('another version of the cell ends all tries and asks for a reload', async () => {
    const { station, clock, wires } = begin({ hello: () => ({ ok: true, version: '9.9.9', epoch: 'e' }) });
    let why: Why | null = null;
    station.on('contact', (_, reason) => (why = reason));
    wires[0].accept();
    await clock.pass(5000);
    assert.equal(station.contact, 'refused');
    assert.match(why!.fix!, /[Rr]eload/);
    assert.equal(wires.length, 1);
});

// Seen: the page forgot its oldest events whatever they were, and late cycles come by the thousand.
test('an error is never pushed out by warnings', async () => {
    const { station, wires } = await live();
    const say = (sequence: number, severity: string): void =>
        wires[0].say({ push: 'event', t: sequence, sequence, object: 'loop', why: { code: -1, text: 'x', severity } });
    say(10, 'error');
    for (let i = 11; i < 6011; i++) say(i, 'warning');
    assert.ok(station.events.length <= 5000);
    assert.ok(station.events.some((e) => e.sequence === 10), 'the stop is there');
    assert.equal(station.events.at(-1)?.sequence, 6010);
    const numbers = station.events.map((e) => e.sequence);
    assert.ok(numbers.every((n, i) => i === 0 || n > numbers[i - 1]), 'in their order');
    // errors alone do not fill the memory either
    for (let i = 6011; i < 18011; i++) say(i, 'error');
    assert.ok(station.events.length <= 5000);
    assert.equal(station.events.at(-1)?.sequence, 18010);
});

test('all events that a cell keeps are asked for', async () => {
    const { wires } = await live();
    assert.equal(wires[0].commands('events')[0]['most'], 320);
});

test('reasons have the name of their status as code, in answers, events and states', async () => {
    const error = { code: -20, name: 'SNW_ERR_PERMISSION', severity: 'error', text: 'not permitted' };
    const { station, wires } = await live({ enable: () => ({ ok: false, error }) });
    await assert.rejects(
        station.request('enable'),
        (e) => e instanceof Refusal && e.why.code === 'SNW_ERR_PERMISSION' && e.why.text === 'not permitted',
    );
    wires[0].say({ push: 'event', t: 1, sequence: 9, object: 'loop', why: error });
    assert.equal(station.events.at(-1)?.why.code, 'SNW_ERR_PERMISSION');
    const lease = { owner: '', yours: false, free: true };
    wires[0].say({
        push: 'status',
        arms: [
            { name: 'arm', cause: error },
            { name: 'b', cause: null },
        ],
        lease,
    });
    const causes = station.status?.arms.map((arm) => arm.cause?.code);
    assert.deepEqual(causes, ['SNW_ERR_PERMISSION', undefined]);
});

test('a wrong token ends all tries, a full server does not', async () => {
    for (const [name, tries] of [
        ['SNW_ERR_PERMISSION', 1],
        ['SNW_ERR_FULL', 4],
    ] as const) {
        const error = { code: -1, name, text: name };
        const { station, clock, wires } = begin({
            hello: (_, wire) => {
                queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => wire.drop())));
                return { ok: false, error };
            },
        });
        for (let k = 0; k < 4; k++) {
            wires.at(-1)!.accept();
            await clock.pass(1050);
        }
        assert.equal(wires.length >= 4, tries === 4, name);
        assert.equal(station.contact === 'refused', tries === 1, name);
    }
});

test('a refusal comes as its reason', async () => {
    const error = { code: 'no_lease', text: 'panel-2 holds the arm.', fix: 'Ask or take.' };
    const { station } = await live({ enable: () => ({ ok: false, error }) });
    await assert.rejects(
        station.request('enable'),
        (e) => e instanceof Refusal && e.why.fix === 'Ask or take.',
    );
});

test('motion goes with the lease, reading and stopping without', async () => {
    const { station, wires } = await live();
    await station.tell('hand', 'halt');
    assert.equal('lease' in wires[0].commands('message')[0], false);
    await station.lease('acquire');
    assert.equal(station.holds, true);
    await station.tell('hand', 'halt');
    assert.deepEqual(wires[0].commands('message')[1]['lease'], { epoch: 'e1', sequence: 12 });
    await station.request('disable');
    assert.equal('lease' in wires[0].commands('disable')[0], false);
});

test('the sign of life is 10 a second with the newest challenge, 20 while something is held', async () => {
    const { station, clock, wires } = await live();
    await run(clock, wires[0], 1000);
    assert.equal(wires[0].commands('keep').length, 0);
    await station.lease('acquire');
    await run(clock, wires[0], 2000);
    const calm = wires[0].commands('keep');
    assert.ok(calm.length >= 19 && calm.length <= 21, `${calm.length}`);
    assert.deepEqual(
        calm.slice(0, 3).map((k) => k['challenge']),
        ['c0', 'k1', 'k2'],
    );
    const hold = station.hold('hand', () => 'turn 0.1');
    await run(clock, wires[0], 2000);
    hold.release();
    const held = wires[0].commands('keep').length - calm.length;
    assert.ok(held >= 38 && held <= 42, `${held}`);
});

test('signs of life keep their pace on a slow way, with the challenge that is known', async () => {
    const late: (() => void)[] = [];
    const { station, clock, wires } = await live({
        keep: (sent, wire) => {
            late.push(() => wire.say({ id: sent.id, ok: true, challenge: 'n' }));
            return null;
        },
    });
    await station.lease('acquire');
    await run(clock, wires[0], 1000);
    const asked = wires[0].commands('keep');
    assert.ok(asked.length >= 9 && asked.every((keep) => keep['challenge'] === 'c0'), `${asked.length}`);
    await run(clock, wires[0], 5000);
    assert.equal(wires[0].commands('keep').length, 20, 'but not without end');
    late.forEach((answer) => answer());
    await run(clock, wires[0], 200);
    assert.equal(wires[0].commands('keep').at(-1)!['challenge'], 'n');
});

test('what is held is said 20 times a second, newest words, and its end at once', async () => {
    const { station, clock, wires } = await live();
    await station.lease('acquire');
    let count = 0;
    const hold = station.hold('hand', () => `turn ${++count}`);
    await run(clock, wires[0], 1000);
    const texts = wires[0].commands('message').map((m) => m['text']);
    assert.ok(texts.length >= 20 && texts.length <= 21, `${texts.length}`);
    assert.equal(texts[texts.length - 1], `turn ${count}`);
    hold.release();
    assert.equal(wires[0].commands('message').at(-1)!['text'], 'halt');
    const then = wires[0].commands('message').length;
    await run(clock, wires[0], 1000);
    assert.equal(wires[0].commands('message').length, then);
    assert.equal(await hold.ended, null);
});

test('a refused message ends the hold with the reason', async () => {
    const error = { code: 'limit', text: 'joint4 is at its end.' };
    const { station, clock, wires } = await live({
        message: (sent) => (sent['text'] === 'halt' ? { ok: true } : { ok: false, error }),
    });
    await station.lease('acquire');
    const hold = station.hold('hand', () => 'turn 1');
    await run(clock, wires[0], 100);
    assert.equal((await hold.ended)?.text, 'joint4 is at its end.');
});

test('answers that do not come let only a few messages out', async () => {
    const { station, clock, wires } = await live({ message: () => null });
    await station.lease('acquire');
    station.hold('hand', () => 'turn 1');
    await run(clock, wires[0], 1000);
    assert.equal(wires[0].commands('message').length, 4);
});

test('a lease that is taken ends what is held', async () => {
    const { station, clock, wires } = await live();
    await station.lease('acquire');
    const hold = station.hold('hand', () => 'turn 1');
    wires[0].say({
        push: 'status',
        arms: [],
        components: [],
        lease: { owner: 'bob', yours: false, free: false },
    });
    assert.equal((await hold.ended)?.code, 'no_lease');
    assert.equal(station.holds, false);
    const kept = wires[0].commands('keep').length;
    await run(clock, wires[0], 500);
    assert.equal(wires[0].commands('keep').length, kept);
});

test('silence ends what is held, and a lost lease is asked for again, never assumed', async () => {
    const { station, clock, wires } = await live();
    await station.lease('acquire');
    const hold = station.hold('hand', () => 'turn 1');
    wires[0].drop();
    assert.equal(station.holds, false);
    assert.equal((await hold.ended)?.code, 'no_lease');
    await clock.pass(1050);
    wires[1].accept();
    await settle();
    assert.deepEqual(
        wires[1].commands('lease').map((l) => l['act']),
        ['acquire'],
    );
    assert.equal(station.holds, true);
});

test('a lease that was given back or refused is not asked for again', async () => {
    let refuse = false;
    const error = { code: 'lease', text: 'bob holds the arm.' };
    const { station, clock, wires } = await live({
        lease: () => (refuse ? { ok: false, error } : { ok: true, lease: { epoch: 'e1', sequence: 1 } }),
    });
    await station.lease('acquire');
    refuse = true;
    for (let k = 0; k < 2; k++) {
        wires[k].drop();
        await clock.pass(1050);
        wires[k + 1].accept();
        await settle();
        assert.equal(station.holds, false);
    }
    assert.deepEqual([wires[1].commands('lease').length, wires[2].commands('lease').length], [1, 0]);
});

test('watched signals are counted, asked for together, and an unknown one harms no other', async () => {
    const error = { code: 'path', subject: 'no/such', text: 'There is no signal no/such.' };
    const { station, clock, wires } = await live({
        subscribe: (sent) =>
            (sent['signals'] as string[]).includes('no/such') ? { ok: false, error } : { ok: true },
    });
    const first = station.watch(['a', 'b']);
    const second = station.watch(['b', 'no/such', 'c']);
    await clock.pass(200);
    const asked = wires[0].commands('subscribe').map((s) => s['signals']);
    assert.deepEqual(asked, [
        ['a', 'b', 'no/such', 'c'],
        ['a', 'b', 'c'],
    ]);
    wires[0].frame(makeFrame({ signals: 3, rows: [[0, 1, 2, 3]] }));
    assert.deepEqual([station.value('a'), station.value('c')], [1, 3]);
    assert.ok(Number.isNaN(station.value('no/such')));
    first();
    first();
    await clock.pass(200);
    assert.deepEqual(station.rows.paths, ['b', 'c']);
    second();
    await clock.pass(200);
    assert.deepEqual(station.rows.paths, []);
});

test('a grip is lost more than 24 px off its button', () => {
    const rect = { left: 100, right: 130, top: 50, bottom: 80 };
    for (const [x, y, off] of [
        [115, 65, false],
        [76, 65, false],
        [75.9, 65, true],
        [154.1, 65, true],
        [115, 26, false],
        [115, 25.9, true],
        [115, 104.1, true],
    ] as const) {
        assert.equal(isOff(x, y, rect), off, `${x} ${y}`);
    }
});

test('what members of a mechanism have in common comes once and stands in the table for each', () => {
    const at = (x: number): Pose => [x, 0, 0, 0, 0, 0, 1];
    const link = (name: string, parent: number) => ({ name, parent, shapes: [], mass: 1, ellipsoid: null });
    const leg = {
        links: [link('hip', -1), link('knee', 0)],
        frames: [{ name: 'foot', role: 'frame', link: 1, pose: at(2) }],
    };
    const table = { links: [link('top', -1)], frames: [] };
    const member = (name: string, first: number, count: number, body: number) => {
        return { name, class: '', first, count, fixed: true, body };
    };
    const scene = sceneTable({
        bodies: [leg, table],
        members: [
            { ...member('left', 0, 2, 0), axes: [-1, 0] },
            member('table', 2, 1, 1),
            member('right', 3, 2, 0),
        ],
    });
    const told = scene.links.map((l) => `${l.member} ${l.name} ${l.parent} ${l.axis}`);
    assert.deepEqual(told, [
        'left hip -1 -1',
        'left knee 0 0',
        'table top -1 -1',
        'right hip -1 -1',
        'right knee 3 -1',
    ]);
    assert.deepEqual(scene.frames.map((f) => f.link), [1, 4]);
    // one copy of what they have in common
    assert.equal(scene.links[1].shapes, scene.links[4].shapes);
});
