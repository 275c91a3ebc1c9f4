// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Mouse, pen, fingers and arrow keys on the picture. Left turns, right pans, wheel, middle or both
// buttons zoom; a held Shift moves the guide frame, a held Ctrl the centre of interest.

import {
    dragFactor,
    liftCentre,
    type Mode,
    modeOf,
    orbit,
    pan,
    slideCentre,
    type View,
    wheelFactor,
    wheelModeOf,
    zoom,
} from './camera';
import type { Pane } from './panes';

const CLICK = 4; // [px] that a click may move
const WHEEL_LINE = 30; // [px] of a wheel that counts lines

export interface MouseHooks {
    paneAt(x: number, y: number): Pane;
    /** The view of a pane is about to be changed by hand. */
    taken(pane: Pane): void;
    /** The view of a pane was changed by hand. */
    looked(pane: Pane): void;
    /** Takes what is under the pointer, if that is something to be dragged. */
    grasp(event: PointerEvent, pane: Pane, x: number, y: number): boolean;
    drag(pane: Pane, x: number, y: number): void;
    hover(pane: Pane, x: number, y: number): void;
    /** The guide frame is about to be taken; false where something else is to be done first. */
    enterGuide(): boolean;
    takeGuide(event: PointerEvent | null): boolean;
    guide(mode: Mode, pane: Pane, x: number, y: number, dx: number, dy: number): void;
    endGuide(): void;
    pick(pane: Pane, x: number, y: number, event: PointerEvent): void;
    showCentre(on: boolean): void;
}

interface Held {
    pane: Pane;
    x: number;
    y: number;
    path: number; // [px] since it was pressed
    kind: 'view' | 'drag' | 'guide';
    button: number;
}

/** The view after the pointer went (dx, dy) pixels in a mode. */
export function lookAfter(view: View, mode: Mode, dx: number, dy: number, height: number): View {
    switch (mode) {
        case 'orbit':
            return orbit(view, dx, dy, height);
        case 'pan':
            return pan(view, dx, dy, height);
        case 'zoom':
            return zoom(view, dragFactor(dy));
        case 'centre':
            return slideCentre(view, dx, dy, height);
        case 'lift':
            return liftCentre(view, -dy, height);
        default:
            return view;
    }
}

export class Mouse {
    private held: Held | null = null;
    private readonly fingers = new Map<number, { x: number; y: number }>();

    constructor(
        private readonly root: HTMLElement,
        private readonly hooks: MouseHooks,
    ) {
        root.addEventListener('pointerdown', (event) => this.down(event));
        root.addEventListener('pointermove', (event) => this.move(event));
        root.addEventListener('pointerup', (event) => this.up(event));
        root.addEventListener('pointercancel', (event) => this.up(event));
        root.addEventListener('contextmenu', (event) => event.preventDefault());
        root.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        root.addEventListener('keydown', (event) => this.key(event));
        addEventListener('keydown', (event) => event.key === 'Control' && hooks.showCentre(true));
        addEventListener('keyup', (event) => {
            if (event.key === 'Control') hooks.showCentre(false);
            if (event.key === 'Shift') hooks.endGuide();
        });
        addEventListener('blur', () => {
            hooks.showCentre(false);
            hooks.endGuide();
        });
    }

    private place(event: MouseEvent): { x: number; y: number } {
        const rect = this.root.getBoundingClientRect();
        return { x: event.clientX - rect.left, y: event.clientY - rect.top };
    }

    private down(event: PointerEvent): void {
        if (event.target instanceof Element && event.target.closest('button') !== null) return;
        const mode = modeOf(event.buttons, event.shiftKey, event.ctrlKey);
        if (mode.startsWith('guide') && !this.hooks.enterGuide()) return;
        const { x, y } = this.place(event);
        this.fingers.set(event.pointerId, { x, y });
        if (this.fingers.size > 1) {
            this.held = null; // two fingers look, they never move the arm
            return;
        }
        const pane = this.hooks.paneAt(x, y);
        let kind: Held['kind'] = 'view';
        if (mode.startsWith('guide')) kind = this.hooks.takeGuide(event) ? 'guide' : 'view';
        else if (mode === 'orbit' && this.hooks.grasp(event, pane, x, y)) kind = 'drag';
        if (kind === 'view') this.root.setPointerCapture(event.pointerId);
        this.held = { pane, x, y, path: 0, kind, button: event.button };
    }

    private move(event: PointerEvent): void {
        const { x, y } = this.place(event);
        const finger = this.fingers.get(event.pointerId);
        if (finger !== undefined && this.fingers.size === 2) return this.pinch(event.pointerId, finger, x, y);
        const { held } = this;
        if (held === null || event.buttons === 0) {
            this.held = null;
            this.hooks.hover(this.hooks.paneAt(x, y), x, y);
            return;
        }
        const [dx, dy] = [x - held.x, y - held.y];
        held.x = x;
        held.y = y;
        held.path += Math.hypot(dx, dy);
        if (held.kind === 'drag') return this.hooks.drag(held.pane, x, y);
        const mode = modeOf(event.buttons, event.shiftKey, event.ctrlKey);
        if (mode.startsWith('guide')) {
            // Shift may have come after the button
            if (held.kind === 'view' && !this.hooks.enterGuide()) {
                this.held = null;
                return;
            }
            if (held.kind === 'view' && !this.hooks.takeGuide(event)) return;
            held.kind = 'guide';
            this.hooks.guide(mode, held.pane, x, y, dx, dy);
            return;
        }
        held.kind = 'view';
        this.look(held.pane, lookAfter(this.viewOf(held.pane), mode, dx, dy, held.pane.rect.height));
    }

    private up(event: PointerEvent): void {
        this.fingers.delete(event.pointerId);
        const { held } = this;
        if (held === null || event.buttons !== 0) return;
        this.held = null;
        const click = held.kind === 'view' && held.path < CLICK && event.type === 'pointerup';
        if (click && (held.button === 2 || event.pointerType === 'touch')) {
            this.hooks.pick(held.pane, held.x, held.y, event);
        }
    }

    private pinch(id: number, finger: { x: number; y: number }, x: number, y: number): void {
        const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, place]) => place);
        const pane = this.hooks.paneAt(other.x, other.y);
        const before = Math.hypot(finger.x - other.x, finger.y - other.y);
        const after = Math.hypot(x - other.x, y - other.y);
        const moved = pan(this.viewOf(pane), (x - finger.x) / 2, (y - finger.y) / 2, pane.rect.height);
        finger.x = x;
        finger.y = y;
        this.look(pane, zoom(moved, before / Math.max(1, after)));
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const { x, y } = this.place(event);
        const pane = this.hooks.paneAt(x, y);
        // browsers turn the wheel sideways under Shift
        const raw = event.deltaY !== 0 ? event.deltaY : event.deltaX;
        const delta = event.deltaMode === 1 ? raw * WHEEL_LINE : raw;
        const mode = wheelModeOf(event.shiftKey, event.ctrlKey);
        if (mode === 'guide depth') {
            // rolled forward it goes away from the eye, as with the middle button moved up
            if (this.hooks.enterGuide() && this.hooks.takeGuide(null)) this.hooks.guide(mode, pane, x, y, 0, delta * 0.2);
        } else if (mode === 'lift') {
            this.look(pane, liftCentre(this.viewOf(pane), -delta * 0.2, pane.rect.height));
        } else {
            this.look(pane, zoom(this.viewOf(pane), wheelFactor(delta)));
        }
    }

    private key(event: KeyboardEvent): void {
        if (event.shiftKey || event.ctrlKey || event.altKey || event.target !== this.root) return;
        const pane = this.hooks.paneAt(0, 0);
        const { height } = pane.rect;
        const turns: Record<string, [number, number]> = {
            ArrowLeft: [-height / 24, 0],
            ArrowRight: [height / 24, 0],
            ArrowUp: [0, -height / 24],
            ArrowDown: [0, height / 24],
        };
        const turn = turns[event.key];
        const factor = event.key === '+' ? 1 / 1.15 : event.key === '-' ? 1.15 : null;
        if (turn !== undefined) this.look(pane, orbit(this.viewOf(pane), turn[0], turn[1], height));
        else if (factor !== null) this.look(pane, zoom(this.viewOf(pane), factor));
        else return;
        event.preventDefault();
    }

    private viewOf(pane: Pane): View {
        this.hooks.taken(pane);
        return pane.view;
    }

    private look(pane: Pane, view: View): void {
        pane.view = view;
        this.hooks.looked(pane);
    }
}
