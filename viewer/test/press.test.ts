// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Presses that must last, on pages that are fast, slow and at a standstill.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { lastingPress } from '../src/ui/hold';
import { FakeElement, FakeWindow } from './fake_dom';

let browser: FakeWindow;
let button: FakeElement;
let drawNext: ((now: number) => void) | null;
let acted: number;
let now: number;

/** A page draws a frame so much time [ms] after the last one. */
function frame(after: number): void {
    now += after;
    const draw = drawNext;
    drawNext = null;
    draw?.(now);
}

beforeEach(() => {
    browser = new FakeWindow().install();
    button = new FakeElement();
    drawNext = null;
    acted = 0;
    now = performance.now();
    Object.assign(globalThis, {
        requestAnimationFrame: (draw: (now: number) => void) => ((drawNext = draw), 1),
        cancelAnimationFrame: () => (drawNext = null),
    });
    lastingPress(button as unknown as HTMLElement, {
        milliseconds: 500,
        act: () => acted++,
        begins: (event) => event.key === ' ' && event.shiftKey,
    });
});

test('what is held for so long acts, once', () => {
    browser.send(button, 'pointerdown');
    for (let k = 0; k < 28; k++) frame(16);
    assert.equal(acted, 0);
    for (let k = 0; k < 28; k++) frame(16);
    assert.equal(acted, 1);
    browser.send(button, 'pointerup');
    for (let k = 0; k < 60; k++) frame(16);
    assert.equal(acted, 1);
});

test('what is let go before does nothing, and begins from nothing the next time', () => {
    for (let round = 0; round < 5; round++) {
        browser.send(button, 'pointerdown');
        for (let k = 0; k < 25; k++) frame(16);
        browser.send(button, 'pointerup');
    }
    assert.equal(acted, 0);
});

test('a click on a page that stands still is a click, and a long press on it lasts', () => {
    browser.send(button, 'pointerdown');
    frame(3000);
    browser.send(button, 'pointerup');
    assert.equal(acted, 0);
    browser.send(button, 'pointerdown');
    for (let k = 0; k < 4; k++) frame(3000);
    assert.equal(acted, 0);
    frame(3000);
    frame(3000);
    assert.equal(acted, 1);
});

test('keys begin it as they are chosen, repeats do not, and Escape ends it', () => {
    browser.send(button, 'keydown', { key: ' ' });
    browser.send(button, 'keydown', { key: ' ', shiftKey: true, repeat: true });
    for (let k = 0; k < 60; k++) frame(16);
    assert.equal(acted, 0);
    browser.send(button, 'keydown', { key: ' ', shiftKey: true });
    for (let k = 0; k < 20; k++) frame(16);
    browser.send(button, 'keydown', { key: 'Escape' });
    for (let k = 0; k < 60; k++) frame(16);
    assert.equal(acted, 0);
});
