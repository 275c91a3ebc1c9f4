// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Draws the handles where the drag has them, with their words.

import type { Dragging } from './dragging';
import { ElbowRing } from './elbow';
import { ToolHandle } from './handle';
import { metresPerPixel } from './panes';
import type { Picture } from './picture';
import { placeOf } from './vec';

const HANDLE = 78; // [px] from the middle to the tips
const RING = 40; // [px]

export class Handles {
    private readonly tool: ToolHandle;
    private readonly ring: ElbowRing;
    size = 0.1; // [m] of the tool handle

    constructor(
        private readonly picture: Picture,
        private readonly dragging: Dragging,
    ) {
        this.tool = new ToolHandle(picture.palette, picture.frames);
        this.ring = new ElbowRing(picture.palette);
        picture.extras.add(this.tool.root, this.ring.root);
    }

    repaint(): void {
        this.tool.repaint(this.picture.palette);
        this.ring.repaint(this.picture.palette);
    }

    /** Ring size [m] for hits. */
    ringSize(at: readonly [number, number, number]): number {
        return RING * metresPerPixel(this.picture.panes.main, at);
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
    }

    private updateTool(shown: boolean): void {
        const { dragging, picture } = this;
        const accepted = shown ? dragging.accepted() : null;
        const session = dragging.session?.kind === 'tool' ? dragging.session : null;
        if (accepted === null) {
            this.tool.hide();
        } else {
            const pose = session?.candidate ?? accepted;
            this.size = HANDLE * metresPerPixel(picture.panes.main, placeOf(accepted));
            const hover = session?.part ?? (dragging.hover === 'elbow' ? null : dragging.hover);
            this.tool.set(pose, this.size, hover, session === null ? null : { accepted });
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
            picture.labels.set('elbow', null);
            picture.labels.set('pinned', null);
            return;
        }
        const { camera } = picture.panes.main;
        const strong = dragging.hover === 'elbow' || session !== null;
        const at = session === null ? elbow : { ...elbow, at: dragging.grasped(session) };
        const target = session === null ? null : placeOf(session.candidate);
        this.ring.set(at, this.ringSize(at.at), strong, camera, dragging.range(), target);
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
