// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The end effectors of each arm and the ranges of its joints, as the task component has them now. They
// change by messages of anybody; its signal `changes` counts, and what counts on is asked for again.

import { compose } from '../ui/frames';
import { Listeners } from './listeners';
import type { Arm, Catalogue, Pose, SceneDescription, Station } from './types';

export interface Effector {
    name: string;
    link: string; // a link or a frame of the arm
    kind: string; // 'frame', 'point', or the token of another type
    soft: boolean;
    offset: Pose; // in that link or frame
    relative: string; // the link that it is relative to, or "None"
}

interface Known {
    component: string;
    changes: number; // that the list is of; -1 before the first
    asking: boolean;
    list: Effector[] | null; // null: not known
}

/** The words of `show effector K`; null for anything else. */
export function parseEffector(text: string): Effector | null {
    const words = text.trim().split(/\s+/);
    const offset = words.slice(4, 11).map(Number);
    if (words.length !== 12 || offset.some(Number.isNaN)) return null;
    return {
        name: words[0],
        link: words[1],
        kind: words[2],
        soft: words[3] === 'soft',
        offset: offset as unknown as Pose,
        relative: words[11],
    };
}

/** What `effector add` and `effector change` want behind the verb. */
export function effectorText(effector: Effector): string {
    const { name, link, kind, soft, offset } = effector;
    return `${name} ${link} ${kind} ${soft ? 'soft' : 'hard'} ${offset.map(String).join(' ')}`;
}

/** The link of the scene that a name of a member stands for, and the pose in it; null for none. */
export function placeOfName(
    scene: SceneDescription,
    member: number,
    name: string,
): { link: number; pose: Pose } | null {
    const first = scene.members[member]?.first ?? 0;
    const last = first + (scene.members[member]?.count ?? scene.links.length);
    const own = (link: number): boolean => link >= first && link < last;
    const link = scene.links.findIndex((l, k) => own(k) && l.name === name);
    if (link >= 0) return { link, pose: [0, 0, 0, 0, 0, 0, 1] };
    const frame = scene.frames.find((f) => f.name === name && own(f.link));
    return frame === undefined ? null : { link: frame.link, pose: frame.pose };
}

/** Where the tool of an arm is as its task component has it; null: there is none; undefined: not known. */
const tools = new WeakMap<Arm, { link: number; pose: Pose } | null>();

export function toolOf(arm: Arm): { link: number; pose: Pose } | null | undefined {
    return tools.get(arm);
}

export class Effectors {
    private readonly arms = new Map<string, Known>();
    private readonly told = new Listeners<{ changed: (arm: string) => void }>();
    private unwatch: (() => void) | null = null;

    constructor(private readonly station: Station) {
        station.on('catalogue', () => this.begin());
        station.on('frame', () => this.look());
        if (station.catalogue !== null) this.begin();
    }

    /** The tool first; an empty list: there is none. Null where it is not known. */
    of(arm: string): readonly Effector[] | null {
        return this.arms.get(arm)?.list ?? null;
    }

    on(listener: (arm: string) => void): () => void {
        return this.told.on('changed', listener);
    }

    private begin(): void {
        this.unwatch?.();
        this.arms.clear();
        const { catalogue } = this.station;
        const known = new Set(catalogue?.signals.map((s) => s.path));
        const paths: string[] = [];
        for (const arm of catalogue?.arms ?? []) {
            const component = this.station.find('task', arm.name)?.name ?? '';
            if (component === '' || !known.has(`${component}/changes`)) continue;
            this.arms.set(arm.name, { component, changes: -1, asking: false, list: null });
            paths.push(`${component}/changes`, `${component}/effectors`);
        }
        this.unwatch = this.station.watch(paths);
    }

    private look(): void {
        for (const [arm, known] of this.arms) {
            const changes = this.station.value(`${known.component}/changes`);
            if (known.asking || Number.isNaN(changes) || changes === known.changes) continue;
            void this.ask(arm, known, changes);
        }
    }

    private async ask(arm: string, known: Known, changes: number): Promise<void> {
        const first = known.changes < 0;
        known.asking = true;
        try {
            const count = this.station.value(`${known.component}/effectors`);
            const list: Effector[] = [];
            for (let i = 0; i < count; i++) {
                const read = parseEffector(await this.station.tell(known.component, `show effector ${i}`));
                if (read !== null) list.push(read);
            }
            known.list = list;
            known.changes = changes;
            this.place(arm, list[0]);
            if (!first || changes > 0) await this.askLimits(arm);
        } catch {
            known.changes = changes; // asked again when it counts on
        } finally {
            known.asking = false;
        }
        this.told.tell('changed', arm);
    }

    private place(name: string, tool: Effector | undefined): void {
        const { catalogue, scene } = this.station;
        const arm = catalogue?.arms.find((a) => a.name === name);
        if (arm === undefined || scene === null) return;
        if (tool === undefined) {
            tools.set(arm, null);
            return;
        }
        const at = placeOfName(scene, arm.member, tool.link);
        if (at === null) tools.delete(arm);
        else tools.set(arm, { link: at.link, pose: compose(at.pose, tool.offset) });
    }

    /** Ranges of joints are in the catalogue; only they are taken from it. */
    private async askLimits(name: string): Promise<void> {
        const answer = (await this.station.request('catalogue')) as unknown as Catalogue;
        const from = answer.arms.find((arm) => arm.name === name);
        const to = this.station.catalogue?.arms.find((arm) => arm.name === name);
        to?.axes.forEach((axis, i) => {
            axis.lower = from?.axes[i]?.lower ?? null;
            axis.upper = from?.axes[i]?.upper ?? null;
        });
    }
}

const made = new WeakMap<Station, Effectors>();

export function effectorsOf(station: Station): Effectors {
    let found = made.get(station);
    if (found === undefined) {
        found = new Effectors(station);
        made.set(station, found);
    }
    return found;
}
