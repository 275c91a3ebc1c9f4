// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The four workspaces: what is at the left, in the middle and at the right of each. All are made
// once; those not in sight are hidden and not called.

import { byId, h } from '../ui/dom';
import type { Condition } from './condition';
import { createEdges } from './edges';
import { EventsSpace } from './events/space';
import { ConstraintCard } from './operate/constraints';
import { GripperCard } from './operate/gripper';
import { JogCard } from './operate/jog';
import { JogSpeed } from './operate/jogspeed';
import { JointCard } from './operate/joints';
import { ObjectCard } from './operate/objects';
import { ProgramCard } from './operate/program';
import { ToolCard } from './operate/tool';
import type { Page, Workspace } from './page';
import { TeachSpace } from './teach/space';
import { TuneSpace } from './tune/space';

export interface Space {
    left: HTMLElement[];
    right: HTMLElement[];
    middle?: HTMLElement; // in place of the scene, which then is small
}

function operate(page: Page, condition: Condition): Space {
    const speed = new JogSpeed();
    page.scene.pace(() => speed);
    return {
        left: [
            new ProgramCard(page, condition).root,
            new ConstraintCard(page, condition).root,
            new ObjectCard(page).root,
        ],
        right: [
            new ToolCard(page, condition, speed).root,
            new JointCard(page, condition, speed).root,
            new JogCard(page, condition, speed).root,
            new GripperCard(page, condition, 'operate').root,
        ],
    };
}

export function createWorkspaces(page: Page, condition: Condition): void {
    const spaces: Record<Workspace, Space> = {
        operate: operate(page, condition),
        teach: new TeachSpace(page, condition),
        tune: new TuneSpace(page, () => condition.locked()),
        events: new EventsSpace(page),
    };
    const plots = byId('plots');
    const boxes = new Map<Workspace, HTMLElement[]>();
    for (const [name, space] of Object.entries(spaces) as [Workspace, Space][]) {
        const left = h('div', { class: 'workspace' }, ...space.left);
        const right = h('div', { class: 'workspace' }, ...space.right);
        byId('left').append(left);
        byId('right').append(right);
        if (space.middle !== undefined) plots.append(space.middle); // two spaces may share it
        boxes.set(name, [left, right]);
    }
    const show = (): void => {
        for (const [name, all] of boxes) for (const box of all) box.hidden = name !== page.workspace;
        const small = spaces[page.workspace].middle !== undefined;
        plots.hidden = !small;
        document.body.classList.toggle('small-scene', small);
        page.scene.place(byId('canvas-place'), small);
    };
    page.changed(show);
    show();
    createEdges(page);
}
