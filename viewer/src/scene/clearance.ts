// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How near bodies are, drawn: a segment with a dot at each end for each pair, the distance at the
// nearest one, and the volumes of the rules. What is enforced is amber, what is only watched grey.

import { Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import type { Clearance, CollisionScene, NearPairs } from '../core/types';
import { distanceText, nearPairs } from './nearest';
import { metresPerPixel, type Pane } from './panes';
import type { Palette } from './palette';
import type { Picture } from './picture';
import { Rods } from './rods';
import { add, scale, type Vec } from './vec';
import { RuleVolumes, type VolumeMark } from './volumes';

const MOST = 32; // pairs of one kind; a cell shows fewer
const ROD = 1.2; // [px] radius
const DOT = 4.5;
const BESIDE = { dx: 14, dy: -12 }; // [px] of a tag from the middle of its segment

const matrix = new Matrix4();

/** Segments and dots of one colour, as thick in each view. */
class Segments {
    readonly root = new Group();
    private readonly paint = new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true });
    private readonly rods = new Rods(this.paint, MOST);
    private readonly dots = new InstancedMesh(new SphereGeometry(1, 16, 10), this.paint, 2 * MOST);
    private pairs: readonly Clearance[] = [];

    constructor() {
        this.dots.frustumCulled = false;
        this.dots.renderOrder = 23;
        this.dots.count = 0;
        this.root.add(this.rods.mesh, this.dots);
    }

    repaint(color: MeshBasicMaterial['color']): void {
        this.paint.color = color;
    }

    set(pairs: readonly Clearance[]): void {
        this.pairs = pairs.slice(0, MOST);
        this.root.visible = pairs.length > 0;
    }

    aim(pane: Pane): void {
        if (!this.root.visible) return;
        this.rods.between(this.pairs.map(({ a, b }) => [a, b]), (k) => ROD * metresPerPixel(pane, this.pairs[k].a));
        const ends = this.pairs.flatMap(({ a, b }) => [a, b]);
        ends.forEach((end, k) => {
            const radius = DOT * metresPerPixel(pane, end);
            this.dots.setMatrixAt(k, matrix.makeScale(radius, radius, radius).setPosition(...end));
        });
        this.dots.count = ends.length;
        this.dots.instanceMatrix.needsUpdate = true;
    }
}

const middleOf = ({ a, b }: Clearance): Vec => scale(add(a, b), 0.5);
const namesOf = ({ bodies }: Clearance): string => bodies.join(' \u2013 ');

export class Clearances {
    private readonly root = new Group();
    private readonly enforced = new Segments();
    private readonly watched = new Segments();
    private readonly measured = new Segments();
    private readonly volumes: RuleVolumes;
    private rules: CollisionScene | null = null;
    private on = true;
    private pair: Clearance | null = null; // that somebody asked for
    private seen = new Float32Array(0); // numbers of the pairs as they were last drawn

    constructor(
        private readonly picture: Picture,
        private readonly newest: () => NearPairs,
        private readonly holder: (zone: string) => string | null,
    ) {
        this.volumes = new RuleVolumes(picture.palette);
        this.root.add(this.enforced.root, this.watched.root, this.volumes.root);
        picture.stage.scene.add(this.root, this.measured.root);
        this.repaint(picture.palette);
    }

    get shown(): boolean {
        return this.on;
    }

    show(on: boolean): void {
        this.on = this.root.visible = on;
        this.picture.invalidate();
    }

    /** A pair that is shown whether the others are or not; null for none. */
    measure(pair: Clearance | null): void {
        this.pair = pair;
        this.picture.invalidate();
    }

    mark(volume: number | null, mark: VolumeMark | null): void {
        this.volumes.mark(volume, mark);
        this.picture.invalidate();
    }

    build(rules: CollisionScene | null): void {
        this.rules = rules;
        this.pair = null;
        this.volumes.build(rules?.volumes ?? []);
        this.picture.invalidate();
    }

    repaint(palette: Palette): void {
        this.enforced.repaint(palette.limit);
        this.watched.repaint(palette.ink2);
        this.measured.repaint(palette.sight);
        this.volumes.repaint(palette);
    }

    /** Whether the pairs of a frame differ from those that were drawn; they count as drawn from now on. */
    sees(): boolean {
        const { count, numbers } = this.newest();
        const used = this.on && this.rules !== null ? 7 * count : 0;
        let news = this.seen.length !== used;
        for (let k = 0; k < used && !news; k++) news = this.seen[k] !== numbers[k];
        if (news) this.seen = numbers.slice(0, used);
        return news;
    }

    /** Before a frame is drawn. */
    update(): void {
        const near = this.on && this.rules !== null ? nearPairs(this.newest(), this.rules) : [];
        this.enforced.set(near.filter((pair) => pair.enforced));
        this.watched.set(near.filter((pair) => !pair.enforced));
        this.measured.set(this.pair === null ? [] : [this.pair]);
        this.tag('clearance', near[0] ?? null, near[0]?.enforced === true ? 'limit' : 'plain');
        this.tag('measured', this.pair, 'chosen');
        this.tagVolumes();
    }

    private tag(key: string, pair: Clearance | null, kind: 'limit' | 'plain' | 'chosen'): void {
        const { labels } = this.picture;
        if (pair === null) return labels.set(key, null);
        labels.set(key, { at: [...middleOf(pair)] as [number, number, number], text: distanceText(pair.distance), more: namesOf(pair), kind, ...BESIDE });
    }

    private tagVolumes(): void {
        const keys = new Set<string>();
        const named = this.on ? this.volumes.list : [];
        named.forEach(({ volume: { kind, name, member, low, high }, mark }, k) => {
            keys.add(`volume ${k}`);
            const at: [number, number, number] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2]];
            const text = kind === 'space' ? member ?? name : name;
            const holder = kind === 'zone' ? this.holder(name) : null;
            const more = holder === null ? kind : `${kind}, held by ${holder}`;
            this.picture.labels.set(`volume ${k}`, { at, text, more, kind: mark ?? 'quiet' });
        });
        this.picture.labels.keepOnly('volume ', keys);
    }

    /** Before each view is drawn. */
    aim(pane: Pane): void {
        for (const segments of [this.enforced, this.watched, this.measured]) segments.aim(pane);
    }
}
