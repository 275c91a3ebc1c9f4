// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The name of the cell, its plate (simulation or real drives) and its menu: other cells, states,
// files, a picture of the scene; and the page while no cell is loaded.

import type { Catalogue } from '../core/types';
import { button } from '../ui/controls';
import { byId, h, replace, saveFile, setText } from '../ui/dom';
import { icon } from '../ui/icons';
import { attempt } from '../ui/notes';
import { askText, menu, type MenuEntry } from '../ui/popups';
import {
    ACCEPT,
    askFor,
    chooseFiles,
    mergeCell,
    resetCell,
    saveCell,
    sendFiles,
    statesOf,
    type States,
} from './files';
import type { Page } from './page';

const PLATES: Record<string, string> = { simulation: 'Simulation', real: 'Real drives', mixed: 'Mixed' };

/** A file of this machine, chosen by the person. */
export function chooseFile(accept: string, chosen: (file: File) => void): void {
    chooseFiles(accept, ([file]) => file !== undefined && chosen(file), false);
}

function openFile(page: Page, at: HTMLElement, act = 'open'): void {
    chooseFiles(ACCEPT, (files) => void attempt(at, () => sendFiles(page, files, act)));
}

export function saveImage(page: Page, at: HTMLElement): void {
    void attempt(at, async () => {
        saveFile(`${page.station.catalogue?.cell ?? 'scene'}.png`, await page.scene.image());
    });
}

function saveState(page: Page, at: HTMLElement): void {
    askText('Save the state', 'Name of the state', 'state', (name) =>
        askFor(page, at, 'states', { act: 'save', name }, () => `The state is kept as ${name}.`),
    );
}

function saveAs(page: Page, at: HTMLElement): void {
    const cell = page.station.catalogue?.cell ?? 'cell';
    askText('Save the cell', 'Name of the cell', `${cell}-new`, (name) => saveCell(page, at, name));
}

async function openMenu(page: Page, at: HTMLElement): Promise<void> {
    const { cells } = await statesOf(page);
    const entries = cells.map((name) => ({
        text: name,
        checked: name === page.station.catalogue?.cell,
        act: () => askFor(page, at, 'open', { name }),
    }));
    menu('Open', at, [
        { text: 'From a file\u2026', icon: 'open', act: () => openFile(page, at) },
        'line',
        { title: 'Cells and robots' },
        ...entries,
    ]);
}

async function mergeMenu(page: Page, at: HTMLElement): Promise<void> {
    const { cells } = await statesOf(page);
    menu('Merge', at, [
        { text: 'From a file\u2026', icon: 'open', act: () => openFile(page, at, 'merge') },
        'line',
        { title: 'Into this cell comes' },
        ...cells.map((name) => ({ text: name, act: () => mergeCell(page, at, name) })),
    ]);
}

function stateEntries(page: Page, at: HTMLElement, states: States): MenuEntry[] {
    const load = (name: string, detail: string): MenuEntry => ({
        text: name,
        detail,
        act: () => askFor(page, at, 'states', { act: 'load', name }),
    });
    return [
        { title: 'States' },
        ...states.own.map((name) => load(name, 'of the cell')),
        ...states.kept.map((name) => load(name, 'kept')),
        { text: 'Reset to the start', icon: 'undo', act: () => resetCell(page, at) },
        { text: 'Save the state\u2026', icon: 'save', act: () => saveState(page, at) },
    ];
}

function mannerEntries(page: Page, at: HTMLElement, states: States): MenuEntry[] {
    const choose = (act: string) => () => askFor(page, at, 'open', { act });
    return [
        { title: 'The arms are simulated' },
        { text: 'With mass and motors', checked: !states.kinematic, act: choose('dynamic') },
        { text: 'As ideal, without mass', checked: states.kinematic, act: choose('kinematic') },
    ];
}

async function cellMenu(page: Page, at: HTMLElement): Promise<void> {
    const states = await statesOf(page);
    const loaded = (page.station.catalogue?.cell ?? '') !== '';
    const open: MenuEntry = {
        text: 'Open\u2026',
        detail: 'Ctrl O',
        icon: 'open',
        act: () => void openMenu(page, at),
    };
    if (!loaded) return menu('Cell', at, [open]);
    const isReal = plantOf(page.station.catalogue) !== 'simulation';
    menu('Cell', at, [
        open,
        { text: 'Merge\u2026', detail: 'Ctrl M', icon: 'plus', act: () => void mergeMenu(page, at) },
        { text: 'Save', detail: 'Ctrl S', icon: 'save', act: () => saveCell(page, at) },
        { text: 'Save as\u2026', icon: 'save', act: () => saveAs(page, at) },
        'line',
        ...stateEntries(page, at, states),
        'line',
        ...(isReal ? [] : [...mannerEntries(page, at, states), 'line' as const]),
        { text: 'Save a picture', icon: 'save', act: () => saveImage(page, at) },
    ]);
}

/** What stands behind the arms, of this cell and not of the one before; '' without a cell. */
function plantOf(catalogue: Catalogue | null): string {
    if (catalogue === null || catalogue.cell === '') return '';
    const simulated = catalogue.arms.filter((a) => a.simulated).length;
    return simulated === catalogue.arms.length ? 'simulation' : simulated === 0 ? 'real' : 'mixed';
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
            const open = (name: string) =>
                button(name, { press: (b) => askFor(page, b, 'open', { name }) });
            const file = button('From a file\u2026', { icon: 'open', press: (b) => openFile(page, b) });
            replace(
                place,
                h('p', {}, 'No cell is loaded. Drop a robot or cell file here, or open:'),
                h('div', { class: 'actions' }, file, ...catalogue.cells.map(open)),
            );
        }
    };
    place.dataset['notes'] = '';
    page.station.on('catalogue', show);
    show();
}

/** Files dropped on the scene; what is wrong with them is said there while it is empty, else at the name. */
function acceptDrops(page: Page, opener: HTMLElement): void {
    const stage = byId('stage');
    const over = (is: boolean) => (event: DragEvent) => {
        event.preventDefault();
        stage.classList.toggle('dropping', is);
    };
    stage.addEventListener('dragover', over(true));
    stage.addEventListener('dragleave', over(false));
    stage.addEventListener('drop', (event) => {
        over(false)(event);
        const files = [...(event.dataTransfer?.files ?? [])];
        const empty = byId('scene-empty');
        if (files.length > 0) void attempt(empty.hidden ? opener : empty, () => sendFiles(page, files));
    });
}

function addKeys(page: Page, opener: HTMLElement): void {
    const add = (name: string, act: () => void, keys?: string): void => {
        page.keys.add({ name, group: 'Cell', act, whileTyping: keys !== undefined, ...(keys ? { keys } : {}) });
    };
    add('Open a cell, a robot or a file', () => void openMenu(page, opener), 'Ctrl O');
    add('Merge another cell into this one', () => void mergeMenu(page, opener), 'Ctrl M');
    add('Save the cell', () => saveCell(page, opener), 'Ctrl S');
    add('Save the cell under another name', () => saveAs(page, opener));
    add('Save the state of the cell', () => saveState(page, opener));
    add('Reset the cell to its start', () => resetCell(page, opener));
    add('Save a picture of the scene', () => saveImage(page, opener));
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
    opener.title = 'Cells, states, files, pictures';
    opener.addEventListener('click', () => void cellMenu(page, opener));
    const show = (): void => {
        const cell = page.station.catalogue?.cell ?? '';
        const plant = plantOf(page.station.catalogue);
        setText(name, cell === '' ? 'no cell' : cell);
        setText(plate, PLATES[plant] ?? plant);
        plate.hidden = plant === '';
        plate.dataset['plant'] = plant;
        document.title = cell === '' ? 'sinew station' : `${cell} \u2013 sinew station`;
    };
    page.station.on('catalogue', show);
    page.station.on('contact', show);
    show();
    addKeys(page, opener);
    drawEmpty(page);
    acceptDrops(page, opener);
}
