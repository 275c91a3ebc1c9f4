// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The name of the cell, its plate (simulation or real drives) and its menu: other cells, states,
// files, a picture of the scene; and the page while no cell is loaded.

import type { Catalogue } from '../core/types';
import { button } from '../ui/controls';
import { byId, h, replace, saveFile, setClass, setText } from '../ui/dom';
import { icon } from '../ui/icons';
import { attempt } from '../ui/notes';
import { askText, menu, type MenuEntry } from '../ui/popups';
import {
    ACCEPT,
    askFor,
    chooseFiles,
    mergeCell,
    openCell,
    resetCell,
    saveAs,
    saveCell,
    statesOf,
    takeFiles,
    type States,
} from './files';
import type { Page } from './page';

const PLATES: Record<string, string> = { simulation: 'Simulation', real: 'Real drives', mixed: 'Mixed' };

/** A file of this machine, chosen by the person. */
export function chooseFile(accept: string, chosen: (file: File) => void): void {
    chooseFiles(accept, ([file]) => file !== undefined && chosen(file), false);
}

function openFile(page: Page, at: HTMLElement, act = 'open'): void {
    chooseFiles(ACCEPT, (files) => takeFiles(page, at, files, act));
}

export function saveImage(page: Page, at: HTMLElement): void {
    void attempt(at, async () => {
        saveFile(`${page.station.catalogue?.cell ?? 'scene'}.png`, await page.scene.image());
    });
}

function saveState(page: Page, at: HTMLElement): void {
    askText('Save the state', 'Name of the state', 'state', (name) =>
        askFor(page, at, 'states', { act: 'save', name }, () => `The state is saved as ${name}.`),
    );
}

let asked = 0;

/** Shows a menu of what the cell answers, unless another was asked for meanwhile. */
async function whenAnswered(page: Page, show: (states: States) => void): Promise<void> {
    const mine = ++asked;
    const states = await statesOf(page);
    if (mine === asked) show(states);
}

function openMenu(page: Page, at: HTMLElement, { cells, robots }: States): void {
    const entryOf = (name: string): MenuEntry => ({
        text: name,
        checked: name === page.station.catalogue?.cell,
        act: () => openCell(page, at, name),
    });
    menu('Open', at, [
        { text: 'From a file\u2026', icon: 'open', act: () => openFile(page, at) },
        'line',
        { title: 'Cells' },
        ...cells.map(entryOf),
        'line',
        { title: 'Robots' },
        ...robots.filter((name) => !cells.includes(name)).map(entryOf),
    ]);
}

function mergeMenu(page: Page, at: HTMLElement, { cells }: States): void {
    menu('Merge', at, [
        { text: 'From a file\u2026', icon: 'open', act: () => openFile(page, at, 'merge') },
        'line',
        { title: 'Merge into this cell' },
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
        { text: 'Dynamic, with masses and motors', checked: !states.kinematic, act: choose('dynamic') },
        { text: 'Kinematic, without masses', checked: states.kinematic, act: choose('kinematic') },
    ];
}

const askToOpen = (page: Page, at: HTMLElement) => whenAnswered(page, (states) => openMenu(page, at, states));

const askToMerge = (page: Page, at: HTMLElement) => whenAnswered(page, (states) => mergeMenu(page, at, states));

function cellMenu(page: Page, at: HTMLElement, states: States): void {
    const loaded = (page.station.catalogue?.cell ?? '') !== '';
    const open: MenuEntry = {
        text: 'Open\u2026',
        detail: 'Ctrl O',
        icon: 'open',
        act: () => void askToOpen(page, at),
    };
    if (!loaded) return menu('Cell', at, [open]);
    const isReal = plantOf(page.station.catalogue) !== 'simulation';
    menu('Cell', at, [
        open,
        { text: 'Merge\u2026', detail: 'Ctrl M', icon: 'plus', act: () => void askToMerge(page, at) },
        { text: 'Save', detail: 'Ctrl S', icon: 'save', act: () => void saveCell(page, at) },
        { text: 'Save as\u2026', icon: 'save', act: () => void saveAs(page, at) },
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
            const open = (name: string) => button(name, { press: (b) => openCell(page, b, name) });
            const file = button('From a file\u2026', { icon: 'open', press: (b) => openFile(page, b) });
            const robots = h('div', { class: 'actions robots' });
            replace(
                place,
                h('p', {}, 'No cell is loaded. Drop a robot or cell file here, or open:'),
                h('div', { class: 'actions' }, file, ...catalogue.cells.map(open)),
                robots,
            );
            void statesOf(page).then((states) => {
                const names = states.robots.filter((name) => !catalogue.cells.includes(name));
                if (names.length > 0) replace(robots, h('p', {}, 'Robots:'), ...names.map(open));
            });
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
        if (files.length > 0) takeFiles(page, empty.hidden ? opener : empty, files);
    });
}

function addKeys(page: Page, opener: HTMLElement): void {
    const add = (name: string, act: () => void, keys?: string): void => {
        page.keys.add({ name, group: 'Cell', act, whileTyping: keys !== undefined, ...(keys ? { keys } : {}) });
    };
    add('Open a cell, a robot or a file', () => void askToOpen(page, opener), 'Ctrl O');
    add('Merge another cell into this one', () => void askToMerge(page, opener), 'Ctrl M');
    add('Save the cell', () => void saveCell(page, opener), 'Ctrl S');
    add('Save the cell under another name', () => void saveAs(page, opener));
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
    opener.addEventListener('click', () => void whenAnswered(page, (states) => cellMenu(page, opener, states)));
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
    page.unsaved.changed(() => {
        setClass(opener, 'unsaved', page.unsaved.is);
        opener.title = page.unsaved.is ? 'Points or steps are not saved' : 'Cells, states, files, pictures';
    });
    show();
    addKeys(page, opener);
    drawEmpty(page);
    acceptDrops(page, opener);
}
