// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// End effectors, joint goals, poses as people write them, and the drag of the elbow: what needs no page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectorText, parseEffector, placeOfName } from '../src/core/effectors';
import type { Axis, Catalogue, Pose, SceneDescription, Station } from '../src/core/types';
import { partOfJog, reachText, refusalOf } from '../src/panels/operate/joint_goal';
import { numbersOf, poseOfNumbers, seen } from '../src/panels/operate/poses';
import { Dragging, type DragNews } from '../src/scene/dragging';
import { angleBetween, compose, distance } from '../src/ui/frames';
import { seeded } from './random';

const axis: Axis = {
    name: 'j1',
    link: 1,
    kind: 'revolute',
    lower: -1,
    upper: 2,
    velocity: 2,
    acceleration: 10,
    effort: null,
    unit: 'rad',
};

test('an end effector is read as it is told and told as it is read', () => {
    const text = 'nib j6_link point soft 0.1 -0.25 3e-17 0 0 0.6 0.8';
    const read = parseEffector(`${text} None`);
    assert.ok(read !== null);
    assert.deepEqual(read.offset, [0.1, -0.25, 3e-17, 0, 0, 0.6, 0.8]);
    assert.equal(effectorText(read), text);
    assert.ok(read.relative === 'None' && read.soft && read.kind === 'point' && read.link === 'j6_link');
    const wrongs = ['', 'a b point', 'a b point hard 0 0 0 0 0 0', 'a b point hard 0 0 0 0 0 x 1 None'];
    for (const wrong of wrongs) {
        assert.equal(parseEffector(wrong), null);
    }
});

test('of two arms of one kind a name means the link of its own arm', () => {
    const link = (name: string, member: string): SceneDescription['links'][number] => ({
        name,
        member,
        parent: -1,
        axis: -1,
        shapes: [],
        mass: 0,
        ellipsoid: null,
    });
    const scene: SceneDescription = {
        links: [link('base', 'a'), link('tip', 'a'), link('base', 'b'), link('tip', 'b')],
        frames: [{ name: 'tool', link: 3, pose: [0, 0, 1, 0, 0, 0, 1] }],
        members: [
            { name: 'a', class: 'x', first: 0, count: 2, fixed: true },
            { name: 'b', class: 'x', first: 2, count: 2, fixed: true },
        ],
    };
    assert.equal(placeOfName(scene, 1, 'tip')?.link, 3);
    assert.equal(placeOfName(scene, 0, 'tip')?.link, 1);
    assert.equal(placeOfName(scene, 1, 'tool')?.pose[2], 1);
    assert.equal(placeOfName(scene, 0, 'tool'), null);
});

function poseBy(next: () => number): Pose {
    return poseOfNumbers(Array.from({ length: 6 }, (_, i) => (i < 3 ? 2000 : 170) * (next() - 0.5)));
}

// the consistency that actin-model:A1-VW-31 asks of another frame; 44_joints has the table itself
test('a pose is the same pose in any frame, to 1e-12', () => {
    const next = seeded(31);
    for (let k = 0; k < 2000; k++) {
        const pose = poseBy(next);
        const [a, b] = [poseBy(next), poseBy(next)];
        // from the world into a, from a into b, and back into the world
        const there = seen(compose(seen(a, b), [0, 0, 0, 0, 0, 0, 1]), seen(a, pose));
        const back = compose(b, there);
        assert.ok(distance(back, pose) < 1e-12, `${distance(back, pose)}`);
        const same = [3, 4, 5, 6].every(
            (i) => Math.abs(Math.abs(back[i]) - Math.abs(pose[i])) < 1e-12,
        );
        assert.ok(same);
        // and through the numbers that people read
        const written = poseOfNumbers(numbersOf(pose));
        assert.ok(distance(written, pose) < 1e-12);
        assert.ok(angleBetween(written, pose) < 1e-7);
    }
});

test('a position beyond a limit is refused with the range, any other is not', () => {
    assert.equal(refusalOf(axis, 1.99), null);
    assert.equal(refusalOf(axis, -1), null);
    assert.match(refusalOf(axis, 2.01)?.text ?? '', /above its upper limit/);
    assert.match(refusalOf(axis, -1.01)?.fix ?? '', /from \u221257.296 \u00b0 to 114.59 \u00b0/);
    assert.match(refusalOf(axis, Number.NaN)?.text ?? '', /not a number/);
    assert.equal(refusalOf({ ...axis, lower: null, upper: null }, 99), null);
});

test('one joint is sent somewhere and the others stay where they are meant to be', () => {
    assert.equal(reachText([0.1, 0.2, 0.3], 1, -0.5, 0.25), 'reach 0.2500 0.1 -0.5 0.3');
    assert.equal(partOfJog(axis, 0.25), 0.5);
    assert.equal(partOfJog(axis, 9), 1);
    assert.ok(partOfJog({ ...axis, velocity: null }, 0.2) > 0);
});

/** A station with one arm of seven axes, whose tool is where `tool` says. */
function fakeStation(links: Float32Array): { station: Station; ended: () => boolean } {
    const axes = Array.from({ length: 7 }, (_, i) => ({ ...axis, name: `j${i}`, link: i }));
    const arm = { name: 'arm', member: 0, tool: '', axes, simulated: true };
    const scene = {
        links: axes.map((a) => ({ name: `l${a.link}`, member: 'arm' })),
        frames: [],
        members: [{ name: 'arm', class: '', first: 0, count: 7, fixed: true }],
    };
    let over = false;
    const station = {
        contact: 'live',
        holds: true,
        catalogue: { arms: [arm] } as unknown as Catalogue,
        scene,
        frame: { links, commanded: links, arms: [{ state: 1 }] },
        on: () => () => undefined,
        find: () => ({ name: 'task' }),
        watch: () => () => undefined,
        value: () => 0,
        hold: () => {
            let done: (why: null) => void;
            const ended = new Promise<null>((resolve) => (done = resolve));
            return {
                ended,
                release: () => {
                    over = true;
                    done(null);
                },
            };
        },
    };
    return { station: station as unknown as Station, ended: () => over };
}

test('an elbow is let go, with the reason, when the measured tool has moved 0.1 mm', async () => {
    const links = new Float32Array(49);
    for (let i = 0; i < 7; i++) links.set([0.1 * i, i === 3 ? 0.3 : 0, 0.1 * i, 0, 0, 0, 1], 7 * i);
    const { station, ended } = fakeStation(links);
    const dragging = new Dragging(station, () => undefined);
    dragging.setMode('elbow');
    let last: DragNews = { active: false, drift: 0, text: '' };
    dragging.listen((news) => (last = news));
    const pointer = { pointerId: 1, button: 0 } as PointerEvent;
    const element = {
        getBoundingClientRect: () => ({ left: 0, right: 9, top: 0, bottom: 9 }),
        setPointerCapture: () => undefined,
    } as unknown as Element;
    Object.assign(globalThis, {
        addEventListener: () => undefined,
        document: { addEventListener: () => undefined },
    });
    assert.ok(dragging.takeElbow(element, pointer, null, [0, 0, 1]));
    links[7 * 6] += 0.9e-4;
    dragging.check();
    assert.ok(!ended() && last.active && Math.abs(last.drift - 0.9e-4) < 1e-6);
    links[7 * 6] += 0.2e-4;
    dragging.check();
    assert.ok(ended());
    await new Promise((done) => setTimeout(done, 0));
    assert.ok(!last.active);
    assert.match(last.text, /tool moved 0.11 mm: the elbow was released/);
});

// Seen: a drag of the scene that is sent at once goes at the speed of the task, whatever is set on the page.
test('what a drag sends goes no faster than the speed that is set', () => {
    const links = new Float32Array(49);
    for (let i = 0; i < 7; i++) links.set([0.1 * i, i === 3 ? 0.3 : 0, 0.1 * i, 0, 0, 0, 1], 7 * i);
    const { station } = fakeStation(links);
    let words: () => string | null = () => null;
    const hold = station.hold.bind(station);
    station.hold = (object, text) => {
        words = text as () => string | null;
        return hold(object, text);
    };
    const real = performance.now.bind(performance);
    let time = 0; // [ms]
    performance.now = () => time;
    try {
        const dragging = new Dragging(station, () => undefined);
        dragging.rate = () => ({ linear: 0.02, angular: 0.1 });
        dragging.setMode('elbow');
        const element = {
            getBoundingClientRect: () => ({ left: 0, right: 9, top: 0, bottom: 9 }),
            setPointerCapture: () => undefined,
        } as unknown as Element;
        Object.assign(globalThis, {
            addEventListener: () => undefined,
            document: { addEventListener: () => undefined },
        });
        const pointer = { pointerId: 1, button: 0 } as PointerEvent;
        assert.ok(dragging.takeElbow(element, pointer, null, [0, 0, 1]));
        const place = (): number[] => (words() ?? '').split(' ').slice(2, 5).map(Number);
        const first = place();
        dragging.move({ origin: [first[0] + 0.4, first[1], first[2] + 1], direction: [0, 0, -1] });
        let before = first;
        for (let k = 0; k < 20; k++) {
            time += 50;
            const now = place();
            const way = Math.hypot(...now.map((x, i) => x - before[i]));
            assert.ok(way > 0 && way <= 0.02 * 0.05 + 1e-6, `${way} m in 50 ms`);
            before = now;
        }
        assert.ok(Math.abs(before[0] - first[0] - 0.02) < 1e-5, 'a second at 20 mm/s');
    } finally {
        performance.now = real;
    }
});
