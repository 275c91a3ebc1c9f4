// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The state of the cell in one word, with its shape, its tone and one line of detail. Pure. Each word has
// a shape of its own, so that states are told apart without colours.

import type { Why } from '../core/types';
import type { IconName } from '../ui/icons';

export type Tone = 'rest' | 'run' | 'pause' | 'fault' | 'limit';

export interface StateWord {
    name: string; // for styles and tests
    word: string; // at most ten letters
    icon: IconName;
    tone: Tone;
    detail: string;
}

/** What the word is made from; the worst of all arms counts. */
export interface Facts {
    contact: 'starting' | 'live' | 'old' | 'lost' | 'refused';
    age: number; // of the newest state [s]
    loaded: boolean; // what the cell is was told
    empty: boolean; // and it is none
    arms: readonly number[]; // states as guard/state counts
    cause: string; // of a stop or fault; empty for none
    asked: boolean; // somebody asked for the stop: it is no fault
    mode: string; // of the task stage
    guiding: boolean;
    program: string; // state of the sequence
    step: string; // "5 of 8: carry to bin"
    elsewhere: string; // "NAME: step 2 of 5" of another program that failed; empty for none
    failure: string; // why the program failed; empty when it is not known
    points: string; // state of the points
    point: string; // the point it goes to
    moving: boolean; // a move is under way by any other means
    held: boolean; // a move was paused
}

const DISABLED = 0;
const STOPPING = 2;
const HELD = 3; // at rest with power, latched
const LATCHED = 4; // without power, latched

function make(name: string, word: string, icon: IconName, tone: Tone, detail: string): StateWord {
    return { name, word, icon, tone, detail };
}

function byContact(facts: Facts): StateWord | null {
    if (facts.contact === 'refused')
        return make('lost', 'No contact', 'lost', 'limit', 'the server refused this page');
    if (facts.contact === 'lost') {
        return make('lost', 'No contact', 'lost', 'limit', `last state is ${facts.age.toFixed(0)} s old`);
    }
    if (facts.contact === 'starting' || !facts.loaded)
        return make('starting', 'Starting', 'wait', 'rest', 'reading the cell');
    if (facts.empty) return make('starting', 'Starting', 'wait', 'rest', 'no cell is loaded');
    return null;
}

function byArms(facts: Facts): StateWord | null {
    const latched = facts.arms.includes(HELD) || facts.arms.includes(LATCHED);
    if (latched && facts.cause !== '' && !facts.asked)
        return make('fault', 'Fault', 'fault', 'fault', facts.cause);
    if (facts.arms.includes(STOPPING))
        return make('stopping', 'Stopping', 'warn', 'limit', facts.cause || 'on the path');
    if (facts.arms.includes(LATCHED))
        return make('stopped', 'Stopped', 'halt', 'rest', 'drives off, acknowledge first');
    if (facts.arms.includes(HELD)) return make('stopped', 'Stopped', 'halt', 'rest', 'drives hold the arm');
    if (facts.arms.length > 0 && facts.arms.every((s) => s === DISABLED)) {
        return make('stopped', 'Stopped', 'halt', 'rest', 'drives off');
    }
    return null;
}

function byHand(facts: Facts): StateWord | null {
    if (facts.mode === 'jog' || facts.mode === 'turn') {
        return make(
            'jogging',
            'Jogging',
            'operate',
            'run',
            facts.mode === 'jog' ? 'while you hold' : 'elbow only, tool held',
        );
    }
    if (facts.mode === 'drag' || facts.mode === 'pull') {
        return make(
            'dragging',
            'Dragging',
            'hand',
            'run',
            facts.mode === 'drag' ? 'tool follows' : 'elbow only, tool held',
        );
    }
    if (facts.guiding) return make('guiding', 'Guiding', 'teach', 'pause', 'by hand, Enter stores');
    return null;
}

function byProgram(facts: Facts): StateWord | null {
    if (facts.program === 'running') return make('running', 'Running', 'run', 'run', facts.step || 'program');
    if (facts.program === 'paused')
        return make('paused', 'Paused', 'pause', 'pause', facts.step || 'program');
    if (facts.points === 'paused') return make('paused', 'Paused', 'pause', 'pause', 'between points');
    if (facts.points === 'going' || facts.points === 'cycling') {
        return make(
            'running',
            'Running',
            'run',
            'run',
            facts.point === '' ? facts.points : `to ${facts.point}`,
        );
    }
    if (facts.held) return make('paused', 'Paused', 'pause', 'pause', 'on the path');
    if (facts.moving) return make('running', 'Running', 'run', 'run', 'a move is in progress');
    if (facts.program === 'failed' || facts.elsewhere !== '') {
        const own = facts.step === '' ? 'program' : `step ${facts.step}`;
        const step = facts.program === 'failed' ? own : facts.elsewhere;
        const reason = facts.failure === '' ? '' : ` (${facts.failure})`;
        return make('failed', 'Failed', 'close', 'fault', `${step}${reason}`);
    }
    return null;
}

export function stateWord(facts: Facts): StateWord {
    return (
        byContact(facts) ??
        byArms(facts) ??
        byHand(facts) ??
        byProgram(facts) ??
        make(
            'ready',
            'Ready',
            'check',
            'rest',
            facts.arms.length > 0 ? 'standing still, drives on' : 'no arm in this cell',
        )
    );
}

/** Why an arm stands, and by what its stop became more severe. */
interface Stopped {
    why: Why;
    harder: Why | null;
}

/** The reason is that somebody asked for a stop. */
export function isRequest(why: Why): boolean {
    return why.rule === 'asked' || why.code === 'stop';
}

/** Somebody asked for the stop, and no fault made it more severe since: nothing is wrong. */
export function isAsked({ why, harder }: Stopped): boolean {
    return isRequest(why) && (harder === null || isRequest(harder));
}

/** Who asked for the stop, or what is wrong; and the fault that came then. */
export function causeText({ why, harder }: Stopped): string {
    return harder === null || isRequest(harder) ? why.text : `${why.text}, then: ${harder.text}`;
}

/** The small line of the stop button, from what the stop script says and the states of the arms. */
export function stopLine(sent: string, arms: readonly number[]): string {
    if (sent === 'failed') return 'not confirmed';
    if (arms.length > 0 && arms.every((state) => state === DISABLED || state === LATCHED)) return 'Drives off';
    if (sent === 'off') return 'drives off';
    if (sent === 'sent' || arms.includes(HELD)) return 'again: drives off';
    return 'Esc';
}
