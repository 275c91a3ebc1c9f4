// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What the page knows of a running cell: the texts of docs/protocol.md, and the interface between
// the connection, the scene and the panels. Lengths are m, angles rad, quaternions x y z w.

import type { HandRate } from './paced';

/** A reason, as the whole system gives it. */
export interface Why {
    code: string; // the name of the status, as "SNW_ERR_LIMIT", or a word of the page
    name?: string; // the same name, as the server writes it beside a number
    severity?: string; // "info", "warning", "error" ...
    subject?: string;
    rule?: string;
    text: string;
    fix?: string;
    numbers?: { name: string; value: number; unit?: string }[];
}

export type Pose = [number, number, number, number, number, number, number];

export interface Axis {
    name: string;
    link: number; // index into Scene.links that it moves
    kind: string;
    lower: number | null; // null for no limit
    upper: number | null;
    velocity: number | null;
    acceleration: number | null;
    effort: number | null;
    unit: string; // "rad" or "m"
}

export interface Arm {
    name: string;
    member: number;
    tool: string; // name of a link or frame
    axes: Axis[];
    simulated: boolean;
}

export interface Command {
    word: string;
    arguments: string; // as they are written behind the word
    help: string;
    kind: 'ask' | 'set' | 'move' | 'stream' | 'end';
    role: string; // "engineer", "inject"; empty: as its kind
    fields: Field[]; // of its arguments
    answer: Field[];
}

/** A command with its arguments as an object; what is written as a text is a string. */
export interface Call {
    word: string;
    arguments: Record<string, unknown>;
}
export type Saying = string | Call;

export interface Component {
    name: string;
    type: string;
    stage: string;
    arm: string; // empty for none
    commands: Command[];
    signals: string; // name of the type of what it shows; empty for nothing
    state: string;
}

export interface Signal {
    path: string;
    unit: string;
    type: string;
    words: string[] | null; // of an enumeration
}

export interface Catalogue {
    cell: string;
    arms: Arm[];
    components: Component[];
    signals: Signal[];
    cells: string[];
    states: string[];
    plots: PlotEntry[]; // of the file of the cell
}

/** A plot as the cell keeps it. */
export interface PlotEntry {
    title: string;
    kind: 'curves' | 'bars';
    shown: boolean;
    traces: { signal: string; side: 'left' | 'right'; hidden: boolean }[];
}

export interface Shape {
    use: 'visual' | 'collision' | 'bound';
    kind: 'mesh' | 'box' | 'sphere' | 'cylinder' | 'capsule' | 'missing';
    pose: Pose;
    color?: [number, number, number, number];
    mesh?: string;
    scale?: [number, number, number];
    size?: [number, number, number];
    radius?: number;
    length?: number;
    tried?: string;
}

export interface Link {
    name: string;
    member: string;
    parent: number; // -1 for a root
    axis: number; // of its arm; -1 for none
    dh?: Pose; // the frame of Denavit and Hartenberg in the link
    shapes: Shape[];
    mass: number;
    ellipsoid: { pose: Pose; semi: [number, number, number]; valid: boolean } | null;
}

/** A box of the rules, along the axes of the world [m]. */
export interface RuleVolume {
    kind: 'box' | 'zone' | 'space';
    name: string;
    member?: string; // that stays inside a space
    low: [number, number, number];
    high: [number, number, number];
}

/** What must stay apart, as the rules of the cell say. */
export interface CollisionScene {
    component: string; // whose pairs are in the state frames
    rules: boolean; // the cell has rules; without them nothing is enforced
    keep: number; // [m]
    slow: number; // two bodies that are nearer than this are near [m]
    bodies: { name: string; link?: number; volume?: number }[]; // the number of one of the two
    volumes: RuleVolume[];
}

export interface SceneDescription {
    collision?: CollisionScene; // where a component of the cell computes clearances
    links: Link[];
    frames: { name: string; link: number; pose: Pose }[];
    members: {
        name: string;
        class: string;
        first: number;
        count: number;
        on?: number; // the link that carries it, -1 for the world
        fixed: boolean;
        display?: 'solid' | 'wireframe' | 'off'; // how the cell wants it to be seen at first
    }[];
}

export interface Field {
    name: string;
    type: string; // real, integer, truth, text, enum, vector, pose, block, child ...
    count: string; // empty for one
    unit: string;
    low: number | null;
    high: number | null;
    default: string;
    when: 'live' | 'standstill' | 'load';
    role: 'parameter' | 'signal' | 'state';
    words: string[] | null;
    of?: string; // the type of what is in a block
    help: string;
}

export interface TypeDescription {
    type: string;
    help: string;
    fields: Field[];
}

export interface ArmFrame {
    state: number; // as guard/state counts
    follows: boolean;
    taken: boolean;
    cause: number;
    q: Float64Array;
    v: Float64Array;
    effort: Float64Array;
    commanded: Float64Array;
}

/** Pairs of bodies that are near each other, the nearest first. Arrays have room for more. */
export interface NearPairs {
    count: number;
    enforced: number; // bit k: pair k must keep a distance
    bodies: Uint16Array; // 2 each, into CollisionScene.bodies
    numbers: Float32Array; // 7 each: nearest point of the first, of the second, and their distance [m]
}

/** The newest state; one object that is written again and again. */
export interface StateFrame {
    tick: number;
    time: number; // loop time [s]
    sequence: number;
    rate: number; // loop time per wall time
    late: boolean;
    recording: boolean;
    paused: boolean; // the pace of a simulated cell is held
    links: Float32Array; // 7 each, measured
    commanded: Float32Array; // 7 each
    arms: ArmFrame[];
    pairs: NearPairs;
    received: number; // performance.now() when it came; 0 before the first
}

export interface LeaseStatus {
    owner: string;
    session: number;
    role: string;
    since: number;
    yours: boolean;
    free: boolean;
}

export interface Status {
    arms: { name: string; state: string; cause?: Why; harder?: Why | null; [more: string]: unknown }[];
    components: { name: string; state: string; error?: Why; [more: string]: unknown }[];
    lease: LeaseStatus;
    recording: string | boolean | null; // the name of what is written, null for nothing
    [more: string]: unknown;
}

export interface LoopEvent {
    t: number;
    sequence: number;
    object: string;
    why: Why;
}

export type Contact = 'starting' | 'live' | 'old' | 'lost' | 'refused';

/** Refusals come as this. */
export class Refusal extends Error {
    constructor(readonly why: Why) {
        super(why.text);
    }
}

/** Rows of subscribed signals, as a ring that plots read. */
export interface SignalRows {
    readonly paths: readonly string[];
    readonly capacity: number;
    readonly count: number; // rows ever written; row k is at k % capacity
    readonly time: Float64Array;
    column(path: string): Float64Array | null;
}

/** Listeners are told by name; each returns how to stop listening. */
export interface StationEvents {
    contact: (contact: Contact, why: Why | null) => void;
    catalogue: (catalogue: Catalogue, scene: SceneDescription) => void;
    status: (status: Status) => void;
    event: (event: LoopEvent) => void;
    asked: (by: { session: number; name: string }) => void;
    frame: (frame: StateFrame) => void; // each state frame, before it is drawn
}

/** The running cell as scene and panels see it (core/station.ts builds it). */
export interface Station {
    readonly contact: Contact;
    readonly ending: 'none' | 'ended' | 'broken'; // how the last connection ended
    readonly hello: { session: number; role: string; name: string; clock: string; plant: string } | null;
    readonly catalogue: Catalogue | null;
    readonly scene: SceneDescription | null;
    readonly status: Status | null;
    readonly frame: StateFrame;
    readonly events: readonly LoopEvent[]; // the last 5,000
    readonly rows: SignalRows;
    on<K extends keyof StationEvents>(name: K, listener: StationEvents[K]): () => void;

    /** Asks; resolves with the answer's fields, rejects with a Refusal. Adds the lease itself. */
    request(command: string, fields?: Record<string, unknown>): Promise<Record<string, unknown>>;
    /** message to a component; resolves with the answer's text. */
    tell(object: string, what: Saying): Promise<string>;
    /** First component of a type for an arm ("" for any). */
    find(type: string, arm?: string): Component | null;
    describe(type: string): Promise<TypeDescription>;
    /** Adds signals to what is subscribed, counted; the function takes them back. */
    watch(paths: readonly string[]): () => void;
    /** The newest value of a watched signal; NaN for none. */
    value(path: string): number;

    stop(): void; // the stop of the page; see core/stop.ts
    lease(act: 'acquire' | 'take' | 'return' | 'ask'): Promise<void>;
    readonly holds: boolean; // the lease is ours
    /** Sends text() to a component 20 times a second while held, newest only; release() ends it. */
    hold(object: string, text: () => Saying | null): { release(): void; ended: Promise<Why | null> };
}

/** One line of a menu, as ui/popups.ts draws it. */
export type MenuLine =
    | { text: string; detail?: string; checked?: boolean; locked?: string; act?: () => void }
    | { title: string }
    | 'line';

/** A link that a menu is asked for. */
export interface PickedLink {
    index: number; // into SceneDescription.links
    link: Link;
    arm: Arm | null; // that it belongs to; null for other objects
    tools: readonly string[]; // arms whose tool, as the cell names it, is this link or a frame of it
    at: { x: number; y: number }; // of the window [px], for what opens beside it
}

/** Says what a part of the page can do with a link; an empty list for nothing. */
export type LinkProvider = (picked: PickedLink) => MenuLine[];

export type Detail = 'automatic' | 'fine' | 'low';

/** Who takes the points that are moved in the picture. */
export interface PointEditor {
    choose(name: string): void;
    /** Why the tool cannot be brought to a pose from the posture of a point; empty when it can. */
    reach(name: string, pose: Pose): Promise<string>;
    /** The point is let go there; what is against it is said where points are listed. */
    drop(name: string, pose: Pose): void;
}

export type SceneLayer = 'frames' | 'bounds' | 'ellipsoids' | 'trail' | 'ghost' | 'collision' | 'clearance';

/** Two bodies and how near they are. */
export interface Clearance {
    bodies: [string, string];
    a: [number, number, number]; // nearest point of the first, in the world [m]
    b: [number, number, number];
    distance: number; // [m], negative when they overlap
    enforced: boolean; // it must stay above a limit
}

/** What the scene can do for panels (scene/scene.ts builds it). */
export interface SceneView {
    mark(link: number | null, kind: 'fault' | 'limit' | 'chosen' | null): void;
    markVolume(volume: number, kind: 'fault' | 'limit'): void; // into CollisionScene.volumes; until mark(null, null)
    show(what: SceneLayer, on: boolean): void;
    shown(what: SceneLayer): boolean;
    style(link: number, style: 'solid' | 'wire' | 'hidden'): void;
    /** Shows a pair beside those that are near, until it is given null. */
    measure(pair: Clearance | null): void;
    fit(): void;
    views(): string[];
    view(name: string): void; // takes a saved view
    saveView(name: string): void;
    isSaved(name: string): boolean; // by a person, for this cell
    forgetView(name: string): void;
    addPane(): void; // another view of the same scene
    axisViews(): void; // the view, and beside it three along x, y and z
    ride(link: number | null): void; // fixes the eye of the first view to a link; null lets it stand
    detail(level?: Detail): Detail; // how finely it is drawn; sets it first, if it is given
    points(points: { name: string; pose: Pose; chosen: boolean }[]): void;
    editPoints(editor: PointEditor): void;
    handle(mode: 'off' | 'tool' | 'elbow' | 'point', arm?: string): void; // drag handle; no arm: the first that can
    place(element: HTMLElement, small: boolean): void; // moves the canvas there
    look(): 'plain' | 'full';
    picked: (listener: (link: number, x: number, y: number) => void) => void; // right click or tap
    /**
     * Adds lines to the menu of links, in the scene and in the list of objects. Groups stand in the
     * order of their numbers with a line between them; the function returned takes it back.
     */
    offer: (group: number, provider: LinkProvider) => () => void;
    /** All lines for a link; none if there is no such link. */
    menuOf: (link: number, at?: { x: number; y: number }) => MenuLine[];
    pace: (rate: () => HandRate) => void; // how fast a drag may be
    /** What is done instead when the guide frame is entered for the first time. */
    guided: (choose: () => void) => void;
    dragged: (listener: (drag: { active: boolean; drift: number; text: string }) => void) => void;
    image(): Promise<Blob>; // PNG of the picture, as large as the window
    /** How the eye of the main view stands: x right, y up, z towards it; a quaternion x y z w. */
    sight(): [number, number, number, number];
    /** The same as TIFF; or depths of the first view as 16-bit TIFF that names its step. */
    capture(kind: 'tiff' | 'depth'): Promise<Blob>;
}
