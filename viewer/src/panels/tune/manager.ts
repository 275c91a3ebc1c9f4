// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The manager of plots: a list of all of them, to make, edit, remove, show and hide; and the dialog
// in which one is edited.

import { button, segments, select, switchButton } from '../../ui/controls';
import { h, replace, type Child } from '../../ui/dom';
import { dialog } from '../../ui/popups';
import type { PlotStack } from './plots';
import { emptyPlot, toggleTrace, type PlotModel, type Side } from './traces';

export function showManager(stack: PlotStack): void {
    const list = h('ul', { class: 'plot-manager' });
    const fill = (): void => replace(list, ...stack.models.map((model) => row(stack, model, fill)));
    const make = button('New plot', {
        class: 'small',
        icon: 'plus',
        press: () => {
            const { model } = stack.addPlot(emptyPlot());
            fill();
            editPlot(stack, model, fill);
        },
    });
    dialog('Plots', [list, h('div', { class: 'actions' }, make)], 'plots-dialog');
    fill();
}

function row(stack: PlotStack, model: PlotModel, fill: () => void): HTMLElement {
    const name = stack.titleOf(model);
    const shown = switchButton(`Show ${name}`, (on) => {
        model.shown = on;
        shown.set(on);
        stack.renew(model);
    });
    shown.set(model.shown);
    const act = (text: string, press: () => void): HTMLElement =>
        button(text, { class: 'small', label: `${text} ${name}`, press });
    return h(
        'li',
        {},
        shown.root,
        h('b', {}, name),
        h('span', {}, model.kind === 'bars' ? 'bars' : 'curves'),
        act('Edit', () => editPlot(stack, model, fill)),
        act('Delete', () => {
            stack.removePlot(model);
            fill();
        }),
    );
}

/** A signal to be put on an axis, from all that the cell has. */
function adder(stack: PlotStack, model: PlotModel, done: () => void): HTMLElement {
    const input = h('input', {
        class: 'input',
        type: 'text',
        'aria-label': 'Path of a signal',
        placeholder: 'arm/sensed/q[0]',
        spellcheck: 'false',
    });
    const said = h('p', { class: 'help' });
    const add = (side: Side) =>
        button(side === 'L' ? 'Left' : 'Right', {
            class: 'small',
            label: `Add on the ${side === 'L' ? 'left' : 'right'} axis`,
            press: () => {
                const path = input.value.trim();
                const unit = stack.unitOf(path);
                replace(said, unit === null ? `The cell has no signal ${path}.` : '');
                if (unit === null) return;
                toggleTrace(model.traces, path, unit, side);
                stack.renew(model);
                done();
            },
        });
    return h('div', {}, h('div', { class: 'actions' }, input, add('L'), add('R')), said);
}

export function editPlot(stack: PlotStack, model: PlotModel, done: () => void = () => undefined): void {
    const title = h('input', {
        class: 'input',
        type: 'text',
        'aria-label': 'Title of the plot',
        value: model.title,
        maxlength: '60',
        placeholder: stack.titleOf(model),
        spellcheck: 'false',
    });
    const renew = (): void => {
        stack.renew(model);
        done();
    };
    title.addEventListener('input', () => {
        model.title = title.value.trim();
        renew();
    });
    const kind = segments<PlotModel['kind']>(
        'Kind of plot',
        [
            ['curves', 'Curves over time'],
            ['bars', 'Bars'],
        ],
        model.kind,
        (value) => {
            model.kind = value;
            renew();
        },
    );
    const list = h('ul', { class: 'plot-manager' });
    const fill = (): void => {
        replace(list, ...model.traces.map((_, i) => traceRow(stack, model, i, refill)));
    };
    const refill = (): void => {
        renew();
        fill();
    };
    const line = (name: string, ...children: Child[]): HTMLElement =>
        h('div', { class: 'field-row wide-row' }, h('span', { class: 'label' }, name), ...children);
    dialog(
        `Edit ${stack.titleOf(model)}`,
        [line('Title', title), line('Kind', kind.root), list, adder(stack, model, refill)],
        'plots-dialog edit',
    );
    fill();
    title.focus();
}

function traceRow(stack: PlotStack, model: PlotModel, index: number, renew: () => void): HTMLElement {
    const trace = model.traces[index];
    const side = select(
        `Axis of ${trace.path}`,
        [
            ['L', 'left'],
            ['R', 'right'],
        ],
        trace.side,
        (value) => {
            trace.side = value === 'R' ? 'R' : 'L';
            renew();
        },
    );
    const out = button('Remove', {
        class: 'small',
        label: `Remove ${trace.path}`,
        press: () => {
            model.traces.splice(index, 1);
            renew();
        },
    });
    return h('li', {}, h('b', { title: trace.path }, stack.nameOf(trace.path)), side, out);
}
