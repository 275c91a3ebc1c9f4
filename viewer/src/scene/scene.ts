// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene of the page: picture, mouse, handles and words, as panels see them.

import type { HandRate } from '../core/paced';
import type { Clearance, Detail, PointEditor, SceneView, Station } from '../core/types';
import { PaneBars } from './bars';
import type { Mode } from './camera';
import { Clearances } from './clearance';
import { Dragging, type DragNews, type HandleMode } from './dragging';
import { facingOf, guideAfter } from './guide';
import { partAt } from './handle_parts';
import { Handles } from './handles';
import { ZoneHolders } from './holders';
import type { Mark } from './materials';
import { LinkMenus } from './menus';
import { Mouse } from './mouse';
import { dismount, metresPerPixel, mount, type Pane, pixelOf, rayAt } from './panes';
import { Picture } from './picture';
import { type Grip, PointDragging } from './pointdrag';
import './scene.css';
import { tableScene } from './table';
import { depthSteps, writeTiff } from './tiff';
import { Twin } from './twin';
import { placeOf } from './vec';
import { AXIS_VIEWS, SavedViews } from './views';

type What = Parameters<SceneView['show']>[0];
type PointList = Parameters<SceneView['points']>[0];

const RING_HIT = 12; // [px] about the elbow ring

class CellScene implements SceneView {
    private readonly handles: Handles;
    private readonly clearances: Clearances;
    private readonly holders: ZoneHolders;
    private readonly dragging: Dragging;
    private readonly pointing: PointDragging;
    private readonly saved = new SavedViews();
    private readonly bars: PaneBars;
    private readonly note = document.createElement('div');
    private readonly pickers = new Set<(link: number, x: number, y: number) => void>();
    private readonly menus: LinkMenus;
    private cell = '';
    private known = ''; // the cell as it was last told
    private touched = false; // the view was chosen by hand: it is not fitted again by itself
    private placed = ''; // what the view was last fitted to
    private ready = false; // a handle can be drawn
    private chooseGuide: (() => void) | null = null; // asked for when the guide frame is entered first

    constructor(
        private readonly station: Station,
        private readonly root: HTMLElement,
        private readonly picture: Picture,
        private readonly twin: Twin,
    ) {
        this.menus = new LinkMenus(station);
        this.dragging = new Dragging(station, () => picture.invalidate());
        this.pointing = new PointDragging(
            () => picture.points.poses,
            () => picture.invalidate(),
        );
        this.handles = new Handles(picture, this.dragging, this.pointing);
        this.holders = new ZoneHolders(station);
        this.clearances = new Clearances(picture, () => station.frame.pairs, (zone) => this.holders.of(zone));
        this.bars = new PaneBars(root, {
            names: () => [...this.views(), ...AXIS_VIEWS],
            choose: (pane, name) => this.take(pane, name),
            close: (pane) => this.closePane(pane),
            float: (pane, place) => {
                picture.panes.float(pane, place);
                picture.invalidate();
            },
        });
        this.note.className = 'scene-note';
        this.note.setAttribute('role', 'status');
        root.append(this.note);
        picture.beforeDraw = () => this.beforeDraw();
        picture.beforePane = (pane) => {
            this.handles.aim(pane);
            this.clearances.aim(pane);
        };
        picture.afterDraw = () => this.bars.follow(picture.panes);
        picture.repainted = () => {
            this.handles.repaint();
            this.clearances.repaint(picture.palette);
        };
        new Mouse(root, this.mouseHooks());
        this.listen();
    }

    private listen(): void {
        const { station } = this;
        station.on('catalogue', () => this.rebuild());
        station.on('frame', () => this.framed());
        station.on('contact', (contact) => {
            this.root.classList.toggle('is-lost', contact === 'lost');
            this.picture.invalidate();
        });
        addEventListener('keydown', (event) => {
            const typing =
                event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
            if (event.key === 'Home' && !typing && !event.ctrlKey && !event.altKey) this.fit();
        });
        this.rebuild();
    }

    private rebuild(): void {
        const { catalogue, scene } = this.station;
        if (catalogue === null || scene === null) return;
        // a contact that comes back tells the same cell again: what was hidden in it stays hidden
        const known = JSON.stringify([catalogue.cell, catalogue.arms, scene]);
        if (known === this.known) return this.dragging.watch();
        this.known = known;
        this.picture.build(catalogue, scene);
        this.clearances.build(scene.collision ?? null);
        this.holders.build(scene.collision ?? null);
        this.twin.build(scene);
        this.dragging.watch();
        this.saved.load(catalogue.cell);
        if (catalogue.cell !== this.cell) this.touched = false;
        this.cell = catalogue.cell;
        this.placed = '';
    }

    private framed(): void {
        const { frame } = this.station;
        // a twin is written seldom; poses that stay are not drawn again
        this.twin.update(frame, this.picture.links.marks());
        if (this.dragging.session !== null) this.dragging.check();
        if (this.picture.sees(frame)) this.picture.moved();
        if (this.clearances.sees()) this.picture.invalidate();
        if (this.holders.sees()) this.picture.invalidate();
        if (this.dragging.ready !== this.ready) {
            this.ready = this.dragging.ready;
            this.picture.invalidate();
        }
        this.arrive();
    }

    /** The first view of a cell: as soon as poses are there, and again when its meshes are. */
    private arrive(): void {
        const { store, links } = this.picture;
        const { loaded, wanted } = store;
        const text = loaded < wanted ? `Reading meshes, ${loaded} of ${wanted}` : '';
        if (this.note.textContent !== text) this.note.textContent = text;
        const state = `${links.count} ${loaded}`;
        if (this.touched || links.count === 0 || this.placed === state) return;
        this.placed = state;
        this.picture.fitAll(this.picture.panes.main);
    }

    private beforeDraw(): void {
        const { picture } = this;
        this.handles.update();
        this.clearances.update();
        const keys = new Set<string>();
        for (const { index, mark } of picture.links.marks()) {
            const link = picture.links.linkOf(index);
            const at = placeOf(this.station.frame.links, 7 * index);
            if (link === null || !Number.isFinite(at[0])) continue;
            const kind = mark === 'chosen' ? 'chosen' : mark;
            keys.add(`mark ${index}`);
            picture.labels.set(`mark ${index}`, {
                at,
                text: link.name,
                more: mark === 'chosen' ? '' : mark,
                kind,
            });
        }
        picture.points.poses.forEach(({ name, pose, chosen }, k) => {
            keys.add(`point ${k}`);
            picture.labels.set(`point ${k}`, {
                at: placeOf(pose),
                text: name,
                kind: chosen ? 'chosen' : 'quiet',
            });
        });
        picture.labels.keepOnly('mark ', keys);
        picture.labels.keepOnly('point ', keys);
    }

    /** Where things are in the picture [px] and how it is drawn: for tests that move a mouse. */
    probe(): Record<string, unknown> {
        const { picture, dragging } = this;
        const pane = picture.panes.main;
        const tool = dragging.accepted();
        const elbow = dragging.elbow();
        return {
            tool: tool === null ? null : pixelOf(pane, placeOf(tool)),
            elbow: elbow === null ? null : pixelOf(pane, elbow.at),
            ready: dragging.ready,
            held: dragging.session?.kind ?? null,
            guide: dragging.session?.candidate ?? null,
            points: picture.points.poses.map((p) => ({ ...p, at: pixelOf(pane, placeOf(p.pose)) })),
            point: this.pointing.session === null ? null : { ...this.pointing.session, drag: undefined, over: undefined },
            view: pane.view,
            drawn: picture.frameCount,
            look: picture.look(),
            ratio: picture.governor.ratio,
            coarse: picture.governor.coarse,
            triangles: picture.links.triangles(),
            panes: picture.panes.drawn.map(({ view, rect, float, drawn, sequence, camera }) => {
                const floats = float !== null;
                const isParallel = camera.projectionMatrix.elements[15] === 1;
                return { view, rect, floats, drawn, sequence, isParallel, camera: [...camera.matrixWorld.elements] };
            }),
        };
    }

    /** The state that is drawn, and where it is drawn: matrices of all links. */
    poses(): Record<string, unknown> {
        const { links, applied } = this.picture;
        return { ...applied, links: Array.from({ length: links.count }, (_, k) => links.matrixOf(k)) };
    }

    // ---- mouse

    private mouseHooks(): ConstructorParameters<typeof Mouse>[1] {
        const { picture, dragging, root } = this;
        return {
            paneAt: (x, y) => picture.panes.at(x, y),
            taken: (pane) => dismount(pane),
            looked: (pane) => this.looked(pane),
            grasp: (event, pane, x, y) => this.grasp(event, pane, x, y),
            drag: (pane, x, y) => this.pointing.session === null
                ? dragging.move(rayAt(pane, x, y))
                : this.pointing.move(rayAt(pane, x, y)),
            hover: (pane, x, y) => this.hover(pane, x, y),
            enterGuide: () => this.enterGuide(),
            takeGuide: (event) => dragging.session !== null || dragging.takeGuide(root, event),
            guide: (mode, pane, x, y, dx, dy) => this.guide(mode, pane, x, y, dx, dy),
            endGuide: () => dragging.session?.release(),
            pick: (pane, x, y, event) => {
                const hit = picture.pick(rayAt(pane, x, y));
                this.pickers.forEach((listener) => listener(hit?.link ?? -1, event.clientX, event.clientY));
            },
            showCentre: (on) => picture.showCentre(on),
        };
    }

    /** The first time, which end effector follows the guide frame is asked instead. */
    private enterGuide(): boolean {
        const { chooseGuide } = this;
        if (chooseGuide === null || !this.dragging.ready) return true;
        this.chooseGuide = null;
        chooseGuide();
        return false;
    }

    private looked(pane: Pane): void {
        this.touched = true;
        pane.name = '';
        pane.onTool = false;
        this.picture.invalidate();
    }

    /** What of the handles is under a pixel. */
    private under(pane: Pane, x: number, y: number): Dragging['hover'] {
        const { dragging, picture } = this;
        if (!dragging.ready || picture.small || ['off', 'point'].includes(dragging.mode)) return null;
        if (dragging.mode === 'elbow') {
            const elbow = dragging.elbow();
            const middle = elbow === null ? null : pixelOf(pane, elbow.at);
            if (elbow === null || middle === null) return null;
            const radius = this.handles.ringSize(pane, elbow.at) / metresPerPixel(pane, elbow.at);
            return Math.hypot(x - middle[0], y - middle[1]) < radius + RING_HIT ? 'elbow' : null;
        }
        const accepted = dragging.accepted();
        if (accepted === null) return null;
        const size = this.handles.sizeIn(pane, placeOf(accepted));
        return partAt([x, y], accepted, size, (at) => pixelOf(pane, at));
    }

    /** What of the taught points is under a pixel. */
    private pointUnder(pane: Pane, x: number, y: number): Grip | null {
        if (this.picture.small) return null;
        const { handled } = this.pointing;
        const size = handled === null ? 0 : this.handles.sizeIn(pane, placeOf(handled.pose));
        return this.pointing.under([x, y], size, (at) => pixelOf(pane, at));
    }

    private hover(pane: Pane, x: number, y: number): void {
        const grip = this.pointUnder(pane, x, y);
        if (grip?.name !== this.pointing.hover?.name || grip?.part !== this.pointing.hover?.part) {
            this.pointing.hover = grip;
            this.root.classList.toggle('is-hover', grip !== null);
            this.picture.invalidate();
        }
        const part = this.under(pane, x, y);
        if (part === this.dragging.hover && pane === this.handles.hoverIn) return;
        this.dragging.hover = part;
        this.handles.hoverIn = pane;
        this.root.classList.toggle('is-hover', part !== null);
        this.picture.invalidate();
    }

    private grasp(event: PointerEvent, pane: Pane, x: number, y: number): boolean {
        const { dragging, root } = this;
        const ray = rayAt(pane, x, y);
        const facing = facingOf(pane);
        const grip = this.pointUnder(pane, x, y);
        if (grip !== null) {
            root.setPointerCapture(event.pointerId);
            return this.pointing.take(grip, event, ray, facing);
        }
        const part = this.under(pane, x, y);
        if (part === null) return false;
        return part === 'elbow'
            ? dragging.takeElbow(root, event, null, facing)
            : dragging.takeTool(root, event, part, ray, facing);
    }

    private guide(mode: Mode, pane: Pane, x: number, y: number, dx: number, dy: number): void {
        this.dragging.guide((pose) => guideAfter(pose, mode, pane, { x, y, dx, dy }));
    }

    // ---- what panels ask for

    mark(link: number | null, kind: Mark | null): void {
        const { links, skeleton } = this.picture;
        const all = links.marks().filter(({ mark }) => kind === null || kind === mark);
        const which = link !== null ? [link] : all.map(({ index }) => index);
        for (const index of which) {
            links.mark(index, link === null ? null : kind);
            skeleton.mark(index, link === null ? null : kind);
        }
        if (link === null && kind === null) this.clearances.mark(null, null);
        this.picture.invalidate();
    }

    markVolume(volume: number, kind: 'fault' | 'limit'): void {
        this.clearances.mark(volume, kind);
    }

    show(what: What, on: boolean): void {
        const { picture } = this;
        if (what === 'frames') picture.frames.root.visible = on;
        else if (what === 'ghost') picture.showGhost = on;
        else if (what === 'clearance') this.clearances.show(on);
        else if (what === 'trail') {
            picture.showTrail = on;
            picture.trails.forEach(({ trail }) => {
                if (on && !trail.line.visible) trail.clear();
                trail.line.visible = on;
            });
        } else picture.links.show(what, on);
        picture.moved();
    }

    shown(what: What): boolean {
        const { picture } = this;
        if (what === 'frames') return picture.frames.root.visible;
        if (what === 'ghost') return picture.showGhost;
        if (what === 'clearance') return this.clearances.shown;
        return what === 'trail' ? picture.showTrail : picture.links.shows(what);
    }

    style(link: number, style: 'solid' | 'wire' | 'hidden'): void {
        this.picture.links.style(link, style);
        this.picture.skeleton.style(link, style);
        this.picture.moved();
    }

    measure(pair: Clearance | null): void {
        this.clearances.measure(pair);
    }

    fit(): void {
        for (const pane of this.picture.panes.drawn) {
            if (pane.onTool || pane.ride !== null) continue;
            this.picture.fitAll(pane);
        }
        this.picture.invalidate();
    }

    views(): string[] {
        return this.saved.names();
    }

    view(name: string): void {
        this.take(this.picture.panes.main, name);
    }

    private take(pane: Pane, name: string): void {
        const found = this.saved.get(name);
        if (found === null) return;
        pane.ride = null;
        pane.onTool = found === 'tool';
        pane.flat = null;
        if (found !== 'tool') {
            if (AXIS_VIEWS.includes(name) && !('centre' in found)) pane.flat = found;
            pane.view = { ...pane.view, ...found };
            if (!('centre' in found)) this.picture.fitAll(pane);
        }
        pane.name = name;
        this.touched = true;
        this.picture.invalidate();
    }

    saveView(name: string): void {
        this.saved.save(name, this.picture.panes.main.view);
        this.picture.panes.main.name = name;
        this.bars.arrange(this.picture.panes);
    }

    isSaved(name: string): boolean {
        return this.saved.isSaved(name);
    }

    forgetView(name: string): void {
        this.saved.forget(name);
        this.bars.arrange(this.picture.panes);
    }

    addPane(): void {
        const { panes } = this.picture;
        const names = ['Top', 'Side', 'Tool'];
        this.addPaneAs(names[panes.all.length - 1] ?? 'Front');
    }

    private addPaneAs(name: string): void {
        const { panes } = this.picture;
        if (!panes.add(panes.main.view)) return;
        this.take(panes.all[panes.all.length - 1], name);
    }

    axisViews(): void {
        const { panes } = this.picture;
        panes.all.slice(1).forEach((pane) => panes.remove(pane));
        AXIS_VIEWS.forEach((name) => this.addPaneAs(name));
    }

    ride(link: number | null): void {
        const { picture } = this;
        const { main } = picture.panes;
        if (link === null) dismount(main);
        else mount(main, link, this.station.frame.links);
        main.name = '';
        this.touched = true;
        picture.invalidate();
    }

    detail(level?: Detail): Detail {
        const { governor } = this.picture;
        if (level !== undefined && level !== governor.detail) this.picture.setDetail(level);
        return governor.detail;
    }

    private closePane(pane: Pane): void {
        this.picture.panes.remove(pane);
        this.picture.invalidate();
    }

    points(points: PointList): void {
        this.picture.points.set(points);
        this.picture.invalidate();
    }

    editPoints(editor: PointEditor): void {
        this.pointing.editor = editor;
    }

    handle(mode: HandleMode, arm?: string): void {
        this.pointing.on = mode === 'point';
        if (!this.pointing.on) this.pointing.release(false);
        this.dragging.setMode(mode, arm);
    }

    place(element: HTMLElement, small: boolean): void {
        if (this.root.parentElement !== element) element.prepend(this.root);
        this.dragging.session?.release();
        this.root.classList.toggle('is-small', small);
        this.picture.setSmall(small);
    }

    look(): 'plain' | 'full' {
        return this.picture.look();
    }

    picked = (listener: (link: number, x: number, y: number) => void): void => {
        this.pickers.add(listener);
    };

    offer: SceneView['offer'] = (group, provider) => this.menus.offer(group, provider);

    menuOf: SceneView['menuOf'] = (link, at) => this.menus.of(link, at);

    pace = (rate: () => HandRate): void => {
        this.dragging.rate = rate;
    };

    guided = (choose: () => void): void => {
        this.chooseGuide = choose;
    };

    dragged = (listener: (drag: DragNews) => void): void => {
        this.dragging.listen((news) => {
            this.root.classList.toggle('is-grasping', news.active);
            listener(news);
        });
    };

    image(): Promise<Blob> {
        return this.picture.image();
    }

    sight(): [number, number, number, number] {
        return this.handles.sight();
    }

    async capture(kind: 'tiff' | 'depth'): Promise<Blob> {
        const { picture, cell } = this;
        const time = `${cell}, t = ${picture.applied.time.toFixed(3)} s`;
        let file: Uint8Array<ArrayBuffer>;
        if (kind === 'tiff') {
            const { width, height, rgb } = picture.pixels();
            file = writeTiff({ width, height, pixels: rgb, description: time });
        } else {
            const { width, height, metres } = picture.depths();
            const { steps, step } = depthSteps(metres);
            const description = `${time}; depth along the axis of view, ${step} m a step, 0 for nothing`;
            file = writeTiff({ width, height, pixels: steps, description });
        }
        return new Blob([file], { type: 'image/tiff' });
    }
}

function makeRoot(): HTMLElement {
    const root = document.createElement('div');
    root.className = 'scene-root';
    root.tabIndex = 0;
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', 'Scene: arrow keys turn it, plus and minus zoom, Home shows all');
    return root;
}

export function createScene(station: Station): SceneView {
    const root = makeRoot();
    const twin = new Twin(() => performance.now());
    root.append(twin.element);
    let picture: Picture;
    try {
        picture = new Picture(root, station);
    } catch {
        return tableScene(station, root, twin);
    }
    const scene = new CellScene(station, root, picture, twin);
    const { probe, poses } = scene;
    Object.assign(root, {
        probe: probe.bind(scene),
        poses: poses.bind(scene),
        time: () => picture.timed(),
    });
    return scene;
}
