// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The objects of the cell as a tree with class and eye. Right click, or the menu key, on an object
// or in the scene: one menu, to which this list adds hide, wire, solid and the commands of its components.

import type { Component, LinkProvider, MenuLine, SceneDescription } from '../../core/types';
import { button, card } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { icon, setIcon, type IconName } from '../../ui/icons';
import { attempt } from '../../ui/notes';
import { askText, menu } from '../../ui/popups';
import { showCommandCard } from '../described';
import { partOf, type Page } from '../page';

type Style = 'solid' | 'wire' | 'hidden';

interface Row {
    root: HTMLElement;
    name: string;
    links: number[];
    style: Style;
    eye: SVGSVGElement;
    member: string;
}

function iconOf(page: Page, member: string, deep: number): IconName {
    if (deep > 0) return 'volumes';
    const { catalogue, scene } = page.station;
    return catalogue?.arms.some((arm) => scene?.members[arm.member]?.name === member) === true
        ? 'operate'
        : 'crate';
}

export class ObjectCard {
    private readonly search = h('input', {
        class: 'input search-input',
        type: 'search',
        'aria-label': 'Search objects',
        placeholder: 'Search',
        hidden: true,
    });
    private readonly made = card('Objects', {
        fill: true,
        tools: [
            button('', {
                class: 'icon-only quiet push',
                icon: 'search',
                title: 'Search objects',
                press: () => this.toggleSearch(),
            }),
        ],
    });
    readonly root = this.made.root;
    private readonly list = h('ul', { class: 'objects', role: 'tree', 'aria-label': 'Objects of the cell' });
    private rows: Row[] = [];
    private known = ''; // the scene that they are made of
    private open = new Set<string>();
    private asked: Row | null = null; // the row whose menu is being made

    constructor(private readonly page: Page) {
        this.made.body.append(this.search, this.list);
        page.station.on('catalogue', (_catalogue, scene) => this.fill(scene));
        this.search.addEventListener('input', () => this.filter());
        this.offer();
        page.scene.picked((link, x, y) => {
            const row = this.rowOfLink(link);
            if (row !== null) this.menuOf(row, { x, y });
        });
    }

    private toggleSearch(): void {
        this.search.hidden = !this.search.hidden;
        if (this.search.hidden) this.search.value = '';
        else this.search.focus();
        this.filter();
    }

    private filter(): void {
        const text = this.search.value.toLowerCase();
        for (const row of this.rows) {
            const inside = row.root.dataset['deep'] === '1';
            row.root.hidden =
                text !== '' ? !row.name.toLowerCase().includes(text) : inside && !this.open.has(row.member);
        }
    }

    private fill(scene: SceneDescription): void {
        // the scene keeps how objects are drawn while they are the same, and so does their list
        const known = JSON.stringify([this.page.station.catalogue?.cell, scene]);
        if (known === this.known) return;
        this.known = known;
        this.rows = [];
        for (const member of scene.members) {
            const links = Array.from({ length: member.count }, (_, i) => member.first + i);
            this.add(member.name, member.class, links, member.name, 0);
            if (member.count > 1)
                for (const link of links) {
                    this.add(
                        scene.links[link]?.name ?? '',
                        `link ${link - member.first}`,
                        [link],
                        member.name,
                        1,
                    );
                }
        }
        replace(this.list, ...this.rows.map((row) => row.root));
        this.rows.forEach((row, i) => (row.root.tabIndex = i === 0 ? 0 : -1));
        for (const { name, display } of scene.members) {
            const row = this.rows.find((r) => r.member === name);
            if (row === undefined || display === undefined || display === 'solid') continue;
            this.setStyle(row, display === 'off' ? 'hidden' : 'wire');
        }
        setText(this.made.sub, String(scene.members.length));
        this.filter();
    }

    private add(name: string, kind: string, links: number[], member: string, deep: number): void {
        const eye = icon('eye');
        const see = h(
            'button',
            { type: 'button', class: 'eye', 'aria-label': `Hide or show ${name}`, tabindex: '-1' },
            eye,
        );
        const root = h(
            'li',
            {
                role: 'treeitem',
                'aria-level': String(deep + 1),
                'data-deep': String(deep),
                'data-link': String(links[0]),
            },
            icon(iconOf(this.page, member, deep)),
            h('span', {}, name),
            h('em', {}, kind),
            see,
        );
        const row: Row = { root, name, links, style: 'solid', eye, member };
        if (deep === 0 && links.length > 1) setAttribute(root, 'aria-expanded', 'false');
        see.addEventListener('click', (event) => {
            event.stopPropagation();
            this.setStyle(row, row.style === 'hidden' ? 'solid' : 'hidden');
        });
        root.addEventListener('click', () => this.choose(row));
        root.addEventListener('contextmenu', (event) => {
            event.preventDefault();
            this.menuOf(row, { x: event.clientX, y: event.clientY });
        });
        root.addEventListener('keydown', (event) => this.key(event, row));
        this.rows.push(row);
    }

    private key(event: KeyboardEvent, row: Row): void {
        const seen = this.rows.filter((r) => !r.root.hidden);
        const at = seen.indexOf(row);
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            const next = seen[at + (event.key === 'ArrowDown' ? 1 : -1)];
            next?.root.focus();
        } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
            this.unfold(row, event.key === 'ArrowRight');
        } else if (event.key === 'ContextMenu' || event.key === 'Enter') {
            const box = row.root.getBoundingClientRect();
            this.menuOf(row, { x: box.left + 24, y: box.bottom });
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    private unfold(row: Row, on: boolean): void {
        if (row.root.dataset['deep'] !== '0' || row.links.length < 2) return;
        if (on) this.open.add(row.member);
        else this.open.delete(row.member);
        setAttribute(row.root, 'aria-expanded', String(on));
        this.filter();
    }

    private choose(row: Row): void {
        for (const other of this.rows) {
            setClass(other.root, 'on', other === row);
            setAttribute(other.root, 'aria-selected', String(other === row));
            other.root.tabIndex = other === row ? 0 : -1;
        }
        this.unfold(row, !this.open.has(row.member));
        const arm =
            this.page.station.catalogue?.arms.findIndex(
                (a) => this.page.station.scene?.members[a.member]?.name === row.member,
            ) ?? -1;
        if (arm >= 0) this.page.chooseArm(arm);
        this.page.scene.mark(null, 'chosen');
        if (row.links.length === 1) this.page.scene.mark(row.links[0], 'chosen');
    }

    private setStyle(row: Row, style: Style): void {
        for (const link of row.links) this.page.scene.style(link, style);
        const touched = this.rows.filter((r) => r.links.every((link) => row.links.includes(link)));
        for (const each of touched) {
            each.style = style;
            setIcon(each.eye, style === 'hidden' ? 'eyeOff' : 'eye');
            setClass(each.root, 'off', style === 'hidden');
        }
    }

    private rowOfLink(link: number): Row | null {
        const single = this.rows.find((row) => row.links.length === 1 && row.links[0] === link);
        return single ?? this.rows.find((row) => row.links.includes(link)) ?? null;
    }

    /** The components that speak for an object: those of its arm, grippers by their part in it. */
    private partsOf(row: Row): Component[] {
        const { catalogue, scene } = this.page.station;
        const arm = catalogue?.arms.find((a) => scene?.members[a.member]?.name === row.member);
        return (
            catalogue?.components.filter(
                (c) => c.commands.length > 0 && arm !== undefined && c.arm === arm.name,
            ) ?? []
        );
    }

    /** The menu of a row: of a whole object it is that of its first link, and speaks of all of them. */
    private menuOf(row: Row, at: { x: number; y: number }): void {
        this.asked = row;
        const lines = this.page.scene.menuOf(row.links[0], at);
        this.asked = null;
        const [title, ...rest] = lines;
        if (title !== undefined) menu(row.name, at, [{ title: row.name }, ...rest]);
    }

    /** What this list can do with a link; others add theirs (core/types.ts, SceneView.offer). */
    private offer(): void {
        const { scene } = this.page;
        const rowOf = (link: number): Row | null => this.asked ?? this.rowOfLink(link);
        const about = (lines: (row: Row) => MenuLine[]): LinkProvider => {
            return ({ index }) => {
                const row = rowOf(index);
                return row === null ? [] : lines(row);
            };
        };
        scene.offer(10, about((row) => this.styleLines(row)));
        scene.offer(30, about((row) => this.commandLines(row)));
        scene.offer(40, about((row) => this.viewLines(row)));
    }

    private styleLines(row: Row): MenuLine[] {
        const words: readonly [Style, string][] = [
            ['solid', 'Solid'],
            ['wire', 'Wire'],
            ['hidden', 'Hidden'],
        ];
        return words.map(([name, text]) => ({
            text,
            checked: row.style === name,
            act: () => this.setStyle(row, name),
        }));
    }

    private commandLines(row: Row): MenuLine[] {
        const { page } = this;
        const gripper = partOf(page, 'gripper');
        const lines: MenuLine[] = this.partsOf(row).map((part) => ({
            text: `${part.name}\u2026`,
            detail: 'commands',
            act: () => showCommandCard(page, part),
        }));
        if (gripper !== null && this.isLoose(row))
            lines.unshift({
                text: `Attach ${row.member} to the gripper`,
                act: () =>
                    void attempt(row.root, () => page.station.tell(gripper.name, `attach ${row.member}`)),
            });
        return lines;
    }

    private viewLines(row: Row): MenuLine[] {
        const { scene } = this.page;
        return [
            { text: `Ride on ${row.name}`, detail: 'the view follows', act: () => scene.ride(row.links[0]) },
            {
                text: 'Save this view\u2026',
                act: () => askText('Save this view', 'Name', row.name, (n) => scene.saveView(n)),
            },
        ];
    }

    /** An arm cannot be held by its own gripper. */
    private isLoose(row: Row): boolean {
        const { catalogue, scene } = this.page.station;
        return catalogue?.arms.every((a) => scene?.members[a.member]?.name !== row.member) ?? false;
    }
}
