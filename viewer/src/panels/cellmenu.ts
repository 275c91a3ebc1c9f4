// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The name of the cell, its plate (simulation or real drives) and its menu: other cells, states,
// files, a picture of the scene.

import { takeToken } from '../core/token';
import { button } from '../ui/controls';
import { byId, h, replace, saveFile, setText } from '../ui/dom';
import { icon } from '../ui/icons';
import { attempt } from '../ui/notes';
import { askText, menu, type MenuEntry } from '../ui/popups';
import type { Page } from './page';

const PLATES: Record<string, string> = { simulation: 'Simulation', real: 'Real drives', mixed: 'Mixed' };

/** Hands a file of this machine to the server, which checks and opens it. */
export async function sendFile(page: Page, file: File): Promise<void> {
    const answer = await fetch(`/file/${encodeURIComponent(file.name)}`, {
        method: 'POST',
        body: file,
        headers: { Authorization: `Bearer ${takeToken()}` },
    });
    if (!answer.ok)
        throw new Error(`The server did not take ${file.name}: ${answer.status} ${await answer.text()}`);
    await page.station.request('open', { name: file.name });
}

/** A file of this machine, chosen by the person. */
export function chooseFile(accept: string, chosen: (file: File) => void): void {
    const input = h('input', { type: 'file', accept });
    input.addEventListener('change', () => {
        const file = input.files?.[0];
        if (file !== undefined) chosen(file);
    });
    input.click();
}

function openFile(page: Page, at: HTMLElement): void {
    chooseFile('.xml,.urdf,.xacro,.zip', (file) => void attempt(at, () => sendFile(page, file)));
}

export function saveImage(page: Page, at: HTMLElement): void {
    void attempt(at, async () => {
        saveFile(`${page.station.catalogue?.cell ?? 'scene'}.png`, await page.scene.image());
    });
}

function saveState(page: Page, at: HTMLElement): void {
    askText('Save the state', 'Name of the state', 'state', (name) => {
        void attempt(at, () => page.station.request('states', { act: 'save', name }));
    });
}

/** The present list of states; the catalogue has those of the beginning. */
async function statesOf(page: Page): Promise<string[]> {
    try {
        const answer = await page.station.request('states', { act: 'list' });
        return (answer['states'] as string[] | undefined) ?? page.station.catalogue?.states ?? [];
    } catch {
        return page.station.catalogue?.states ?? [];
    }
}

async function cellMenu(page: Page, at: HTMLElement): Promise<void> {
    const catalogue = page.station.catalogue;
    const cells = catalogue?.cells ?? [];
    const states = await statesOf(page);
    const ask = (command: string, fields: Record<string, unknown>): void => {
        void attempt(at, () => page.station.request(command, fields));
    };
    const entries: MenuEntry[] = [
        { title: 'Open a cell' },
        ...cells.map((name) => ({
            text: name,
            checked: name === catalogue?.cell,
            act: () => ask('open', { name }),
        })),
        { text: 'From a file\u2026', detail: 'Ctrl O', icon: 'open', act: () => openFile(page, at) },
        'line',
        { title: 'States' },
        ...states.map((name) => ({
            text: name,
            detail: 'load',
            act: () => ask('states', { act: 'load', name }),
        })),
        { text: 'Save the state\u2026', detail: 'Ctrl S', icon: 'save', act: () => saveState(page, at) },
        'line',
        { text: 'Save a picture', icon: 'save', act: () => saveImage(page, at) },
    ];
    menu('Cell', at, entries);
}

/** The page without a cell: what may be opened. */
function drawEmpty(page: Page): void {
    const place = byId('scene-empty');
    const show = (): void => {
        const catalogue = page.station.catalogue;
        place.hidden = catalogue !== null && catalogue.cell !== '';
        if (catalogue === null) {
            replace(place, h('p', {}, 'Reading the cell\u2026'));
        } else if (catalogue.cell === '') {
            replace(
                place,
                h('p', {}, 'No cell is loaded. Drop a robot or cell file here, or open:'),
                h(
                    'div',
                    { class: 'actions' },
                    ...catalogue.cells.map((name) =>
                        button(name, {
                            press: (b) => void attempt(b, () => page.station.request('open', { name })),
                        }),
                    ),
                ),
            );
        }
    };
    place.dataset['notes'] = '';
    page.station.on('catalogue', show);
    show();
}

function acceptDrops(page: Page): void {
    const stage = byId('stage');
    stage.addEventListener('dragover', (event) => event.preventDefault());
    stage.addEventListener('drop', (event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) void attempt(byId('scene-empty'), () => sendFile(page, file));
    });
}

export function createCell(page: Page): void {
    const name = h('span');
    const opener = h(
        'button',
        { type: 'button', class: 'cell-name', 'aria-haspopup': 'menu' },
        h('b', {}, 'sinew'),
        ' ',
        name,
    );
    const plate = h('span', { class: 'plate' });
    const place = byId('cell');
    place.dataset['notes'] = '';
    replace(place, icon('mark', 'mark'), opener, plate);
    opener.addEventListener('click', () => void cellMenu(page, opener));
    const show = (): void => {
        const cell = page.station.catalogue?.cell ?? '';
        const plant = page.station.hello?.plant ?? '';
        setText(name, cell === '' ? 'no cell' : cell);
        opener.title = 'Cells, states, pictures';
        setText(plate, PLATES[plant] ?? plant);
        plate.hidden = plant === '';
        plate.dataset['plant'] = plant;
        document.title = cell === '' ? 'sinew station' : `${cell} \u2013 sinew station`;
    };
    page.station.on('catalogue', show);
    page.station.on('contact', show);
    show();
    page.keys.add({
        name: 'Open a cell or file',
        keys: 'Ctrl O',
        group: 'Cell',
        act: () => void cellMenu(page, opener),
    });
    page.keys.add({
        name: 'Merge a file into the cell',
        keys: 'Ctrl M',
        group: 'Cell',
        act: () => openFile(page, opener),
    });
    page.keys.add({
        name: 'Save the state of the cell',
        keys: 'Ctrl S',
        group: 'Cell',
        act: () => saveState(page, opener),
        whileTyping: true,
    });
    page.keys.add({ name: 'Save a picture of the scene', group: 'Cell', act: () => saveImage(page, opener) });
    drawEmpty(page);
    acceptDrops(page);
}
