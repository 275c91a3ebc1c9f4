// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene of the page: picture, mouse, handles and words, as panels see them.

import type { SceneView, Station } from '../core/types';
import { PaneBars } from './bars';
import { eyeOf, type Mode, sidesOf } from './camera';
import { guideDepth, guideMoved, guideTurned } from './drag';
import { Dragging, type DragNews, type HandleMode } from './dragging';
import { partAt } from './handle_parts';
import { Handles } from './handles';
import type { Mark } from './materials';
import { Mouse } from './mouse';
import { metresPerPixel, type Pane, pixelOf, rayAt } from './panes';
import { Picture } from './picture';
import './scene.css';
import { Twin } from './twin';
import { placeOf, type Vec } from './vec';
import { SavedViews } from './views';

type What = Parameters<SceneView['show']>[0];
type PointList = Parameters<SceneView['points']>[0];

const RING_HIT = 12; // [px] about the elbow ring

class CellScene implements SceneView {
    private readonly handles: Handles;
    private readonly dragging: Dragging;
    private readonly saved = new SavedViews();
    private readonly bars: PaneBars;
    private readonly note = document.createElement('div');
    private readonly pickers = new Set<(link: number, x: number, y: number) => void>();
    private cell = '';
    private touched = false; // the view was chosen by hand: it is not fitted again by itself
    private placed = ''; // what the view was last fitted to
    private ready = false; // a handle can be drawn

    constructor(
        private readonly station: Station,
        private readonly root: HTMLElement,
        private readonly picture: Picture,
        private readonly twin: Twin,
    ) {
        this.dragging = new Dragging(station, () => picture.invalidate());
        this.handles = new Handles(picture, this.dragging);
        this.bars = new PaneBars(root, {
            names: () => this.views(),
            choose: (pane, name) => this.take(pane, name),
            close: (pane) => this.closePane(pane),
        });
        this.note.className = 'scene-note';
        this.note.setAttribute('role', 'status');
        root.append(this.note);
        picture.beforeDraw = () => this.beforeDraw();
        picture.afterDraw = () => this.bars.follow(picture.panes);
        picture.repainted = () => this.handles.repaint();
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
        this.picture.build(catalogue, scene);
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
            view: pane.view,
            drawn: picture.frameCount,
            look: picture.look(),
            ratio: picture.governor.ratio,
            coarse: picture.governor.coarse,
            triangles: picture.links.triangles(),
        };
    }

    // ---- mouse

    private mouseHooks(): ConstructorParameters<typeof Mouse>[1] {
        const { picture, dragging, root } = this;
        return {
            paneAt: (x, y) => picture.panes.at(x, y),
            looked: (pane) => this.looked(pane),
            grasp: (event, pane, x, y) => this.grasp(event, pane, x, y),
            drag: (pane, x, y) => dragging.move(rayAt(pane, x, y)),
            hover: (pane, x, y) => this.hover(pane, x, y),
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

    private looked(pane: Pane): void {
        this.touched = true;
        pane.name = '';
        pane.onTool = false;
        this.picture.invalidate();
    }

    /** What of the handles is under a pixel. */
    private under(pane: Pane, x: number, y: number): Dragging['hover'] {
        const { dragging, picture } = this;
        if (!dragging.ready || picture.small || dragging.mode === 'off') return null;
        if (dragging.mode === 'elbow') {
            const elbow = dragging.elbow();
            const middle = elbow === null ? null : pixelOf(pane, elbow.at);
            if (elbow === null || middle === null) return null;
            const radius = this.handles.ringSize(elbow.at) / metresPerPixel(pane, elbow.at);
            return Math.hypot(x - middle[0], y - middle[1]) < radius + RING_HIT ? 'elbow' : null;
        }
        const accepted = dragging.accepted();
        if (accepted === null) return null;
        return partAt([x, y], accepted, this.handles.size, (at) => pixelOf(pane, at));
    }

    private hover(pane: Pane, x: number, y: number): void {
        const part = this.under(pane, x, y);
        if (part === this.dragging.hover) return;
        this.dragging.hover = part;
        this.root.classList.toggle('is-hover', part !== null);
        this.picture.invalidate();
    }

    private grasp(event: PointerEvent, pane: Pane, x: number, y: number): boolean {
        const { dragging, root } = this;
        const part = this.under(pane, x, y);
        if (part === null) return false;
        const ray = rayAt(pane, x, y);
        const facing = this.facing(pane);
        return part === 'elbow'
            ? dragging.takeElbow(root, event, null, facing)
            : dragging.takeTool(root, event, part, ray, facing);
    }

    private facing(pane: Pane): Vec {
        const { x, y, z } = pane.camera.getWorldDirection(this.picture.direction);
        return [x, y, z];
    }

    private guide(mode: Mode, pane: Pane, x: number, y: number, dx: number, dy: number): void {
        const { right, up } = sidesOf(pane.view);
        this.dragging.guide((pose) => {
            if (mode === 'guide turn') return guideTurned(pose, dx, dy, pane.rect.height, right, up);
            if (mode === 'guide depth')
                return guideDepth(pose, eyeOf(pane.view), -dy * metresPerPixel(pane, placeOf(pose)));
            return guideMoved(pose, rayAt(pane, x - dx, y - dy), rayAt(pane, x, y), this.facing(pane));
        });
    }

    // ---- what panels ask for

    mark(link: number | null, kind: Mark | null): void {
        const { links } = this.picture;
        if (link !== null) links.mark(link, kind);
        else
            for (const { index, mark } of links.marks())
                if (kind === null || kind === mark) links.mark(index, null);
        this.picture.invalidate();
    }

    show(what: What, on: boolean): void {
        const { picture } = this;
        if (what === 'frames') picture.frames.root.visible = on;
        else if (what === 'ghost') picture.showGhost = on;
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
        return what === 'trail' ? picture.showTrail : picture.links.shows(what);
    }

    style(link: number, style: 'solid' | 'wire' | 'hidden'): void {
        this.picture.links.style(link, style);
        this.picture.moved();
    }

    fit(): void {
        for (const pane of this.picture.panes.drawn) if (!pane.onTool) this.picture.fitAll(pane);
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
        pane.onTool = found === 'tool';
        if (found !== 'tool') {
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

    addPane(): void {
        const { panes } = this.picture;
        if (!panes.add(panes.main.view)) return;
        const names = ['Top', 'Side', 'Tool'];
        this.take(panes.all[panes.all.length - 1], names[panes.all.length - 2] ?? 'Front');
    }

    private closePane(pane: Pane): void {
        this.picture.panes.remove(pane);
        this.picture.invalidate();
    }

    points(points: PointList): void {
        this.picture.points.set(points);
        this.picture.invalidate();
    }

    handle(mode: HandleMode, arm?: string): void {
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

    dragged = (listener: (drag: DragNews) => void): void => {
        this.dragging.listen((news) => {
            this.root.classList.toggle('is-grasping', news.active);
            listener(news);
        });
    };

    image(): Promise<Blob> {
        return this.picture.image();
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

/** Without WebGL 2 the places of links are a table, and everything else of the page works. */
function tableScene(station: Station, root: HTMLElement, twin: Twin): SceneView {
    twin.reveal('This browser has no WebGL 2: the places of all links as a table.');
    const build = (): void => {
        if (station.scene !== null) twin.build(station.scene);
    };
    station.on('catalogue', build);
    station.on('frame', (frame) => twin.update(frame, []));
    build();
    const nothing = (): void => undefined;
    return {
        mark: nothing,
        show: nothing,
        shown: () => false,
        style: nothing,
        fit: nothing,
        views: () => [],
        view: nothing,
        saveView: nothing,
        addPane: nothing,
        points: nothing,
        handle: nothing,
        place: (element) => element.prepend(root),
        look: () => 'plain',
        picked: nothing,
        dragged: nothing,
        image: () => Promise.reject(new Error('There is no picture without WebGL 2.')),
    };
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
    Object.assign(root, { probe: () => scene.probe() });
    return scene;
}
