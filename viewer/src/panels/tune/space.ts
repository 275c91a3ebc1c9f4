// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Tune: the tree at the left, plots in the middle; at the right the fields of the chosen node, the test
// signal and how well it was followed.

import { button, card } from '../../ui/controls';
import { h, replace } from '../../ui/dom';
import { DescribedCard, sharedUndo } from '../described';
import type { Page } from '../page';
import type { Space } from '../workspaces';
import { PlotStack } from './plots';
import { TestCard } from './testsignal';
import { Tree } from './tree';
import type { Node } from './treemodel';

let stack: PlotStack | null = null;

/** One stack of plots for Tune and Events. */
export function sharedPlots(page: Page): PlotStack {
    stack ??= new PlotStack(page);
    return stack;
}

export class TuneSpace implements Space {
    readonly left: HTMLElement[];
    readonly right: HTMLElement[];
    readonly middle: HTMLElement;
    private readonly fields: DescribedCard;
    private readonly parts = card('Components');

    constructor(
        private readonly page: Page,
        locked: () => string | null,
    ) {
        const undo = sharedUndo(page);
        const plots = sharedPlots(page);
        const tree = new Tree(page, undo, {
            chosen: (node) => this.chosen(node),
            plot: (path, unit, side) => plots.plot(path, unit, side),
            plotted: (path, side) => plots.plotted(path, side),
        });
        plots.changed(() => tree.draw());
        this.fields = new DescribedCard(page, undo, locked);
        this.fields.root.hidden = true;
        this.left = [tree.root];
        const test = new TestCard(page, plots, locked);
        this.right = [this.fields.root, ...test.roots, this.parts.root];
        this.middle = plots.root;
        page.openField = (path) => {
            page.go('tune');
            tree.reveal(path);
            this.openPath(path);
        };
        page.station.on('catalogue', () => this.fillParts());
    }

    private fillParts(): void {
        const parts = this.page.station.catalogue?.components ?? [];
        replace(
            this.parts.body,
            parts.length === 0 && h('p', { class: 'empty' }, 'This cell has no components.'),
            h(
                'div',
                { class: 'part-list' },
                ...parts.map((part) =>
                    button(part.name, {
                        class: 'small',
                        title: `${part.type}, ${part.stage}`,
                        press: () => this.page.openField(`${part.name}/`),
                    }),
                ),
            ),
        );
    }

    private chosen(node: Node): void {
        this.openPath(node.children.length > 0 && !node.path.endsWith('/') ? `${node.path}/` : node.path);
    }

    private openPath(path: string): void {
        const name = path.split('/')[0];
        const part = this.page.station.catalogue?.components.find((c) => c.name === name);
        this.fields.root.hidden = part === undefined;
        if (part === undefined) return;
        // a leaf is shown among its neighbours, a signal with all fields of its component
        const below = path.endsWith('/') ? path : path.replace(/\[\d+\]$/, '');
        void this.fields.open(part, below.split('/').length > 2 || below.endsWith('/') ? below : `${name}/`);
    }
}
