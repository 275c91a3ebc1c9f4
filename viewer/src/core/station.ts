// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The running cell as the page sees it: one connection, what came over it, and what may be asked.

import { type Clock, realClock } from './clock';
import { farewellOf } from './commands';
import { Connection, type Wire } from './connection';
import { contactOf, RENEW } from './contact';
import { createFrame, decodeFrame } from './frame';
import { Hearing } from './hearing';
import { Holds } from './hold';
import { LeaseKeeper } from './lease';
import { Listeners } from './listeners';
import { RowRing } from './rows';
import { type SharedScene, sceneTable } from './scene_table';
import { takeToken } from './token';
import type {
    Catalogue,
    Command,
    Component,
    Contact,
    LoopEvent,
    Saying,
    SceneDescription,
    Station,
    StationEvents,
    Status,
    TypeDescription,
    Why,
} from './types';
import { Refusal } from './types';
import { Watch } from './watch';
import { eventOf, statusOf } from './why';

declare const PAGE_VERSION: string;

const MOST_EVENTS = 5000;
const FORGOTTEN = MOST_EVENTS / 10; // events at once
const ASKED = 320; // events at the beginning: all that a cell keeps
const LOOK = 100; // [ms] between looks at the age of the state

// what may move something or changes the cell goes with the lease; the server decides, not this list
const LEASED = new Set([
    'message',
    'call',
    'set',
    'enable',
    'acknowledge',
    'start',
    'halt',
    'pace',
    'open',
    'load',
    'states',
    'points',
]);

type Hello = NonNullable<Station['hello']> & { version: string; epoch: string; cell: string };

export interface Surroundings {
    open(): Wire;
    clock: Clock;
    token: string;
    version: string;
    name: string;
}

function fromBrowser(): Surroundings {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return {
        open: () => new WebSocket(`${scheme}//${location.host}/ws`, 'sinew.v1'),
        clock: realClock,
        token: takeToken(),
        version: typeof PAGE_VERSION === 'string' ? PAGE_VERSION : '0.0.0',
        name: 'page',
    };
}

const otherVersion = (theirs: string, ours: string): Why => ({
    code: 'version',
    text: `The cell runs version ${theirs}, this page is version ${ours}.`,
    fix: 'Reload the page.',
});

// refusals of a greeting after which the same greeting would be refused again
const FINAL = /version|permission|token/i;

export class CellStation implements Station {
    contact: Contact = 'starting';
    hello: Hello | null = null;
    catalogue: Catalogue | null = null;
    scene: SceneDescription | null = null;
    status: Status | null = null;
    readonly frame = createFrame();
    readonly events: LoopEvent[] = [];
    readonly rows = new RowRing();
    private readonly listeners = new Listeners<{ [K in keyof StationEvents]: StationEvents[K] }>();
    private readonly types = new Map<string, Promise<TypeDescription>>();
    private readonly connection: Connection;
    private readonly keeper: LeaseKeeper;
    private readonly dead: Holds;
    private readonly watched: Watch;
    private readonly hearing: Hearing;
    private renewAt = RENEW; // silence at which the socket is opened anew
    private why: Why | null = null;
    /** How the last connection came to its end: the run said so, or it broke off without a word. */
    ending: 'none' | 'ended' | 'broken' = 'none';

    constructor(private readonly around: Surroundings) {
        const { clock } = around;
        this.hearing = new Hearing(LOOK, clock.now());
        this.connection = new Connection(
            around.open,
            {
                opened: () => void this.greet(),
                closed: (code, reason) => this.closed(code, reason),
                push: (message) => this.pushed(message),
                binary: (buffer) => this.framed(buffer),
            },
            clock,
        );
        const ask = (command: string, fields: Record<string, unknown>) =>
            this.connection.request(command, fields);
        this.keeper = new LeaseKeeper(ask, clock, () => this.leaseChanged());
        this.watched = new Watch(ask, this.rows, clock);
        this.dead = new Holds({
            clock,
            tell: (object, what) => this.tell(object, what),
            jammed: () => this.connection.jammed,
            counted: (change) => (this.keeper.held += change),
            farewell: (object) => farewellOf(this.commandsOf(object)),
        });
        clock.every(LOOK, () => {
            this.hearing.look(clock.now());
            this.look();
        });
        this.connection.connect();
    }

    get holds(): boolean {
        return this.keeper.holds;
    }

    on<K extends keyof StationEvents>(name: K, listener: StationEvents[K]): () => void {
        return this.listeners.on(name, listener);
    }

    request(command: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
        const lease = this.keeper.present;
        const all = lease !== null && LEASED.has(command) ? { ...fields, lease } : fields;
        return this.connection.request(command, all);
    }

    /** A text, or a command with its arguments as an object; its answer in words. */
    async tell(object: string, what: Saying): Promise<string> {
        if (typeof what !== 'string') {
            const { result } = await this.request('call', { object, ...what });
            const empty = result === undefined || Object.keys(result as object).length === 0;
            return empty ? '' : JSON.stringify(result);
        }
        const answer = await this.request('message', { object, text: what });
        return typeof answer['answer'] === 'string' ? answer['answer'] : '';
    }

    find(type: string, arm = ''): Component | null {
        const fits = (c: Component): boolean => c.type === type && (arm === '' || c.arm === arm);
        return this.catalogue?.components.find(fits) ?? null;
    }

    describe(type: string): Promise<TypeDescription> {
        const known = this.types.get(type);
        if (known !== undefined) return known;
        const asked = this.request('describe', { type }).then(
            (answer) => answer as unknown as TypeDescription,
        );
        this.types.set(type, asked);
        asked.catch(() => this.types.delete(type));
        return asked;
    }

    watch(paths: readonly string[]): () => void {
        return this.watched.add(paths);
    }

    value(path: string): number {
        return this.rows.newest(path);
    }

    stop(): void {
        this.endHolds(null);
        if (typeof window !== 'undefined' && window.sinewStop !== undefined) window.sinewStop.press();
        else this.request('stop').catch(() => undefined);
    }

    lease(act: 'acquire' | 'take' | 'return' | 'ask'): Promise<void> {
        return this.keeper.act(act);
    }

    hold(object: string, text: () => Saying | null): { release(): void; ended: Promise<Why | null> } {
        return this.dead.begin(object, text);
    }

    /** Whatever ends motion at the page: lost focus, hidden page, Esc, lost lease, lost contact. */
    endHolds(why: Why | null): void {
        this.dead.endAll(why);
    }

    private commandsOf(object: string): readonly Command[] {
        return this.catalogue?.components.find((c) => c.name === object)?.commands ?? [];
    }

    private async greet(): Promise<void> {
        const { version, token, name } = this.around;
        try {
            const hello = (await this.connection.request('hello', {
                version,
                token,
                name,
            })) as unknown as Hello & {
                challenge?: unknown;
            };
            if (hello.version !== version) return this.refuse(otherVersion(hello.version, version));
            if (this.hello !== null && this.hello.epoch !== hello.epoch) this.rows.clear();
            this.hello = hello;
            this.ending = 'none';
            this.why = null;
            this.keeper.setChallenge(hello.challenge);
            this.watched.renew();
            void this.keeper.again();
            await this.readCell();
            await this.readEvents();
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            if (FINAL.test(error.why.code)) this.refuse(error.why);
            else this.why = error.why;
        }
    }

    private async readCell(): Promise<void> {
        const [catalogue, scene] = await Promise.all([
            this.request('catalogue'),
            this.request('scene', { act: 'shared' }),
        ]);
        this.catalogue = catalogue as unknown as Catalogue;
        this.scene = sceneTable(scene as unknown as SharedScene);
        this.types.clear();
        this.listeners.tell('catalogue', this.catalogue, this.scene);
    }

    private async readEvents(): Promise<void> {
        const answer = await this.request('events', { most: ASKED });
        const newest = this.events.length === 0 ? -1 : this.events[this.events.length - 1].sequence;
        for (const raw of (answer['events'] as Record<string, unknown>[] | undefined) ?? []) {
            const event = eventOf(raw);
            if (event.sequence > newest) this.addEvent(event);
        }
    }

    private addEvent(event: LoopEvent): void {
        if (this.events.length >= MOST_EVENTS) this.forgetEvents();
        this.events.push(event);
        this.listeners.tell('event', event);
    }

    /** The oldest go, but errors only when there is nothing else. */
    private forgetEvents(): void {
        let left = FORGOTTEN;
        const kept = this.events.filter((event) => event.why.severity === 'error' || left-- <= 0);
        const most = MOST_EVENTS - FORGOTTEN;
        this.events.splice(0, this.events.length, ...kept.slice(Math.max(0, kept.length - most)));
    }

    private pushed(message: Record<string, unknown>): void {
        switch (message['push']) {
            case 'status':
                this.status = statusOf(message);
                this.keeper.heard(this.status.lease?.yours === true);
                this.listeners.tell('status', this.status);
                break;
            case 'event':
                this.addEvent(eventOf(message));
                break;
            case 'asked':
                this.listeners.tell('asked', message as unknown as { session: number; name: string });
                break;
            case 'challenge':
                this.keeper.challenged(message['value']);
                break;
            case 'catalogue':
                this.watched.renew();
                this.readCell().catch(() => undefined);
                break;
        }
    }

    private framed(buffer: ArrayBuffer): void {
        if (!decodeFrame(buffer, this.frame, this.rows, this.around.clock.now())) return;
        this.hearing.heard();
        this.renewAt = RENEW;
        if (this.contact !== 'live') this.look();
        const stopped = this.frame.arms.some((arm) => arm.state === 2 || arm.state === 3 || arm.state === 4);
        if (typeof window !== 'undefined') window.sinewStop?.heard(stopped);
        this.listeners.tell('frame', this.frame);
    }

    private closed(code: number, reason: string): void {
        this.keeper.lost();
        // what the run said last holds, whatever becomes of the tries that follow
        if (code === 1001) this.ending = 'ended';
        else if (this.ending === 'none' && this.hello !== null && reason !== 'silent') this.ending = 'broken';
        if (code === 1008 || code === 1013) {
            this.why = {
                code: 'closed',
                text: reason !== '' ? reason : 'The server has closed the connection.',
            };
        }
        this.look();
    }

    private refuse(why: Why): void {
        this.connection.end();
        this.set('refused', why);
    }

    private look(): void {
        if (this.contact === 'refused') return;
        const { received } = this.frame;
        const { isOpen } = this.connection;
        const { silence } = this.hearing;
        const age = received === 0 ? null : this.around.clock.now() - received;
        // without a cell there is nothing to send frames of: the greeting is all the contact there can be
        const empty = isOpen && this.hello?.cell === '';
        const contact = empty ? 'live' : contactOf(age, silence, isOpen);
        if (contact === 'lost') {
            this.endHolds({ code: 'no_contact', text: 'Contact was lost.' });
            if (silence > this.renewAt) this.renew();
        }
        this.set(contact, this.why);
    }

    /** An open socket that says nothing may hang on a way that is gone. */
    private renew(): void {
        this.renewAt = this.hearing.silence + RENEW;
        if (this.connection.isOpen) this.connection.renew();
    }

    private set(contact: Contact, why: Why | null): void {
        if (contact === this.contact) return;
        this.contact = contact;
        this.listeners.tell('contact', contact, why);
    }

    private leaseChanged(): void {
        if (!this.keeper.holds)
            this.endHolds({ code: 'no_lease', text: 'The arm is no longer yours to move.' });
        // the next status says the same; who draws what may be moved need not wait for it
        if (this.status !== null) this.listeners.tell('status', this.status);
    }
}

/** Makes the station of this page and lets nothing be held that the person no longer sees. */
export function createStation(): Station {
    const station = new CellStation(fromBrowser());
    const end = (): void => station.endHolds(null);
    // a new address that is pasted into this tab brings another token: the page begins anew with it
    addEventListener('hashchange', () => location.hash.length > 1 && location.reload());
    addEventListener('blur', end);
    addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', () => document.hidden && end());
    addEventListener('keydown', (event) => event.key === 'Escape' && end(), true);
    return station;
}
