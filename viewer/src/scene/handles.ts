// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Draws the handles where the drag has them, with their words.

import type { Dragging } from './dragging';
import { ElbowRing } from './elbow';
import { ToolHandle } from './handle';
import { metresPerPixel, type Pane } from './panes';
import type { Picture } from './picture';
import type { PointDragging } from './pointdrag';
import { placeOf, type Vec } from './vec';

const HANDLE = 78; // [px] from the middle to the tips
const RING = 40; // [px]

export class Handles {
    private readonly tool: ToolHandle;
    private readonly ring: ElbowRing;
    private readonly point: ToolHandle;
    hoverIn: Pane | null = null; // the view that the pointer is in
    private aimTool: ((pane: Pane, hover: Dragging['hover']) => void) | null = null; // null for not shown
    private aimElbow: ((pane: Pane, hover: Dragging['hover']) => void) | null = null;
    private aimPoint: ((pane: Pane) => void) | null = null;

    constructor(
        private readonly picture: Picture,
        private readonly dragging: Dragging,
        private readonly points: PointDragging,
    ) {
        this.point = new ToolHandle(picture.palette, picture.frames);
        this.tool = new ToolHandle(picture.palette, picture.frames);
        this.ring = new ElbowRing(picture.palette);
        picture.extras.add(this.tool.root, this.ring.root, this.point.root);
    }

    repaint(): void {
        this.tool.repaint(this.picture.palette);
        this.ring.repaint(this.picture.palette);
        this.point.repaint(this.picture.palette);
    }

    /** Size of the handle of the tool in a view [m]. */
    sizeIn(pane: Pane, at: Vec): number {
        return HANDLE * metresPerPixel(pane, at);
    }

    /** Ring size in a view [m]. */
    ringSize(pane: Pane, at: Vec): number {
        return RING * metresPerPixel(pane, at);
    }

    /** Before each view is drawn: handles are as large in each of them, and only where the pointer is strong. */
    aim(pane: Pane): void {
        const { dragging } = this;
        const hover = dragging.session !== null || this.hoverIn === pane ? dragging.hover : null;
        this.aimTool?.(pane, hover);
        this.aimElbow?.(pane, hover);
        this.aimPoint?.(pane);
    }

    /** How the eye of the main view stands. */
    sight(): [number, number, number, number] {
        const { x, y, z, w } = this.picture.panes.main.camera.quaternion;
        return [x, y, z, w];
    }

    update(): void {
        const { dragging, picture } = this;
        const { session, mode } = dragging;
        const shown = (dragging.ready || session !== null) && !picture.small;
        this.updateTool(shown && (mode === 'tool' || session?.kind === 'tool'));
        this.updateElbow(shown && mode === 'elbow');
        this.updatePoint(this.points.on && !picture.small);
    }

    private updatePoint(shown: boolean): void {
        const { picture, points } = this;
        const { session, hover, handled } = points;
        const held = shown && handled !== null && session !== null;
        this.aimPoint = null;
        if (!shown || handled === null) {
            this.point.hide();
        } else {
            const pose = session?.candidate ?? handled.pose;
            const part = session?.part ?? (hover?.name === handled.name ? hover.part : null);
            const before = session === null ? null : { accepted: session.start };
            this.aimPoint = (pane) => this.point.set(pose, this.sizeIn(pane, placeOf(pose)), part, before);
        }
        picture.labels.set(
            'moved point',
            held
                ? {
                      at: placeOf(session.candidate),
                      text: session.name,
                      more: points.describe(),
                      kind: session.against === '' ? 'ghost' : 'limit',
                      dx: 26,
                      dy: -46,
                  }
                : null,
        );
    }

    private updateTool(shown: boolean): void {
        const { dragging, picture } = this;
        const accepted = shown ? dragging.accepted() : null;
        const session = dragging.session?.kind === 'tool' ? dragging.session : null;
        this.aimTool = null;
        if (accepted === null) {
            this.tool.hide();
        } else {
            const pose = session?.candidate ?? accepted;
            this.aimTool = (pane, hover) => {
                const part = session?.part ?? (hover === 'elbow' ? null : hover);
                const size = this.sizeIn(pane, placeOf(accepted));
                this.tool.set(pose, size, part, session === null ? null : { accepted });
            };
        }
        const held = accepted !== null && session !== null;
        picture.labels.set(
            'candidate',
            held
                ? {
                      at: placeOf(session.candidate),
                      text: 'candidate',
                      more: dragging.describe(),
                      kind: 'ghost',
                      dx: 26,
                      dy: -46,
                  }
                : null,
        );
        picture.labels.set(
            'accepted',
            held
                ? { at: placeOf(accepted), text: 'tool', more: 'accepted', kind: 'plain', dx: -120, dy: 18 }
                : null,
        );
    }

    private updateElbow(shown: boolean): void {
        const { dragging, picture } = this;
        const elbow = shown ? dragging.elbow() : null;
        const session = dragging.session?.kind === 'elbow' ? dragging.session : null;
        if (elbow === null) {
            this.ring.hide();
            this.aimElbow = null;
            picture.labels.set('elbow', null);
            picture.labels.set('pinned', null);
            return;
        }
        const at = session === null ? elbow : { ...elbow, at: dragging.grasped(session) };
        const target = session === null ? null : placeOf(session.candidate);
        const range = dragging.range();
        this.aimElbow = (pane, hover) => {
            const strong = hover === 'elbow' || session !== null;
            this.ring.set(at, this.ringSize(pane, at.at), strong, pane.camera, range, target);
        };
        picture.labels.set(
            'elbow',
            target === null
                ? null
                : {
                      at: target,
                      text: 'candidate',
                      more: dragging.describe(),
                      kind: 'ghost',
                      dx: 24,
                      dy: -44,
                  },
        );
        const tool = session === null ? null : dragging.accepted();
        const drift = `${(dragging.drift() * 1000).toFixed(2)} mm`;
        picture.labels.set(
            'pinned',
            tool === null
                ? null
                : { at: placeOf(tool), text: 'tool pinned', more: drift, kind: 'plain', dx: 18, dy: 14 },
        );
    }
}
