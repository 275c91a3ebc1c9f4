// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Around the scene: views, fit, further views, what is shown in it, and the drag handle.

import type { Detail, SceneLayer, SceneView } from '../core/types';
import { button, lock, segments } from '../ui/controls';
import { byId, h, replace, saveFile, setAttribute, setText } from '../ui/dom';
import { fixed } from '../ui/format';
import { icon, type IconName } from '../ui/icons';
import { attempt } from '../ui/notes';
import { askText, menu } from '../ui/popups';
import type { Condition } from './condition';
import { effectorDialogs } from './operate/effectors';
import { armOf, partOf, type Page } from './page';

const LAYERS: readonly [SceneLayer, string, string, IconName][] = [
    ['frames', 'Frames', 'X', 'frames'],
    ['bounds', 'Bounds', 'B', 'volumes'],
    ['ellipsoids', 'Masses', 'L', 'mass'],
    ['collision', 'Collision shapes', 'C', 'shell'],
    ['trail', 'Trail', 'T', 'trail'],
    ['ghost', 'Ghost', 'H', 'ghost'],
    ['clearance', 'Clearance', 'D', 'distance'],
];

function layerButtons(page: Page): HTMLElement {
    const place = h('div', { class: 'overlays', role: 'group', 'aria-label': 'Show in the scene' });
    for (const [layer, text, key, shape] of LAYERS) {
        const made = h(
            'button',
            { type: 'button', title: `${text} (${key})` },
            icon(shape),
            h('span', {}, text),
        );
        const draw = (): void => setAttribute(made, 'aria-pressed', String(page.scene.shown(layer)));
        const flip = (): void => {
            page.scene.show(layer, !page.scene.shown(layer));
            draw();
        };
        made.addEventListener('click', flip);
        page.keys.add({ name: `Show ${text.toLowerCase()}`, keys: key, group: 'Scene', act: flip });
        draw();
        place.append(made);
        if (layer !== 'clearance') continue;
        // where nothing computes distances there are none to show
        const look = (): void => void (made.hidden = page.station.scene?.collision === undefined);
        page.station.on('catalogue', look);
        look();
    }
    return place;
}

/** Saves what the scene gives under the name of the cell. */
function save(page: Page, at: HTMLElement, kind: 'png' | 'tiff' | 'depth'): void {
    const { scene, station } = page;
    const name = `${station.catalogue?.cell ?? 'scene'}${kind === 'depth' ? '-depth' : ''}`;
    void attempt(at, async () => {
        const file = kind === 'png' ? await scene.image() : await scene.capture(kind);
        saveFile(`${name}.${kind === 'png' ? 'png' : 'tif'}`, file);
    });
}

const DETAILS: readonly [Detail, string, string][] = [
    ['automatic', 'Automatic detail', ''],
    ['fine', 'Always fine', 'shadows'],
    ['low', 'Always quick', 'low detail'],
];

function sceneMenu(page: Page, at: HTMLElement, redraw: () => void): void {
    const { scene } = page;
    const names = scene.views();
    const own = names.filter((name) => scene.isSaved(name));
    const detail = scene.detail();
    menu('Views and pictures', at, [
        { text: 'Another view beside this', icon: 'plus', act: () => scene.addPane() },
        { text: 'Views along x, y and z', icon: 'frames', act: () => scene.axisViews() },
        {
            text: 'Save this view\u2026',
            icon: 'eye',
            act: () =>
                askText('Save this view', 'Name of the view', `View ${names.length + 1}`, (name) => {
                    scene.saveView(name);
                    redraw();
                }),
        },
        ...own.map((name) => ({
            text: `Delete view ${name}`,
            act: () => {
                scene.forgetView(name);
                redraw();
            },
        })),
        'line',
        { text: 'Save picture', detail: 'PNG', icon: 'save', act: () => save(page, at, 'png') },
        { text: 'Save picture', detail: 'TIFF', act: () => save(page, at, 'tiff') },
        { text: 'Save depth image', detail: 'TIFF, 16 bit', act: () => save(page, at, 'depth') },
        'line',
        ...DETAILS.map(([level, text, more]) => ({
            text,
            detail: more,
            checked: level === detail,
            act: () => void scene.detail(level),
        })),
    ]);
}

function viewBar(page: Page): void {
    const scene = page.scene;
    const place = byId('scene-top');
    let drawn = '';
    const draw = (): void => {
        const names = scene.views();
        if (names.join('\n') === drawn) return;
        drawn = names.join('\n');
        const views = segments(
            'View',
            names.map((n) => [n, n] as const),
            names[0] ?? '',
            (name) => scene.view(name),
        );
        const fit = button('', {
            class: 'icon-only',
            icon: 'fit',
            title: 'Fit everything (Home)',
            press: () => scene.fit(),
        });
        const more = button('', {
            class: 'icon-only',
            icon: 'plus',
            title: 'More views, pictures, detail',
            press: (b) => sceneMenu(page, b, draw),
        });
        more.setAttribute('aria-haspopup', 'menu');
        replace(place, views.root, h('span', { class: 'grow' }), fit, more);
    };
    draw();
    // saved views are those of the cell
    page.station.on('catalogue', draw);
    page.keys.add({ name: 'Fit the scene', group: 'Scene', act: () => scene.fit() });
    page.keys.add({ name: 'Another view', group: 'Scene', act: () => scene.addPane() });
    page.keys.add({ name: 'Views along x, y and z', group: 'Scene', act: () => scene.axisViews() });
    for (const [kind, text] of [
        ['png', 'Save the picture, PNG'],
        ['tiff', 'Save the picture, TIFF'],
        ['depth', 'Save the depths, TIFF'],
    ] as const)
        page.keys.add({ name: text, group: 'Scene', act: () => save(page, place, kind) });
    for (let i = 0; i < 9; i++) {
        page.keys.add({
            name: `View ${i + 1}`,
            keys: `V ${i + 1}`,
            group: 'Scene',
            act: () => {
                const name = scene.views()[i];
                if (name !== undefined) scene.view(name);
            },
        });
    }
}

type Handle = Parameters<SceneView['handle']>[0];

/** Points move no arm: with the lease they can be moved whatever its state is. */
function againstPoints(page: Page): string | null {
    if (partOf(page, 'points') === null) return 'This cell has no points component.';
    return page.station.holds ? null : 'Take the arm first.';
}

/** The handle on the tool or the elbow, absent while the arm may not be moved; and that of taught points. */
function handleChoice(page: Page, condition: Condition): HTMLElement {
    let wanted: Handle = 'tool';
    let now = '';
    const choice = segments<Handle>(
        'Drag in the scene',
        [
            ['off', 'No drag'],
            ['tool', 'Drag tool'],
            ['elbow', 'Pull elbow'],
            ['point', 'Move points'],
        ],
        wanted,
        (value) => (wanted = value),
    );
    const points = choice.root.querySelector('[data-value="point"]') as HTMLElement;
    const text = h('span', { class: 'drag-line' });
    page.keys.add({
        name: 'Pull the elbow',
        keys: 'N',
        group: 'Arm',
        act: () => {
            wanted = wanted === 'elbow' ? 'tool' : 'elbow';
            choice.set(wanted);
        },
    });
    page.ticker.every(5, () => {
        const none = partOf(page, 'task') === null ? 'This arm has no task component to drag it with.' : null;
        const teaches = page.workspace === 'teach';
        points.hidden = !teaches;
        if (!teaches && wanted === 'point') choice.set((wanted = 'tool'));
        const arm = none ?? condition.locked();
        const moved = teaches ? againstPoints(page) : arm;
        lock(choice.root, moved === null ? null : arm);
        const why = wanted === 'point' ? moved : arm;
        const next = why === null && ['operate', 'teach'].includes(page.workspace) ? wanted : 'off';
        const key = `${next} ${armOf(page)?.name ?? ''}`;
        if (key !== now) page.scene.handle(next, armOf(page)?.name);
        now = key;
    });
    page.scene.dragged((drag) =>
        setText(
            text,
            drag.active
                ? `${drag.text}${drag.drift > 0 ? ` tool drift ${fixed(1000 * drag.drift, 2)} mm` : ''}`
                : drag.text,
        ),
    );
    // the first hold of Shift asks for the end effector, later this menu does
    const openList = (): void => effectorDialogs(page).openList();
    page.scene.guided(openList);
    const guide = button('', {
        class: 'icon-only small guide-menu',
        icon: 'up',
        title: 'Guide frame: hold Shift and drag in the scene',
        press: (b) =>
            menu('Guide frame', b, [{ text: 'Set guide frames\u2026', icon: 'frames', act: openList }]),
    });
    guide.setAttribute('aria-haspopup', 'menu');
    page.keys.add({ name: 'Set guide frames', group: 'Arm', act: openList });
    return h('div', { class: 'handle-choice' }, text, h('span', { class: 'handle-row' }, choice.root, guide));
}

export function createSceneBar(page: Page, condition: Condition): void {
    // without a picture there is nothing to look at from another side
    if (page.scene.views().length === 0) return;
    viewBar(page);
    const below = byId('scene-bottom');
    below.append(layerButtons(page), handleChoice(page, condition));
}
