// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The stop of the page: a script of its own, loaded first, with a socket of its own. It works before
// the rest is loaded, without a lease and without a token, and when the rest hangs in a request: each
// press goes out over the socket and as a POST, and whichever arrives first stops all arms. The
// second press takes the drives off. Buttons are what carries `data-stop`; Esc is heard everywhere.

interface StopScript {
    press(by?: 'key' | 'button'): void;
    /** What state frames say: whether any arm is stopped. After a stop has been seen and is over, the next
     * press is a first one again. */
    heard(stopped: boolean): void;
}

declare global {
    interface Window {
        sinewStop?: StopScript;
    }
}

const UNSEEN = 3000; // [ms] after which a press whose stop was never seen counts no more
const ECHO = 400; // [ms] in which a click is that of the press before it
const RETRY = 1000;

let socket: WebSocket | null = null;
let number = 1;
let pressed = 0; // when, 0 for not
let seen = false; // that an arm has stopped since
let waiting: string | null = null; // a press for which no socket was open

function say(state: 'ready' | 'sent' | 'off' | 'failed'): void {
    document.documentElement.dataset['stop'] = state;
    window.dispatchEvent(new CustomEvent('sinew-stop', { detail: state }));
}

function connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    try {
        socket = new WebSocket(`${scheme}//${location.host}/ws`, 'sinew.stop.v1');
    } catch {
        socket = null; // the POST remains
        return;
    }
    socket.onopen = () => {
        if (waiting !== null && performance.now() - pressed < UNSEEN) socket?.send(waiting);
        waiting = null;
    };
    socket.onclose = () => {
        socket = null;
        setTimeout(connect, RETRY);
    };
}

function post(off: boolean, by: string, tries: number): void {
    // keepalive lets it leave even from a page that is being closed
    fetch(`/stop?by=${by}${off ? '&off' : ''}`, { method: 'POST', keepalive: true, cache: 'no-store' }).then(
        (answer) => {
            if (!answer.ok) say('failed');
        },
        () => {
            if (tries > 0) setTimeout(() => post(off, by, tries - 1), 100);
            else say('failed');
        },
    );
}

function press(by: 'key' | 'button' = 'button'): void {
    const off = pressed !== 0;
    pressed = performance.now();
    const text = JSON.stringify({ id: number++, command: 'stop', value: by, ...(off ? { act: 'off' } : {}) });
    if (socket !== null && socket.readyState === WebSocket.OPEN) socket.send(text);
    else waiting = text;
    post(off, by, 5);
    say(off ? 'off' : 'sent');
}

function heard(stopped: boolean): void {
    if (pressed === 0) return;
    seen ||= stopped;
    if (stopped || (!seen && performance.now() - pressed < UNSEEN)) return;
    pressed = 0;
    seen = false;
    say('ready');
}

const isStop = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('[data-stop]:not(html)') !== null;

// acts on press, not on release; capture, so that nothing on the page can keep it from being heard
addEventListener(
    'pointerdown',
    (event) => {
        if (isStop(event.target)) press();
    },
    true,
);
addEventListener(
    'keydown',
    (event) => {
        if (event.repeat) return;
        const onButton = (event.key === 'Enter' || event.key === ' ') && isStop(event.target);
        if (event.key === 'Escape') press('key');
        else if (onButton) press('button');
    },
    true,
);
// a click without a pointer: by a screen reader or another aid
addEventListener(
    'click',
    (event) => {
        if (event.detail === 0 && isStop(event.target) && performance.now() - pressed > ECHO) press();
    },
    true,
);

window.sinewStop = { press, heard };
say('ready');
connect();

export {};
