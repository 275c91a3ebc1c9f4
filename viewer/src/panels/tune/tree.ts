// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The tree at the left of Tune: filter by `/`, value and unit, L and R to plot, changed in blue.
// Only lines in sight are made; their values are asked for once a second.

import { card } from '../../ui/controls';
import { h, replace, setAttribute, setClass, setText } from '../../ui/dom';
import { parseNumber, plain, short } from '../../ui/format';
import { icon } from '../../ui/icons';
import type { Item, Undo } from '../editor';
import { signalOf, type Page } from '../page';
import { markBox, sharedCapturing, type Capturing } from './capturing';
import { jointsOf } from './quantities';
import { buildTree, flatten, type Node, type Row } from './treemodel';

const ROW = 25; // [px]
const MOST = 4000; // as many as the cell tells at once

export interface TreeUses {
    chosen(node: Node): void;
    plot(path: string, unit: string, side: 'L' | 'R'): void;
    /** The colour that a path is plotted with on an axis; null for not. */
    plotted(path: string, side: 'L' | 'R'): string | null;
}

export class Tree {
    private readonly filter = h('input', {
        class: 'input',
        type: 'search',
        placeholder: 'Filter',
        'aria-label': 'Filter signals and fields',
        spellcheck: 'false',
    });
    private readonly made = card('Signals and fields', { fill: true });
    readonly root = this.made.root;
    private readonly window = h('div', {
        class: 'tree',
        role: 'tree',
        'aria-label': 'Signals and fields',
        tabindex: '0',
    });
    private readonly sheet = h('div', { class: 'tree-sheet', role: 'presentation' });
    private readonly open = new Set<string>();
    private model: Node = buildTree([]);
    private rows: Row[] = [];
    private items = new Map<string, Item>();
    private at = '';
    private asking = false;
    private readonly capturing: Capturing;

    constructor(
        private readonly page: Page,
        private readonly undo: Undo,
        private readonly uses: TreeUses,
    ) {
        this.made.body.classList.add('tree-body');
        this.made.body.append(
            h('div', { class: 'search' }, icon('search'), this.filter, h('kbd', {}, '/')),
            h(
                'div',
                { class: 'tree-head', 'aria-hidden': 'true' },
                ...['name', 'value', 'plot', 'rec'].map((t) => h('span', {}, t)),
            ),
            this.window,
        );
        this.window.append(this.sheet);
        this.filter.addEventListener('input', () => this.lay());
        this.window.addEventListener('scroll', () => this.draw());
        this.window.addEventListener('keydown', (event) => this.key(event));
        new ResizeObserver(() => this.draw()).observe(this.window);
        page.station.on('catalogue', () => void this.load());
        page.keys.add({
            name: 'Filter signals and fields',
            keys: '/',
            group: 'Page',
            act: () => {
                page.go('tune');
                this.filter.focus();
            },
        });
        const seen = (): boolean => page.workspace === 'tune';
        page.changed(() => seen() && this.items.size === 0 && void this.load());
        page.ticker.every(2, () => void this.refresh(), seen);
        undo.changed(() => this.draw());
        this.capturing = sharedCapturing(page);
        this.capturing.changed(() => this.draw());
    }

    private async load(): Promise<void> {
        if (this.page.workspace !== 'tune') return void this.items.clear();
        try {
            const answer = await this.page.station.request('list', { path: '**', most: MOST });
            const items = (answer['items'] as Item[] | undefined) ?? [];
            this.items = new Map(items.map((item) => [item.path, item]));
            const { catalogue } = this.page.station;
            this.model = buildTree(items, (path, count) => jointsOf(catalogue, path, count));
            if (this.open.size === 0) this.model.children.slice(0, 1).forEach((n) => this.open.add(n.path));
            setText(this.made.sub, String(items.length));
        } catch {
            this.items.clear(); // contact was lost meanwhile: asked again with the next catalogue
        }
        this.lay();
    }

    /** Opens a path and everything above it, and chooses it. */
    reveal(path: string): void {
        for (let i = 1; i < path.length; i++) {
            if (path[i] === '/' || path[i] === '[') this.open.add(path.slice(0, i));
        }
        this.at = path.replace(/\/$/, '');
        this.open.add(this.at);
        this.lay();
        const index = this.rows.findIndex((row) => row.node.path === this.at);
        if (index >= 0) this.window.scrollTop = Math.max(0, ROW * (index - 4));
    }

    private lay(): void {
        this.rows = flatten(this.model, (path) => this.open.has(path), this.filter.value.trim());
        this.sheet.style.height = `${ROW * this.rows.length}px`;
        this.draw();
    }

    private visible(): [number, number] {
        const from = Math.max(0, Math.floor(this.window.scrollTop / ROW) - 2);
        return [from, Math.min(this.rows.length, from + Math.ceil(this.window.clientHeight / ROW) + 4)];
    }

    draw(): void {
        const [from, to] = this.visible();
        replace(this.sheet, ...this.rows.slice(from, to).map((row, i) => this.line(row, from + i)));
        if (this.rows.length === 0) {
            replace(
                this.sheet,
                h(
                    'p',
                    { class: 'empty', role: 'presentation' },
                    this.filter.value === '' ? 'The cell shows no fields yet.' : 'Nothing matches the filter.',
                ),
            );
        }
    }

    private line(row: Row, index: number): HTMLElement {
        const { node } = row;
        const group = node.children.length > 0;
        const made = h('div', {
            class: `node ${group ? 'group' : ''} ${node.path === this.at ? 'on' : ''}`,
            role: 'treeitem',
            id: `node-${index}`,
            'aria-level': String(row.deep + 1),
            'aria-selected': String(node.path === this.at),
            'aria-expanded': group ? String(row.open) : undefined,
        });
        made.style.top = `${ROW * index}px`;
        made.style.setProperty('--deep', String(row.deep));
        const name = h(
            'span',
            { class: group ? '' : 'leaf', title: node.path },
            group && icon('chevron', row.open ? '' : 'shut'),
            h('span', {}, node.name),
        );
        made.append(name);
        if (node.item !== null) this.addValue(made, node.item);
        this.addBox(made, node.path);
        made.addEventListener('click', () => this.choose(row));
        return made;
    }

    private addValue(made: HTMLElement, item: Item): void {
        const value = h(
            'b',
            { class: 'live', 'data-path': item.path },
            shownValue(item),
            h('em', {}, item.unit),
        );
        setClass(
            made,
            'changed',
            this.undo.first(item.path) !== null && this.undo.first(item.path) !== item.value,
        );
        const plots = h('i');
        if (this.canPlot(item))
            for (const side of ['L', 'R'] as const) {
                const color = this.uses.plotted(item.path, side);
                const letter = h(
                    'button',
                    {
                        type: 'button',
                        tabindex: '-1',
                        'aria-label': `Plot ${item.path} on the ${side === 'L' ? 'left' : 'right'} axis`,
                    },
                    side,
                );
                if (color !== null) {
                    letter.className = 'on';
                    letter.style.setProperty('--c', color);
                }
                letter.addEventListener('click', (event) => {
                    event.stopPropagation();
                    this.uses.plot(item.path, item.unit, side);
                    this.draw();
                });
                plots.append(letter);
            }
        made.append(value, plots);
    }

    /** What is below is recorded: none of it, some, all. Parameters are never. */
    private addBox(made: HTMLElement, path: string): void {
        const { capture } = this.capturing;
        const base = path.replace(/\/$/, '');
        if (!capture.covers(base)) return;
        const box = markBox(`Record ${base}`, capture.below(base), (on) =>
            this.capturing.choose((c) => c.setBelow(base, on)),
        );
        box.tabIndex = -1;
        made.append(box);
    }

    private canPlot(item: Item): boolean {
        return (
            item.when === undefined &&
            (signalOf(this.page, item.path) !== null || !Number.isNaN(parseNumber(item.value)))
        );
    }

    private choose(row: Row): void {
        this.at = row.node.path;
        if (row.node.children.length > 0) {
            if (this.open.has(row.node.path)) this.open.delete(row.node.path);
            else this.open.add(row.node.path);
        }
        this.lay();
        this.uses.chosen(row.node);
    }

    private key(event: KeyboardEvent): void {
        const at = Math.max(
            0,
            this.rows.findIndex((row) => row.node.path === this.at),
        );
        const row = this.rows[at];
        if (row === undefined) return;
        const side = event.key.toUpperCase();
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            const next =
                this.rows[
                    Math.max(0, Math.min(this.rows.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))
                ];
            this.at = next.node.path;
            this.scrollTo(this.rows.indexOf(next));
        } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
            if (event.key === 'ArrowRight') this.open.add(row.node.path);
            else this.open.delete(row.node.path);
            this.lay();
        } else if (event.key === 'Enter') this.choose(row);
        else if ((side === 'L' || side === 'R') && row.node.item !== null && this.canPlot(row.node.item)) {
            this.uses.plot(row.node.item.path, row.node.item.unit, side);
        } else if (event.key === 'c' || event.key === 'C') {
            const { capture } = this.capturing;
            const on = capture.below(row.node.path) !== 'all';
            this.capturing.choose((c) => c.setBelow(row.node.path, on));
        } else return;
        event.preventDefault();
        event.stopPropagation();
        this.draw();
        setAttribute(
            this.window,
            'aria-activedescendant',
            `node-${this.rows.findIndex((r) => r.node.path === this.at)}`,
        );
    }

    private scrollTo(index: number): void {
        const top = ROW * index;
        if (top < this.window.scrollTop) this.window.scrollTop = top;
        const over = top + ROW - this.window.clientHeight;
        if (over > this.window.scrollTop) this.window.scrollTop = over;
    }

    /** Asks for the values of what is in sight, by the objects they belong to. */
    private async refresh(): Promise<void> {
        if (this.asking || this.page.station.contact !== 'live') return;
        this.asking = true;
        const [from, to] = this.visible();
        const leaves = this.rows.slice(from, to).filter((row) => row.node.item !== null);
        const objects = [...new Set(leaves.map((row) => row.node.path.split('/')[0]))].slice(0, 4);
        try {
            for (const object of objects) {
                const answer = await this.page.station.request('list', { path: `${object}/**`, most: MOST });
                for (const item of (answer['items'] as Item[] | undefined) ?? []) this.heard(item);
            }
        } catch {
            // contact was lost meanwhile; what is shown turns grey by itself
        } finally {
            this.asking = false;
        }
        for (const cell of this.sheet.querySelectorAll<HTMLElement>('b[data-path]')) {
            const item = this.items.get(cell.dataset['path'] ?? '');
            if (item !== undefined && cell.firstChild !== null) setText(cell.firstChild, shownValue(item));
        }
    }

    private heard(item: Item): void {
        const known = this.items.get(item.path);
        if (known !== undefined) known.value = item.value;
    }
}

/** Signals keep their digits, so that they do not jump; what is set is shown as it was set. */
function shownValue(item: Item): string {
    const number = parseNumber(item.value);
    if (Number.isNaN(number)) return item.value;
    return item.when === undefined ? short(number, 4) : plain(number);
}
