// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene of a browser that cannot draw.

import type { SceneView, Station } from '../core/types';
import { LinkMenus } from './menus';
import type { Twin } from './twin';

/** Without WebGL 2 the places of links are a table, and everything else of the page works. */
export function tableScene(station: Station, root: HTMLElement, twin: Twin): SceneView {
    twin.reveal('This browser has no WebGL 2: the positions of all links are shown as a table.');
    const build = (): void => {
        if (station.scene !== null) twin.build(station.scene);
    };
    station.on('catalogue', build);
    station.on('frame', (frame) => twin.update(frame, []));
    build();
    const none = (): Promise<Blob> => Promise.reject(new Error('There is no picture without WebGL 2.'));
    const nothing = (): void => undefined;
    const menus = new LinkMenus(station);
    return {
        mark: nothing,
        markVolume: nothing,
        show: nothing,
        shown: () => false,
        style: nothing,
        measure: nothing,
        fit: nothing,
        views: () => [],
        view: nothing,
        saveView: nothing,
        isSaved: () => false,
        forgetView: nothing,
        addPane: nothing,
        axisViews: nothing,
        ride: nothing,
        detail: () => 'automatic',
        points: nothing,
        editPoints: nothing,
        handle: nothing,
        place: (element) => element.prepend(root),
        look: () => 'plain',
        picked: nothing,
        offer: (group, provider) => menus.offer(group, provider),
        menuOf: (link, at) => menus.of(link, at),
        pace: () => undefined,
        guided: nothing,
        dragged: nothing,
        sight: () => [0, 0, 0, 1],
        image: none,
        capture: none,
    };
}
