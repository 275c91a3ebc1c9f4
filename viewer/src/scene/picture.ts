// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The picture: everything that is drawn, and when. A frame is drawn only when something changed, never
// while the page is hidden, and reads no layout.

import { Box3, Group, Mesh, Raycaster, SphereGeometry, Vector3 } from 'three';
import type { Arm, Catalogue, Detail, SceneDescription, StateFrame, Station } from '../core/types';
import { fit } from './camera';
import { type Depths, type Pixels, readDepths, readPixels } from './capture';
import type { Ray } from './drag';
import { Labels } from './labels';
import { LinkModels } from './links';
import { LookGovernor } from './looks';
import { type Look, Materials } from './materials';
import { Frames, Points, Trail } from './overlays';
import { onTheme, type Palette, readPalette } from './palette';
import { type Pane, Panes } from './panes';
import { ShapeStore } from './shapes';
import { Skeleton } from './skeleton';
import { Stage } from './stage';
import { toolPose } from './tool';
import type { Vec } from './vec';
import { FIRST_VIEW } from './views';

const AROUND = 0.45; // [m] about the arms that a fitted view shows of the rest

export class Picture {
    palette: Palette = readPalette();
    readonly governor = new LookGovernor();
    readonly panes = new Panes(FIRST_VIEW);
    readonly labels = new Labels();
    readonly materials: Materials;
    readonly stage: Stage;
    readonly store = new ShapeStore();
    readonly links: LinkModels;
    readonly frames: Frames;
    readonly points: Points;
    readonly skeleton: Skeleton;
    readonly extras = new Group(); // handles
    trails: { trail: Trail; arm: Arm }[] = [];
    showGhost = true;
    showTrail = false;
    small = false;
    /** Called in each frame before it is drawn, and when theme or look changed. */
    beforeDraw: () => void = () => undefined;
    beforePane: (pane: Pane) => void = () => undefined; // handles are as large in each view
    afterDraw: () => void = () => undefined;
    repainted: () => void = () => undefined;
    private readonly centre: Mesh;
    private scheduled = false;
    private width = 0;
    private height = 0;
    private stale = true; // poses have come that are not applied
    private drawn = 0;
    private measuring = false;
    private warmed = false; // shaders of hidden things are made too
    private readonly caster = new Raycaster();
    /** The state that is drawn. */
    applied = { tick: -1, time: Number.NaN, sequence: -1, joints: [] as number[][] };
    private seen = new Float32Array(0); // poses as they were last drawn: measured, then commanded
    readonly direction = new Vector3();

    /** Throws where there is no WebGL 2. */
    constructor(
        readonly root: HTMLElement,
        private readonly station: Station,
    ) {
        this.stage = new Stage(root, this.palette, this.governor.look);
        this.materials = new Materials(this.palette, this.governor.look);
        this.links = new LinkModels(this.store, this.materials, this.palette, () => this.invalidate());
        this.frames = new Frames(this.palette);
        this.points = new Points(this.frames);
        this.skeleton = new Skeleton(this.materials, this.palette);
        this.centre = new Mesh(
            new SphereGeometry(1, 20, 14),
            this.materials.flat(this.palette.limit, 0.9, true),
        );
        this.centre.visible = false;
        this.stage.scene.add(
            this.links.root,
            this.links.ghosts,
            this.frames.root,
            this.points.root,
            this.extras,
            this.skeleton.root,
            this.centre,
        );
        this.stage.restored = () => this.invalidate();
        root.append(this.labels.element);
        new ResizeObserver(([entry]) =>
            this.resize(entry.contentRect.width, entry.contentRect.height),
        ).observe(root);
        onTheme(() => this.repaint());
        document.addEventListener('visibilitychange', () => this.invalidate());
    }

    invalidate(): void {
        if (this.scheduled || document.hidden || this.width < 2 || this.height < 2) return;
        this.scheduled = true;
        requestAnimationFrame(() => {
            this.scheduled = false;
            this.draw();
        });
    }

    /** Whether a frame differs from what was drawn; it counts as drawn from now on. */
    sees({ links, commanded }: StateFrame): boolean {
        const { length } = links;
        let news = this.seen.length !== 2 * length;
        if (news) this.seen = new Float32Array(2 * length);
        for (let k = 0; k < length; k++) {
            news ||= this.seen[k] !== links[k] || this.seen[length + k] !== commanded[k];
        }
        if (!news) return false;
        this.seen.set(links);
        this.seen.set(commanded, length);
        return true;
    }

    /** New poses: the next frame applies the newest. */
    moved(): void {
        this.stale = true;
        this.invalidate();
    }

    build(catalogue: Catalogue, scene: SceneDescription): void {
        this.store.clear();
        const members = new Set(catalogue.arms.map((arm) => scene.members[arm.member]?.name ?? arm.name));
        this.links.build(scene, members);
        this.frames.build(scene);
        this.skeleton.build(scene);
        this.trails.forEach(({ trail }) => trail.line.removeFromParent());
        this.trails = catalogue.arms.map((arm) => ({ trail: new Trail(this.palette.ink), arm }));
        this.warmed = false;
        this.trails.forEach(({ trail }) => {
            trail.line.visible = this.showTrail;
            this.stage.scene.add(trail.line);
        });
        this.moved();
    }

    private resize(width: number, height: number): void {
        this.width = Math.floor(width);
        this.height = Math.floor(height);
        if (this.width < 2 || this.height < 2) return;
        this.fitCanvas();
    }

    fitCanvas(): void {
        const screen = window.devicePixelRatio || 1;
        const { look, ratio } = this.governor;
        this.stage.resize(
            this.width,
            this.height,
            look === 'full' ? Math.min(screen, 2) : Math.min(screen, 1) * ratio,
        );
        this.panes.resize(this.width, this.height, this.small);
        // a canvas that was given another size is empty: fill it in the same turn, or it blinks
        if (!document.hidden) this.draw();
    }

    private repaint(): void {
        this.palette = readPalette();
        this.materials.change(this.palette, this.governor.look);
        this.stage.repaint(this.palette);
        this.links.repaint(this.palette);
        this.frames.repaint(this.palette);
        this.skeleton.repaint(this.palette);
        this.centre.material = this.materials.flat(this.palette.limit, 0.9, true);
        this.trails.forEach(({ trail }) => trail.repaint(this.palette.ink));
        this.repainted();
        this.invalidate();
    }

    private changeLook(): void {
        this.measuring = this.warmed = false;
        const { look, coarse } = this.governor;
        this.stage.setLook(look);
        this.links.detail(coarse || this.small);
        this.fitCanvas();
        this.repaint();
    }

    setSmall(small: boolean): void {
        this.small = small;
        this.links.detail(small || this.governor.coarse);
        this.panes.resize(this.width, this.height, small);
        this.invalidate();
    }

    /** Frames drawn since the page began. */
    get frameCount(): number {
        return this.drawn;
    }

    look(): Look {
        return this.governor.look;
    }

    showCentre(on: boolean): void {
        if (this.centre.visible === on) return;
        this.centre.visible = on;
        this.invalidate();
    }

    /** The tool of the first arm, as measured: what a view that rides on it follows. */
    private tool(): ReturnType<typeof toolPose> {
        const { scene, catalogue, frame } = this.station;
        const arm = catalogue?.arms[0];
        return scene === null || arm === undefined ? null : toolPose(scene, arm, frame.links);
    }

    private applyPoses(): void {
        this.stale = false;
        const { frame, scene } = this.station;
        const { tick, time, sequence } = frame;
        this.applied = { tick, time, sequence, joints: frame.arms.map(({ q }) => Array.from(q)) };
        this.links.apply(frame, this.showGhost);
        this.frames.apply(frame);
        this.skeleton.apply(frame.links);
        if (scene === null) return;
        for (const { trail, arm } of this.trails) {
            const pose = toolPose(scene, arm, frame.links);
            if (pose !== null) trail.append(pose[0], pose[1], pose[2]);
        }
    }

    draw(opaque = false): void {
        if (this.width < 2 || this.height < 2) return;
        const { governor, stage } = this;
        this.drawn++;
        const start = performance.now();
        if (this.stale) this.applyPoses();
        this.panes.aim(this.tool(), this.station.frame.links);
        this.beforeDraw();
        stage.clear(opaque);
        const panes = this.panes.stacked;
        for (const pane of panes) {
            const { view } = pane;
            this.centre.position.set(view.centre[0], view.centre[1], view.centre[2]);
            this.centre.scale.setScalar(view.distance * 0.012);
            this.beforePane(pane);
            stage.draw(pane.camera, pane.rect, pane.float !== null);
            pane.drawn++;
            pane.sequence = this.applied.sequence;
        }
        const floating = panes.filter((pane) => pane.float !== null).map((pane) => pane.rect);
        if (!this.small) this.labels.update(this.panes.main.camera, this.panes.main.rect, floating);
        this.afterDraw();
        if (this.measuring) return;
        this.measuring = true;
        stage.whenDrawn(() => {
            this.measuring = false;
            if (!this.warmed) {
                this.warmed = true;
                stage.warm(this.panes.main.camera);
                return this.invalidate();
            }
            const now = performance.now();
            if (governor.note(now - start, now)) this.changeLook();
            else if (governor.undecided) this.invalidate();
        });
    }

    /** Poses now, without waiting for a frame: for what measures the scene. */
    settle(): void {
        if (this.stale) this.applyPoses();
    }

    fitAll(pane: Pane): void {
        this.settle();
        const all = this.links.bounds();
        const arms = this.armBounds();
        for (const [x, y, z] of this.skeleton.places(this.station.frame.links)) {
            arms.expandByPoint(this.direction.set(x, y, z));
        }
        all.union(arms);
        if (all.isEmpty()) return;
        const box = arms.isEmpty() ? all : arms.expandByScalar(AROUND).intersect(all);
        const vec = ({ x, y, z }: Vector3): Vec => [x, y, z];
        pane.view = fit(
            pane.view,
            vec(box.min),
            vec(box.max),
            pane.rect.width / Math.max(1, pane.rect.height),
        );
        // shadows fall on the ground beside what stands on it
        const wide = all.clone().intersect(box.clone().expandByScalar(1)).union(box);
        wide.min.z = all.min.z;
        const middle = wide.getCenter(new Vector3());
        const radius = wide.getSize(new Vector3()).length() / 2 + 0.15;
        this.stage.setGround(all.min.z, [middle.x, middle.y, middle.z], radius);
        this.invalidate();
    }

    private armBounds(): Box3 {
        const members = new Set(this.trails.map(({ arm }) => arm.member));
        const { scene } = this.station;
        const box = new Box3();
        scene?.members.forEach((member, index) => {
            if (!members.has(index)) return;
            for (let k = 0; k < member.count; k++) box.union(this.links.boundsOf(member.first + k));
        });
        return box;
    }

    /** The link that a ray meets first, and where. */
    pick(ray: Ray): { link: number; point: Vec } | null {
        this.caster.ray.origin.set(...(ray.origin as [number, number, number]));
        this.caster.ray.direction.set(...(ray.direction as [number, number, number]));
        const targets = [...this.links.targets(), ...this.skeleton.targets()];
        for (const hit of this.caster.intersectObjects(targets, true)) {
            const link = LinkModels.linkIndexOf(hit.object);
            if (link >= 0) return { link, point: [hit.point.x, hit.point.y, hit.point.z] };
        }
        return null;
    }

    /** Draws as large as the window and opaque, calls, and draws as before. */
    private whole<T>(call: () => T): T {
        const { width, height, stage } = this;
        stage.resize(width, height, window.devicePixelRatio || 1);
        try {
            this.draw(true);
            return call();
        } finally {
            this.fitCanvas();
        }
    }

    image(): Promise<Blob> {
        const { canvas } = this.stage;
        // toBlob takes its copy before it returns
        return this.whole(
            () =>
                new Promise((resolve, reject) => {
                    const done = (blob: Blob | null): void =>
                        blob === null ? reject(new Error('no picture')) : resolve(blob);
                    canvas.toBlob(done);
                }),
        );
    }

    pixels(): Pixels {
        return this.whole(() => readPixels(this.stage));
    }

    /** Of the first view, bodies only. */
    depths(): Depths {
        const { camera, rect } = this.panes.main;
        const ratio = window.devicePixelRatio || 1;
        const size = { width: Math.floor(rect.width * ratio), height: Math.floor(rect.height * ratio) };
        this.settle();
        this.panes.aim(this.tool(), this.station.frame.links);
        const keep = new Set([this.links.root, this.skeleton.root]);
        return this.links.bare(() => readDepths(this.stage, camera, size, keep));
    }

    /** How long a frame takes until it is drawn [ms]: it waits for that, so it is for measuring only. */
    timed(): number {
        const start = performance.now();
        this.draw();
        this.stage.finish();
        return performance.now() - start;
    }

    setDetail(detail: Detail): void {
        this.governor.choose(detail);
        this.changeLook();
    }
}
