// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The band at the top: state word with its shape, run and pause, and the essential values. State and
// stop never move; the stop itself is a script of its own.

import type { Component } from '../core/types';
import { button, isLocked, lock } from '../ui/controls';
import { byId, h, replace, setAttribute, setClass, setText, setVars } from '../ui/dom';
import { fixed, NO_VALUE } from '../ui/format';
import { icon, setIcon } from '../ui/icons';
import { attempt } from '../ui/notes';
import { nearestReader } from './clearance';
import type { Condition } from './condition';
import { runPress } from './operate/runpress';
import { partOf, type Page } from './page';
import { stopLine } from './statewords';

interface Readout {
    root: HTMLElement;
    label: HTMLElement;
    set(value: string, unit: string, part: number, kind: string): void;
}

function readout(label: string, more = ''): Readout {
    const value = h('span', { class: 'value' });
    const unit = h('em');
    const line = h('i', { 'aria-hidden': 'true' });
    const name = h('span', {}, label);
    const root = h('div', { class: `readout live ${more}` }, name, h('b', {}, value, unit), line);
    return {
        root,
        label: name,
        set(text, of, part, kind) {
            // what this cell cannot tell is not shown at all
            root.hidden = text === NO_VALUE;
            setText(value, text);
            setText(unit, of);
            const percent = `${Math.round(100 * Math.max(0, Math.min(1, part || 0)))}%`;
            if (line.style.getPropertyValue('--at') !== percent) setVars(line, { '--at': percent });
            setClass(root, 'is-limit', kind === 'limit');
        },
    };
}

function drawState(page: Page, condition: Condition): void {
    const box = byId('state');
    const shape = icon('wait', 'state-icon');
    const word = h('strong');
    const detail = h('span');
    replace(box, shape, h('div', {}, word, detail));
    page.ticker.every(15, () => {
        const state = condition.read();
        setText(word, state.word);
        setText(detail, state.detail);
        setIcon(shape, state.icon);
        if (document.body.dataset['state'] !== state.name) document.body.dataset['state'] = state.name;
        if (document.body.dataset['tone'] !== state.tone) document.body.dataset['tone'] = state.tone;
        if (document.body.dataset['contact'] !== page.station.contact) {
            document.body.dataset['contact'] = page.station.contact;
        }
        if (detail.title !== state.detail) detail.title = state.detail;
    });
}

/** What runs and pauses: the program of the cell, or the cycle of points, or else single moves. */
function programOf(page: Page): Component | null {
    return partOf(page, 'sequence') ?? partOf(page, 'points') ?? partOf(page, 'motion');
}

/** Why there is nothing to run or pause; null when there is. Moves can only be resumed. */
function nothingTo(what: 'run' | 'pause', page: Page, condition: Condition): string | null {
    const part = programOf(page);
    if (part === null) return 'This cell has no program.';
    if (what === 'pause') return condition.state.name === 'running' ? null : 'Nothing runs.';
    if (condition.state.name === 'running') return 'It runs already.';
    return part.type === 'motion' && condition.state.name !== 'paused' ? 'This cell has no program.' : null;
}

function runProgram(page: Page, condition: Condition, at: HTMLElement): void {
    const part = programOf(page);
    if (part === null) return;
    const begin = part.type === 'sequence' ? 'run' : 'cycle all';
    void attempt(at, () =>
        page.station.tell(part.name, condition.state.name === 'paused' ? 'resume' : begin),
    );
}

function pauseProgram(page: Page, at: HTMLElement): void {
    const part = programOf(page);
    if (part !== null) void attempt(at, () => page.station.tell(part.name, 'pause'));
}

function drawTransport(page: Page, condition: Condition): void {
    const place = byId('transport');
    const run = button('Run', {
        class: 'square',
        icon: 'run',
        label: 'Hold to run or resume the program',
    });
    const pause = button('Pause', {
        class: 'square',
        icon: 'pause',
        label: 'Pause the program',
        press: (b) => pauseProgram(page, b),
    });
    runPress(run, () => runProgram(page, condition, run));
    replace(place, run, pause);
    page.keys.add({
        name: 'Run or resume the program',
        keys: 'Ctrl Enter',
        group: 'Program',
        act: () => isLocked(run) || runProgram(page, condition, run),
        whileTyping: true,
    });
    page.keys.add({ name: 'Pause the program', keys: 'P', group: 'Program', act: () => pause.click() });
    page.ticker.every(5, () => {
        const locked = condition.locked();
        lock(run, locked ?? nothingTo('run', page, condition));
        lock(pause, locked ?? nothingTo('pause', page, condition));
    });
}

/** The speed of moves, as a share of what is programmed; by keys in steps of 5 %. */
function addOverride(page: Page, condition: Condition): void {
    const change = (step: number): void => {
        const motion = condition.motion.present;
        const now = condition.motion.number('override');
        if (motion === null || Number.isNaN(now)) return;
        const next = Math.max(0, Math.min(2, Math.round(20 * (now + step)) / 20));
        void attempt(byId('readouts'), () => page.station.tell(motion.name, `override ${next.toFixed(2)}`));
    };
    page.keys.add({ name: 'Slower by 5 %', keys: '[', group: 'Program', act: () => change(-0.05) });
    page.keys.add({ name: 'Faster by 5 %', keys: ']', group: 'Program', act: () => change(0.05) });
}

interface Timing {
    stage: string;
    p999_us: number;
    max_us: number;
}

/** The time that a cycle of the loop takes, of a thousand the slowest [s]; NaN before it is known. */
export function loopTime(page: Page): number {
    const timing = page.station.status?.['timing'] as Timing[] | undefined;
    const whole =
        timing?.find((t) => t.stage === 'cycle' || t.stage === 'loop' || t.stage === 'tick') ??
        timing?.at(-1);
    return whole === undefined ? Number.NaN : whole.p999_us * 1e-6;
}

/** The nearest pair of bodies that must stay apart, with both names. */
function clearanceReadout(page: Page): HTMLElement {
    const clearance = readout('Clearance ', 'clearance');
    const names = h('em');
    clearance.label.append(names);
    clearance.root.hidden = true;
    const read = nearestReader(page);
    page.ticker.every(15, () => {
        const nearest = read();
        setText(names, nearest?.brief ?? '');
        setAttribute(clearance.root, 'title', nearest === null || nearest.names === '' ? null : nearest.names);
        setClass(byId('readouts'), 'has-clearance', nearest !== null);
        clearance.set(nearest?.value ?? NO_VALUE, nearest?.unit ?? '', nearest?.part ?? 0, nearest?.near === true ? 'limit' : '');
    });
    return clearance.root;
}

function drawReadouts(page: Page, condition: Condition): void {
    const speed = readout('Speed');
    const tool = readout('Tool');
    const held = readout('Held back');
    const loop = readout('Loop, p99.9', 'loop');
    const near = readout('Singularity', 'huge-only');
    const late = readout('Late cycles', 'huge-only');
    const others = [held, loop, near, late].map((r) => r.root);
    replace(byId('readouts'), speed.root, tool.root, clearanceReadout(page), ...others);
    page.ticker.every(15, () => {
        const override = condition.motion.number('override');
        speed.set(fixed(100 * override, 0), Number.isNaN(override) ? '' : '%', override / 2, '');
        const v = condition.speed;
        tool.set(fixed(1000 * v, 0), 'mm/s', v / 0.5, '');
        const back = 1 - condition.follows();
        held.set(fixed(100 * back, 0), Number.isNaN(back) ? '' : '%', back, back > 0.005 ? 'limit' : '');
    });
    page.ticker.every(2, () => {
        const slow = loopTime(page);
        const period = Number(page.station.status?.['period']) || 1e-3;
        loop.set(
            fixed(1e6 * slow, 0),
            Number.isNaN(slow) ? '' : '\u00b5s',
            slow / period,
            slow > period ? 'limit' : '',
        );
        const overruns = page.station.status?.['overruns'];
        late.set(
            typeof overruns === 'number' ? String(overruns) : NO_VALUE,
            '',
            0,
            Number(overruns) > 0 ? 'limit' : '',
        );
        const closest = page.station.value(`${condition.task.present?.name ?? ''}/report/closest`);
        near.set(
            fixed(100 * closest, 0),
            Number.isNaN(closest) ? '' : '%',
            closest,
            closest < 0.05 ? 'limit' : '',
        );
    });
}

/** The small line of the stop button follows the arms: what is so, or what the next press does. */
function drawStopLine(page: Page): void {
    const line = byId('stop-line');
    const show = (): void => {
        const sent = document.documentElement.dataset['stop'] ?? '';
        setText(
            line,
            stopLine(
                sent,
                page.station.frame.arms.map((arm) => arm.state),
            ),
        );
    };
    addEventListener('sinew-stop', show);
    page.ticker.every(5, show);
    show();
}

export function createBand(page: Page, condition: Condition): void {
    drawState(page, condition);
    drawTransport(page, condition);
    drawReadouts(page, condition);
    addOverride(page, condition);
    drawStopLine(page);
}
