// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cells, robots and states as files: handed to the server, opened, merged, saved. The server knows what
// opens and says why something does not; the page shows that where it was asked for.

import { takeToken } from '../core/token';
import { Refusal } from '../core/types';
import { h } from '../ui/dom';
import { icon } from '../ui/icons';
import { attempt, clearNote, speak } from '../ui/notes';
import { askText, dialog } from '../ui/popups';
import { leaveCell } from './leaving';
import type { Page } from './page';

/** What files become a cell; others that may come along are the meshes of a robot. */
const MODELS = /\.(xml|ecx|ecz|json|urdf|xacro|csv|tsv)(\.gz)?$/i;
const MESHES = /\.(stl|obj|glb|dae|3ds|ase)$/i;

/** Shown by the browser when a person looks for a file. */
export const ACCEPT = '.xml,.ecx,.ecz,.json,.urdf,.xacro,.csv,.tsv,.gz,.stl,.obj,.glb,.dae,.3ds,.ase';

/** A name that the server takes: letters, digits, '-', '_' and '.', no dot in front, at most 63. */
export function plainName(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
    const tail = /(\.[A-Za-z0-9]+){1,2}$/.exec(plain)?.[0] ?? '';
    const stem = plain.slice(0, plain.length - tail.length);
    return stem.slice(0, 63 - tail.length) + tail;
}

/** Meshes first, so that they are there when the robot that names them is opened; then the others. */
export function inOrder<T extends { name: string }>(files: readonly T[]): T[] {
    const rank = (file: T): number => (MESHES.test(file.name) ? 0 : 1);
    return [...files].sort((a, b) => rank(a) - rank(b));
}

/** The file that is opened: the last that can become a cell, else the last of all. */
export function toOpen<T extends { name: string }>(files: readonly T[]): T | null {
    return files.filter((f) => MODELS.test(f.name)).at(-1) ?? files.at(-1) ?? null;
}

/**
 * Asks with the lease: whoever works with files and holds nothing gets it first, if it is free, and once
 * more when it was lost on the way.
 */
async function withLease(
    page: Page,
    command: 'open' | 'states',
    fields: Record<string, string>,
): Promise<Record<string, unknown>> {
    const { station } = page;
    if (!station.holds) await station.lease('acquire');
    try {
        return await station.request(command, fields);
    } catch (error) {
        if (!(error instanceof Refusal) || error.why.rule !== 'lease') throw error;
        await station.lease('acquire');
        return station.request(command, fields);
    }
}

async function upload(file: File): Promise<string> {
    const name = plainName(file.name);
    const answer = await fetch(`/file/${encodeURIComponent(name)}`, {
        method: 'POST',
        body: file,
        headers: { Authorization: `Bearer ${takeToken()}` },
    });
    if (!answer.ok) throw new Error(sentenceOf(await answer.text(), answer.status));
    return name;
}

/** What the server says of a file, without its severity and rule. */
export function sentenceOf(text: string, status: number): string {
    const plain = text
        .replace(/^error: /, '')
        .replace(/ \[[\w-]+\]$/, '')
        .trim();
    return plain === '' ? `The server did not accept the file (${status}).` : plain;
}

interface Finding {
    severity?: string;
    text: string;
    fix?: string;
    file?: string;
    line?: number;
}

/** "arm.cell.xml, line 12"; only the name of the file, folders are those of the server. */
export function whereOf(finding: { file?: string; line?: number }): string {
    const name = (finding.file ?? '').split('/').at(-1) ?? '';
    const line = finding.line === undefined ? '' : `line ${finding.line}`;
    return [name, line].filter((s) => s !== '').join(', ');
}

/** Shows all that was found in a file that did not open, where there is more than its one reason. */
async function showFindings(page: Page, name: string): Promise<void> {
    const answer = await page.station.request('states', { act: 'findings' });
    const findings = (answer['findings'] as Finding[] | undefined) ?? [];
    if (findings.length === 0) return;
    const more = Number(answer['more']) || 0;
    const row = (f: Finding): HTMLElement =>
        h(
            'li',
            { class: 'finding', 'data-severity': f.severity ?? '' },
            icon('warn'),
            h('div', {}, h('b', {}, f.text), f.fix !== undefined && f.fix !== '' && h('span', {}, f.fix)),
            h('em', {}, whereOf(f)),
        );
    dialog(`${name} was not opened`, [
        h('p', {}, 'The present cell goes on. In the file:'),
        h('ol', { class: 'findings' }, ...findings.map(row)),
        more > 0 && h('p', {}, `${more} more`),
    ]);
}

/** Opens by name; when that is refused, all findings are shown. */
async function openNamed(page: Page, act: string, name: string): Promise<void> {
    try {
        await withLease(page, 'open', { act, name });
    } catch (error) {
        if (error instanceof Refusal && error.why.rule !== 'lease') await showFindings(page, name).catch(() => undefined);
        throw error;
    }
}

export function openCell(page: Page, at: HTMLElement, name: string): void {
    void leaveCell(page, (then) => void saveCell(page, at, then), () => void attempt(at, () => openNamed(page, 'open', name)));
}

/** Hands files of this machine to the server, which opens one of them, or merges it into the cell. */
export async function sendFiles(page: Page, files: readonly File[], act = 'open'): Promise<void> {
    const chosen = toOpen(files);
    let name = '';
    for (const file of inOrder(files)) {
        const taken = await upload(file);
        if (file === chosen) name = taken;
    }
    if (name !== '') await openNamed(page, act, name);
}

/** The same, after a question where opening would lose something; at a control that shows what is refused. */
export function takeFiles(page: Page, at: HTMLElement, files: readonly File[], act = 'open'): void {
    const go = (): void => void attempt(at, () => sendFiles(page, files, act));
    if (act === 'open') void leaveCell(page, (then) => void saveCell(page, at, then), go);
    else go();
}

/** Files of this machine, chosen by the person. */
export function chooseFiles(accept: string, chosen: (files: File[]) => void, several = true): void {
    const input = h('input', { type: 'file', accept });
    input.multiple = several;
    input.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        if (files.length > 0) chosen(files);
    });
    input.click();
}

/** Says what was done, where it was asked for, until the next act there. */
function tellDone(at: HTMLElement, text: string): void {
    clearNote(at);
    const shut = h('button', { type: 'button', 'aria-label': 'Close note' }, icon('close'));
    const note = h('div', { class: 'why-note said' }, icon('check'), h('div', {}, h('b', {}, text)), shut);
    shut.addEventListener('click', () => note.remove());
    (at.closest<HTMLElement>('[data-notes]') ?? document.body).append(note);
    speak(text);
}

/** Asks the server for something about cells or states; the answer, or its reason, at the control. */
export function askFor(
    page: Page,
    at: HTMLElement,
    command: 'open' | 'states',
    fields: Record<string, string>,
    done?: (answer: Record<string, unknown>) => string,
): void {
    let said = '';
    void attempt(at, async () => {
        const answer = await withLease(page, command, fields);
        said = done?.(answer) ?? '';
    }).then((well) => well && said !== '' && tellDone(at, said));
}

/** Saves into the file that the cell came from; one that has none, as those that come with sinew, asks for a name once. */
export async function saveCell(page: Page, at: HTMLElement, then?: () => void): Promise<void> {
    const { file, suggested } = await statesOf(page);
    if (file === '' && suggested !== '') askName(page, at, suggested, then);
    else saveNow(page, at, '', then);
}

/** Saves a copy, which is the file of the cell from then on. */
export async function saveAs(page: Page, at: HTMLElement): Promise<void> {
    const { suggested } = await statesOf(page);
    const cell = page.station.catalogue?.cell ?? 'cell';
    askName(page, at, suggested !== '' ? suggested : `${cell}-copy`);
}

function askName(page: Page, at: HTMLElement, name: string, then?: () => void): void {
    askText('Save the cell as', 'Name of the cell', name, (text) => saveNow(page, at, text, then));
}

function saveNow(page: Page, at: HTMLElement, name: string, then?: () => void): void {
    const fields: Record<string, string> = { act: 'save' };
    if (name !== '') fields['name'] = name;
    const plots = page.plots.document();
    if (plots !== '') fields['document'] = plots;
    askFor(page, at, 'open', fields, (answer) => {
        page.plots.wrote(plots);
        void page.unsaved.look();
        if (then !== undefined) setTimeout(then);
        return `Saved as ${String(answer['name'])}.`;
    });
}

/** Another cell comes into this one; names that were taken are told. */
export function mergeCell(page: Page, at: HTMLElement, name: string): void {
    askFor(page, at, 'open', { act: 'merge', name }, (answer) => {
        const renamed = Number(answer['renamed']);
        const more = renamed > 0 ? ` ${renamed} names that already existed got a number.` : '';
        return `Merged as ${String(answer['name'])}: ${String(answer['members'])} members.${more}`;
    });
}

/** Back to the state in which the run began; parameters and points stay. */
export function resetCell(page: Page, at: HTMLElement): void {
    askFor(page, at, 'states', { act: 'reset' });
}

/** What there is to load, and how the cell runs now. */
export interface States {
    own: string[];
    kept: string[];
    kinematic: boolean;
    cells: string[]; // that can be opened
    robots: string[];
    file: string; // that Save writes; '' for none
    suggested: string; // a free name, where there is no file
    unsaved: boolean; // points or steps
}

export async function statesOf(page: Pick<Page, 'station'>): Promise<States> {
    const own = page.station.catalogue?.states ?? [];
    const cells = page.station.catalogue?.cells ?? [];
    try {
        const answer = await page.station.request('states', { act: 'list' });
        return {
            own: (answer['states'] as string[] | undefined) ?? own,
            kept: (answer['kept'] as string[] | undefined) ?? [],
            kinematic: answer['manner'] === 'kinematic',
            cells: (answer['cells'] as string[] | undefined) ?? cells,
            robots: (answer['robots'] as string[] | undefined) ?? [],
            file: String(answer['file'] ?? ''),
            suggested: String(answer['suggested'] ?? ''),
            unsaved: answer['unsaved'] === true,
        };
    } catch {
        return { own, kept: [], kinematic: false, cells, robots: [], file: '', suggested: '', unsaved: false };
    }
}
