// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// One group per link of the scene description, with exactly its shapes; the ghost of what is commanded;
// bounding volumes, collision geometry and mass ellipsoids beside them, made when they are first shown.

import { Box3, Color, Group, Matrix4, Mesh, type Object3D, Quaternion, SphereGeometry, Vector3 } from 'three';
import type { Link, Pose, SceneDescription, Shape, StateFrame } from '../core/types';
import type { Mark, Materials } from './materials';
import type { Palette } from './palette';
import type { Piece, ShapeStore } from './shapes';
import { ghostDiffers } from './ghost';

export type Style = 'solid' | 'wire' | 'hidden';

/** The style of what a cell calls it. */
export function styleOf(display?: 'solid' | 'wireframe' | 'off'): Style {
    return display === 'wireframe' ? 'wire' : display === 'off' ? 'hidden' : 'solid';
}
export type Layer = 'bounds' | 'ellipsoids' | 'collision';

interface Body {
    mesh: Mesh;
    piece: Piece;
    color: Color;
    opacity: number;
}

interface LinkModel {
    link: Link;
    group: Group;
    visual: Group;
    ghost: Group;
    bodies: Body[];
    ghostMeshes: { mesh: Mesh; piece: Piece; curtain: boolean }[];
    layers: Partial<Record<Layer, Group>>;
    style: Style;
    mark: Mark | null;
    shell: boolean; // of an arm: its colour without a colour of its own
}

const place = new Vector3();
const turn = new Quaternion();
const one = new Vector3(1, 1, 1);

/** Sets an object to pose number `index` of a list of 7 numbers each. */
export function setPose(object: Object3D, poses: ArrayLike<number>, index: number): void {
    const k = 7 * index;
    place.set(poses[k], poses[k + 1], poses[k + 2]);
    turn.set(poses[k + 3], poses[k + 4], poses[k + 5], poses[k + 6]);
    object.matrix.compose(place, turn, one);
    object.matrixWorldNeedsUpdate = true;
}

const shapeMatrix = (pose: Pose | undefined, scale: readonly number[] | undefined): Matrix4 => {
    const [x, y, z, qx, qy, qz, qw] = pose ?? [0, 0, 0, 0, 0, 0, 1];
    const [sx, sy, sz] = scale ?? [1, 1, 1];
    return new Matrix4().compose(
        new Vector3(x, y, z),
        new Quaternion(qx, qy, qz, qw),
        new Vector3(sx, sy, sz),
    );
};

/** A group that is placed by its matrix alone. */
function fixedGroup(): Group {
    const group = new Group();
    group.matrixAutoUpdate = false;
    return group;
}

function fixedMesh(piece: Piece, shape: Shape): Mesh {
    const mesh = new Mesh(piece.geometry);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(shapeMatrix(shape.pose, shape.kind === 'mesh' ? shape.scale : undefined));
    return mesh;
}

export class LinkModels {
    readonly root = new Group();
    readonly ghosts = new Group();
    private models: LinkModel[] = [];
    private readonly on: Record<Layer, boolean> = { bounds: false, ellipsoids: false, collision: false };
    private coarse = false;
    private generation = 0;

    constructor(
        private readonly store: ShapeStore,
        private readonly materials: Materials,
        private palette: Palette,
        private readonly changed: () => void,
    ) {}

    get count(): number {
        return this.models.length;
    }

    linkOf(index: number): Link | null {
        return this.models[index]?.link ?? null;
    }

    build(scene: SceneDescription, armMembers: ReadonlySet<string>): void {
        this.generation++;
        this.root.clear();
        this.ghosts.clear();
        this.models = scene.links.map((link, index) =>
            this.buildLink(link, index, armMembers.has(link.member)),
        );
        for (const { display, first, count } of scene.members) {
            if (display === undefined || display === 'solid') continue;
            for (let k = first; k < first + count; k++) this.style(k, styleOf(display));
        }
        for (const layer of Object.keys(this.on) as Layer[]) if (this.on[layer]) this.show(layer, true);
        this.changed();
    }

    private buildLink(link: Link, index: number, shell: boolean): LinkModel {
        const model: LinkModel = {
            link,
            group: fixedGroup(),
            visual: fixedGroup(),
            ghost: fixedGroup(),
            bodies: [],
            ghostMeshes: [],
            layers: {},
            style: 'solid',
            mark: null,
            shell,
        };
        model.group.userData['link'] = index;
        model.ghost.visible = false;
        model.group.add(model.visual);
        this.root.add(model.group);
        this.ghosts.add(model.ghost);
        const seen = link.shapes.filter((shape) => shape.use === 'visual');
        // a link without a picture of its own is seen as what collision sees
        const drawn = seen.length > 0 ? seen : link.shapes.filter((shape) => shape.use === 'collision');
        for (const shape of drawn) this.addVisual(model, shape);
        return model;
    }

    private addVisual(model: LinkModel, shape: Shape): void {
        const now = this.store.piecesNow(shape);
        if (now !== null) {
            this.addBodies(model, shape, now);
            return;
        }
        // boxes first: the volumes that bound the link stand in until its mesh has come
        const standIns = model.link.shapes.filter((s) => s.use === 'bound' && s.kind !== 'mesh');
        const before = standIns.flatMap((s) =>
            this.addBodies(model, s, this.store.piecesNow(s) ?? [], 'wire'),
        );
        const generation = this.generation;
        const replace = (pieces: Piece[], instead: Shape): void => {
            if (generation !== this.generation) return;
            before.forEach((body) => body.mesh.removeFromParent());
            model.bodies = model.bodies.filter((body) => !before.includes(body));
            this.addBodies(model, instead, pieces);
            this.changed();
        };
        this.store.mesh(shape.mesh ?? '').then(
            (pieces) => replace(pieces, shape),
            () => {
                const missing: Shape = { ...shape, kind: 'missing' };
                replace(this.store.piecesNow(missing) ?? [], missing);
            },
        );
    }

    private addBodies(model: LinkModel, shape: Shape, pieces: Piece[], as?: 'wire'): Body[] {
        const missing = shape.kind === 'missing' || as === 'wire';
        const bodies = pieces.map((piece) => {
            const mesh = fixedMesh(piece, shape);
            const [r, g, b, a] = shape.color ?? [0, 0, 0, 0];
            // the colours of a mesh are more than the one that the model has for all of it
            const fromFile = shape.color === undefined || piece.own;
            const given = fromFile ? piece.color : new Color().setRGB(r, g, b, 'srgb');
            const color = given ?? this.themed(model, shape);
            const opacity = fromFile ? piece.opacity : a;
            const body = { mesh, piece, color, opacity };
            if (missing) mesh.material = this.materials.wire(this.palette.ink2);
            else this.dress(model, body);
            mesh.castShadow = mesh.receiveShadow = !missing && opacity === 1;
            model.visual.add(mesh);
            if (!missing) this.addGhost(model, shape, piece);
            return body;
        });
        if (!missing || as === 'wire') model.bodies.push(...bodies);
        return bodies;
    }

    /** The colour of what has none of its own. */
    private themed(model: LinkModel, shape: Shape): Color {
        return model.shell
            ? this.palette.shell
            : shape.kind === 'box'
              ? this.palette.table
              : this.palette.steel;
    }

    private addGhost(model: LinkModel, shape: Shape, piece: Piece): void {
        for (const curtain of [true, false]) {
            const mesh = fixedMesh(piece, shape);
            mesh.material = curtain ? this.materials.curtain() : this.materials.ghost();
            mesh.renderOrder = curtain ? 8 : 9;
            model.ghost.add(mesh);
            model.ghostMeshes.push({ mesh, piece, curtain });
        }
    }

    private dress(model: LinkModel, body: Body): void {
        const { color, opacity, mesh, piece } = body;
        mesh.material =
            model.style === 'wire'
                ? this.materials.wire(color)
                : model.mark !== null
                  ? this.materials.marked(model.mark, color)
                  : this.materials.solid(color, opacity, piece.map);
        mesh.geometry = this.coarse ? piece.coarse : piece.geometry;
    }

    private dressAll(model: LinkModel): void {
        model.visual.visible = model.style !== 'hidden';
        for (const body of model.bodies) this.dress(model, body);
    }

    /** Poses of a frame. True if anything is elsewhere than it was. */
    apply(frame: StateFrame, withGhost: boolean): void {
        const count = Math.min(this.models.length, frame.links.length / 7);
        for (let k = 0; k < count; k++) {
            const model = this.models[k];
            setPose(model.group, frame.links, k);
            const differs =
                withGhost && model.style !== 'hidden' && ghostDiffers(frame.links, frame.commanded, k);
            model.ghost.visible = differs;
            if (differs) setPose(model.ghost, frame.commanded, k);
        }
    }

    mark(index: number, mark: Mark | null): void {
        const model = this.models[index];
        if (model === undefined || model.mark === mark) return;
        model.mark = mark;
        this.dressAll(model);
    }

    marks(): { index: number; mark: Mark }[] {
        return this.models.flatMap((m, index) => (m.mark === null ? [] : [{ index, mark: m.mark }]));
    }

    style(index: number, style: Style): void {
        const model = this.models[index];
        if (model === undefined) return;
        model.style = style;
        this.dressAll(model);
    }

    /** After another theme or look. */
    repaint(palette: Palette): void {
        const before = this.palette;
        this.palette = palette;
        for (const model of this.models) {
            for (const body of model.bodies) {
                for (const name of ['shell', 'steel', 'table'] as const) {
                    if (body.color === before[name]) body.color = palette[name];
                }
            }
            this.dressAll(model);
            for (const { mesh, curtain } of model.ghostMeshes) {
                mesh.material = curtain ? this.materials.curtain() : this.materials.ghost();
            }
            for (const layer of Object.values(model.layers)) layer.removeFromParent();
            model.layers = {};
        }
        for (const layer of Object.keys(this.on) as Layer[]) this.show(layer, this.on[layer]);
    }

    detail(coarse: boolean): void {
        if (coarse === this.coarse) return;
        this.coarse = coarse;
        for (const model of this.models) {
            for (const body of model.bodies) this.dress(model, body);
            for (const { mesh, piece } of model.ghostMeshes)
                mesh.geometry = coarse ? piece.coarse : piece.geometry;
        }
    }

    show(layer: Layer, on: boolean): void {
        this.on[layer] = on;
        for (const model of this.models) {
            if (on && model.layers[layer] === undefined) {
                model.layers[layer] = this.buildLayer(model, layer);
                model.group.add(model.layers[layer]!);
            }
            const group = model.layers[layer];
            if (group !== undefined) group.visible = on;
        }
    }

    shows(layer: Layer): boolean {
        return this.on[layer];
    }

    private buildLayer(model: LinkModel, layer: Layer): Group {
        const group = fixedGroup();
        if (layer === 'ellipsoids') {
            const { ellipsoid } = model.link;
            if (ellipsoid === null || ellipsoid === undefined) return group;
            const mesh = new Mesh(new SphereGeometry(1, 28, 18), this.materials.mass(ellipsoid.valid));
            mesh.matrixAutoUpdate = false;
            mesh.matrix.copy(shapeMatrix(ellipsoid.pose, ellipsoid.semi));
            // seen through the link that it stands for
            mesh.renderOrder = 12;
            group.add(mesh);
            return group;
        }
        const use = layer === 'bounds' ? 'bound' : 'collision';
        const material = layer === 'bounds' ? this.materials.bound() : this.materials.collision();
        for (const shape of model.link.shapes.filter((s) => s.use === use)) {
            const addAll = (pieces: Piece[]): void =>
                pieces.forEach((piece) => {
                    const mesh = fixedMesh(piece, shape);
                    mesh.material = material;
                    mesh.renderOrder = 10;
                    group.add(mesh);
                    this.changed();
                });
            const now = this.store.piecesNow(shape);
            if (now !== null) addAll(now);
            else this.store.mesh(shape.mesh ?? '').then(addAll, () => undefined);
        }
        return group;
    }

    /** Calls with the bodies alone: no volumes, ellipsoids or shells about them. */
    bare<T>(call: () => T): T {
        const shown = (Object.keys(this.on) as Layer[]).filter((layer) => this.on[layer]);
        shown.forEach((layer) => this.show(layer, false));
        try {
            return call();
        } finally {
            shown.forEach((layer) => this.show(layer, true));
        }
    }

    /** Where a link is drawn: columns of its matrix. */
    matrixOf(index: number): number[] | null {
        const model = this.models[index];
        return model === undefined ? null : [...model.group.matrixWorld.elements];
    }

    /** Meshes that can be pointed at. */
    targets(): Object3D[] {
        return this.models.filter((m) => m.style !== 'hidden').map((m) => m.visual);
    }

    /** The index of the link that an object belongs to, -1 for none. */
    static linkIndexOf(object: Object3D | null): number {
        for (let o = object; o !== null; o = o.parent) {
            if (typeof o.userData['link'] === 'number') return o.userData['link'];
        }
        return -1;
    }

    bounds(): Box3 {
        const box = new Box3();
        this.root.updateMatrixWorld(true);
        for (const model of this.models) if (model.visual.visible) box.expandByObject(model.visual);
        return box;
    }

    boundsOf(index: number): Box3 {
        const model = this.models[index];
        const box = new Box3();
        if (model === undefined || !model.visual.visible) return box;
        model.group.updateMatrixWorld(true);
        return box.setFromObject(model.visual);
    }

    triangles(): number {
        const of = ({ mesh }: Body): number =>
            (mesh.geometry.index?.count ?? mesh.geometry.getAttribute('position')?.count ?? 0) / 3;
        return this.models.reduce((sum, m) => sum + m.bodies.reduce((part, body) => part + of(body), 0), 0);
    }
}
