// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gripOf } from '../src/core/grip';
import type { View } from '../src/scene/camera';
import { Mouse, type MouseHooks } from '../src/scene/mouse';
import type { Pane } from '../src/scene/panes';
import { FakeElement, FakeWindow } from './fake_dom';

const VIEW: View = { centre: [0, 0, 0], azimuth: 0.3, elevation: 0.2, distance: 3 };

interface Tried {
    browser: FakeWindow;
    root: FakeElement;
    pane: Pane;
    said: string[];
    to(type: string, x: number, y: number, more?: Record<string, unknown>): void;
}

function begin(hooks: Partial<MouseHooks> = {}): Tried {
    const browser = new FakeWindow().install();
    const root = new FakeElement();
    const pane = {
        view: VIEW,
        name: '',
        onTool: false,
        rect: { x: 0, y: 0, width: 1000, height: 800 },
    } as Pane;
    const said: string[] = [];
    new Mouse(root as unknown as HTMLElement, {
        paneAt: () => pane,
        taken: () => undefined,
        looked: () => said.push('looked'),
        grasp: () => false,
        drag: () => said.push('drag'),
        hover: () => said.push('hover'),
        enterGuide: () => true,
        takeGuide: () => (said.push('take guide'), true),
        guide: (mode) => said.push(mode),
        endGuide: () => said.push('end guide'),
        pick: () => said.push('pick'),
        showCentre: (on) => said.push(`centre ${on}`),
        ...hooks,
    });
    const to: Tried['to'] = (type, x, y, more = {}) =>
        browser.send(root, type, { clientX: x, clientY: y, ...more });
    return { browser, root, pane, said, to };
}

// spec: actin-model:A1-VW-08
test('left turns, right pans; wheel, middle and both buttons zoom', () => {
    for (const [buttons, changed] of [
        [1, 'azimuth'],
        [2, 'centre'],
        [4, 'distance'],
        [3, 'distance'],
    ] as const) {
        const { pane, to } = begin();
        to('pointerdown', 500, 400, { buttons });
        to('pointermove', 540, 430, { buttons });
        for (const key of ['azimuth', 'centre', 'distance'] as const) {
            assert.equal(pane.view[key] !== VIEW[key], key === changed, `${buttons}: ${key}`);
        }
    }
    const { pane, to } = begin();
    to('wheel', 500, 400, { deltaY: 100 });
    assert.ok(pane.view.distance > 3);
    to('wheel', 500, 400, { deltaY: -200 });
    assert.ok(pane.view.distance < 3);
});

// spec: actin-model:A1-VW-09
test('a key that is let go of in the middle of a drag gives the mode before', () => {
    const { browser, pane, said, to } = begin();
    to('pointerdown', 500, 400, { buttons: 1 });
    to('pointermove', 510, 400, { buttons: 1 });
    const turned = pane.view;
    assert.ok(turned.azimuth !== VIEW.azimuth);
    to('pointermove', 520, 400, { buttons: 1, shiftKey: true });
    assert.deepEqual([pane.view, said.slice(-2)], [turned, ['take guide', 'guide move']]);
    browser.send(browser, 'keyup', { key: 'Shift' });
    assert.equal(said.at(-1), 'end guide');
    to('pointermove', 530, 400, { buttons: 1 });
    assert.ok(pane.view.azimuth !== turned.azimuth);
    const again = pane.view;
    to('pointermove', 540, 400, { buttons: 1, ctrlKey: true });
    assert.ok(pane.view.azimuth === again.azimuth && pane.view.centre[1] !== again.centre[1]);
    const slid = pane.view;
    to('pointermove', 550, 400, { buttons: 1 });
    assert.ok(pane.view.centre === slid.centre && pane.view.azimuth !== slid.azimuth);
});

test('the guide frame does not move where it may not be taken', () => {
    const { pane, said, to } = begin({ takeGuide: () => false });
    to('pointerdown', 500, 400, { buttons: 1, shiftKey: true });
    to('pointermove', 540, 400, { buttons: 1, shiftKey: true });
    assert.deepEqual([pane.view, said], [VIEW, []]);
});

test('a right click without a way picks, with a way it pans', () => {
    const { said, to } = begin();
    to('pointerdown', 500, 400, { button: 2, buttons: 2 });
    to('pointerup', 500, 400, { button: 2 });
    assert.deepEqual(said, ['pick']);
    to('pointerdown', 500, 400, { button: 2, buttons: 2 });
    to('pointermove', 520, 400, { buttons: 2 });
    to('pointerup', 520, 400, { button: 2 });
    assert.deepEqual(said, ['pick', 'looked']);
});

test('what is grasped is dragged and does not turn the view', () => {
    const { pane, said, to } = begin({ grasp: () => true });
    to('pointerdown', 500, 400, { buttons: 1 });
    to('pointermove', 540, 400, { buttons: 1 });
    assert.deepEqual([pane.view, said], [VIEW, ['drag']]);
});

test('Ctrl shows the centre of interest while it is down', () => {
    const { browser, said } = begin();
    browser.send(browser, 'keydown', { key: 'Control' });
    browser.send(browser, 'keyup', { key: 'Control' });
    assert.deepEqual(said, ['centre true', 'centre false']);
});

test('two fingers zoom and never turn', () => {
    const { pane, to } = begin();
    to('pointerdown', 400, 400, { pointerId: 1, buttons: 1, pointerType: 'touch' });
    to('pointerdown', 600, 400, { pointerId: 2, buttons: 1, pointerType: 'touch' });
    to('pointermove', 700, 400, { pointerId: 2, buttons: 1, pointerType: 'touch' });
    assert.ok(Math.abs(pane.view.distance - 2) < 1e-9 && pane.view.azimuth === VIEW.azimuth);
});

test('a grip ends in each of its ways, once', () => {
    const ways: [string, (b: FakeWindow, e: FakeElement) => void][] = [
        ['up', (b, e) => b.send(e, 'pointerup', { clientX: 10 })],
        ['cancelled', (b, e) => b.send(e, 'pointercancel')],
        ['25 px off', (b, e) => b.send(e, 'pointermove', { buttons: 1, clientX: 1025, clientY: 5 })],
        ['second pointer', (b, e) => b.send(e, 'pointerdown', { pointerId: 2, buttons: 1 })],
        ['lost focus', (b) => b.send(b, 'blur')],
        [
            'hidden page',
            (b) => {
                b.document.hidden = true;
                b.document.dispatchEvent(new Event('visibilitychange'));
            },
        ],
        ['Esc', (b) => b.send(b, 'keydown', { key: 'Escape' })],
        // Seen: with a second button down the first could be let go, and the arm went on until the pointer moved.
        ['its button let go while another is down', (b, e) => b.send(e, 'pointermove', { button: 0, buttons: 2, clientX: 5 })],
        ['another button last', (b, e) => b.send(e, 'pointerup', { button: 2 })],
        ['button gone unseen', (b, e) => b.send(e, 'pointermove', { buttons: 0, clientX: 5 })],
    ];
    for (const [name, way] of ways) {
        const browser = new FakeWindow().install();
        const element = new FakeElement();
        let ends = 0;
        const event = { pointerId: 1, button: 0 } as PointerEvent;
        gripOf(element as unknown as Element, event, () => ends++);
        browser.send(element, 'pointermove', { buttons: 1, clientX: 1020, clientY: 5 });
        browser.send(element, 'pointerup', { pointerId: 7 });
        browser.send(browser, 'keydown', { key: 'a' });
        browser.send(new FakeElement(), 'blur'); // focus goes from one button to another
        assert.equal(ends, 0, `${name}: too early`);
        way(browser, element);
        assert.equal(ends, 1, name);
        way(browser, element);
        assert.equal(ends, 1, `${name}: twice`);
    }
});
