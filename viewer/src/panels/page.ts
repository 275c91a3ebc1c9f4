// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What every panel has at hand, and small questions about the cell that several of them ask.

import { toolOf } from '../core/effectors';
import type { Arm, ArmFrame, Catalogue, Component, Pose, SceneView, Signal, Station } from '../core/types';
import { compose, HERE, inverse, poseAt } from '../ui/frames';
import type { Keys } from '../ui/keys';
import type { Ticker } from '../ui/ticker';
import type { Replay } from './events/replay';
import type { Unsaved } from './leaving';

export type Workspace = 'operate' | 'teach' | 'tune' | 'events';

export interface Page {
    station: Station;
    scene: SceneView;
    keys: Keys;
    ticker: Ticker;
    unsaved: Unsaved; // points and steps that no file has
    replay: Replay; // what the scene shows in place of the newest poses
    workspace: Workspace;
    arm: number; // the arm that panels speak of
    joint: number; // the chosen joint of it, -1 for none
    go(workspace: Workspace): void;
    chooseArm(index: number): void;
    chooseJoint(index: number): void;
    /** Told when arm, joint or workspace is another. */
    changed(listener: () => void): void;
    /** Opens a path in the tree and its fields. */
    openField(path: string): void;
    /** Plots that go into the file when the cell is saved, and what is told when they are there. */
    plots: { document(): string; wrote(document: string): void };
}

export function armOf(page: Page): Arm | null {
    return page.station.catalogue?.arms[page.arm] ?? null;
}

/** The state of the chosen arm; null while state and catalogue are of different cells. */
export function armFrame(page: Page): ArmFrame | null {
    const frame = page.station.frame.arms[page.arm] ?? null;
    return frame !== null && frame.q.length === armOf(page)?.axes.length ? frame : null;
}

/** The component of a type that serves the chosen arm; one that serves none in particular will do. */
export function partOf(page: Page, type: string): Component | null {
    const arm = armOf(page)?.name ?? '';
    return (
        page.station.find(type, arm) ??
        page.station.catalogue?.components.find((c) => c.type === type && c.arm === '') ??
        null
    );
}

const indices = new WeakMap<Catalogue, Map<string, Signal>>();

/** A signal of the catalogue by its path. Asked often, so each catalogue is put in order once. */
export function signalOf(page: Page, path: string): Signal | null {
    const { catalogue } = page.station;
    if (catalogue === null) return null;
    let index = indices.get(catalogue);
    if (index === undefined) {
        index = new Map(catalogue.signals.map((s) => [s.path, s]));
        indices.set(catalogue, index);
    }
    return index.get(path) ?? null;
}

/** Where a frame of the scene is: a link or something fixed to one; "world" is the world itself. */
export interface Place {
    link: number; // -1 for the world
    pose: Pose; // in that link
}

export function placeOf(page: Page, name: string): Place | null {
    const scene = page.station.scene;
    if (name === 'world' || scene === null) return { link: -1, pose: HERE };
    const frame = scene.frames.find((f) => f.name === name);
    if (frame !== undefined) return { link: frame.link, pose: frame.pose };
    const link = scene.links.findIndex((l) => l.name === name);
    return link < 0 ? null : { link, pose: HERE };
}

/** The pose of a place in the world, measured or commanded. */
export function poseOf(page: Page, place: Place, commanded = false): Pose {
    if (place.link < 0) return place.pose;
    const table = commanded ? page.station.frame.commanded : page.station.frame.links;
    return compose(poseAt(table, place.link), place.pose);
}

export function toolPlace(page: Page, arm: Arm): Place {
    const told = toolOf(arm);
    if (told !== undefined && told !== null) return told;
    const named = placeOf(page, arm.tool);
    if (named !== null && named.link >= 0) return named;
    return { link: arm.axes.at(-1)?.link ?? -1, pose: HERE };
}

/** The first link of the member that an arm belongs to. */
export function baseLink(page: Page, arm: Arm): number {
    return page.station.scene?.members[arm.member]?.first ?? -1;
}

/** A pose of the world as seen from a place. */
export function seenFrom(page: Page, place: Place, pose: Pose): Pose {
    return place.link < 0 ? pose : compose(inverse(poseOf(page, place)), pose);
}

/** True for a simulated cell: nothing real moves. */
export function isSimulated(page: Page): boolean {
    return page.station.hello?.plant === 'simulation';
}
