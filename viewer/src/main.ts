// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Puts the page together: the station, the scene, the frame of the page and its four workspaces.

import { createStation } from './core/station';
import { createAuthority } from './panels/authority';
import { createBand } from './panels/band';
import { Banner } from './panels/banner';
import { createCell } from './panels/cellmenu';
import { createMeasuring } from './panels/clearance';
import { Condition } from './panels/condition';
import { Replay } from './panels/events/replay';
import { Unsaved } from './panels/leaving';
import type { Page, Workspace } from './panels/page';
import { createRail } from './panels/rail';
import { createSceneBar } from './panels/scenebar';
import { createStrip } from './panels/strip';
import { createWorkspaces } from './panels/workspaces';
import { createScene } from './scene/scene';
import { endHolds } from './ui/hold';
import { Keys } from './ui/keys';
import { startTheme } from './ui/theme';
import { Ticker } from './ui/ticker';

function createPage(): Page {
    const station = createStation();
    const replay = new Replay(station);
    const listeners = new Set<() => void>();
    const tell = (): void => listeners.forEach((listener) => listener());
    const page: Page = {
        station,
        unsaved: new Unsaved({ station }),
        scene: createScene(replay.view),
        replay,
        keys: new Keys(),
        ticker: new Ticker(),
        workspace: 'operate',
        arm: 0,
        joint: -1,
        go(workspace: Workspace) {
            if (page.workspace === workspace) return;
            endHolds();
            page.workspace = workspace;
            document.body.dataset['workspace'] = workspace;
            tell();
        },
        chooseArm(index) {
            if (page.arm === index) return;
            page.arm = index;
            page.joint = -1;
            tell();
        },
        chooseJoint(index) {
            if (page.joint === index) return;
            page.joint = index;
            tell();
        },
        changed: (listener) => void listeners.add(listener),
        openField: () => undefined, // the tree takes this over
        plots: { document: () => '', wrote: () => undefined }, // and the plots this
    };
    return page;
}

function start(): void {
    startTheme();
    const page = createPage();
    const condition = new Condition(page);
    createCell(page);
    createBand(page, condition);
    createAuthority(page);
    createRail(page);
    createStrip(page);
    createSceneBar(page, condition);
    createMeasuring(page);
    const banner = new Banner(page, condition);
    page.station.on('contact', (_contact, why) => banner.refused(why));
    page.station.on('contact', (contact) => contact === 'lost' && endHolds());
    page.station.on('catalogue', (catalogue) => {
        if (page.arm >= catalogue.arms.length) page.chooseArm(0);
    });
    createWorkspaces(page, condition);
    page.ticker.start();
}

start();
