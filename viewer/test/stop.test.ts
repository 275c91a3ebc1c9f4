// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeElement, FakeWindow } from './fake_dom';

test('Esc and the button stop at once by both ways, the second press takes the drives off', async () => {
    const browser = new FakeWindow().install();
    const posts: string[] = [];
    const sent: Record<string, unknown>[] = [];
    let time = 1000;
    class FakeSocket {
        static readonly OPEN = 1;
        readyState = 1;
        onclose: (() => void) | null = null;
        send(text: string): void {
            sent.push(JSON.parse(text) as Record<string, unknown>);
        }
    }
    Object.assign(globalThis, {
        WebSocket: FakeSocket,
        location: { protocol: 'http:', host: 'cell' },
        fetch: (address: string, options: { method: string }) => {
            posts.push(`${options.method} ${address}`);
            return Promise.resolve({ ok: true });
        },
    });
    Object.defineProperty(globalThis, 'performance', { value: { now: () => time }, configurable: true });
    await import('../src/core/stop');
    const said = (): string => browser.document.documentElement.dataset['stop'];
    const script = (browser as unknown as { sinewStop: { heard(stopped: boolean): void } }).sinewStop;
    assert.equal(said(), 'ready');

    browser.send(browser, 'keydown', { key: 'Escape' });
    assert.deepEqual([posts, sent.map((s) => s['command']), said()], [['POST /stop?by=key'], ['stop'], 'sent']);
    assert.equal(sent[0]['value'], 'key');
    browser.send(browser, 'keydown', { key: 'Escape', repeat: true });
    assert.equal(posts.length, 1, 'a key that stays down is one press');
    time += 100;
    script.heard(false); // older than the press
    const button = new FakeElement(true);
    time += 300;
    browser.send(button, 'pointerdown');
    assert.deepEqual([posts[1], sent[1]['act'], said()], ['POST /stop?by=button&off', 'off', 'off']);
    assert.equal(sent[1]['value'], 'button');
    time += 10000;
    script.heard(true);
    assert.equal(said(), 'off', 'as long as an arm is stopped');
    script.heard(false);
    assert.equal(said(), 'ready');
    browser.send(button, 'keydown', { key: 'Enter' });
    assert.deepEqual([posts[2], said()], ['POST /stop?by=button', 'sent']);
    browser.send(new FakeElement(false), 'pointerdown');
    assert.equal(posts.length, 3);
    // a reader's click has no pointer
    time += 1000;
    browser.send(button, 'click', { detail: 0 });
    assert.equal(posts[3], 'POST /stop?by=button&off');
    assert.notEqual(sent[0]['id'], sent[1]['id']);
});
