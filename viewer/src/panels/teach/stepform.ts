// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The form of one step: its action, and the fields that this action uses, as the cell describes them.
// What is chosen from a menu takes effect at once; numbers by Enter or by leaving the field.

import type { Field } from '../../core/types';
import { button, lock, select } from '../../ui/controls';
import { h, replace } from '../../ui/dom';
import { sentence, words } from '../../ui/format';
import { attempt } from '../../ui/notes';
import { argumentsOf } from '../arguments';
import { armFrame, type Page } from '../page';
import { freshStep, written, type Step } from './stepmodel';
import type { StepStore } from './stepstore';
import type { PointStore } from './store';

export class StepForm {
    readonly root = h('div', { class: 'step-form form' });
    private shown = '';
    private objects: string[] = [];

    constructor(
        private readonly page: Page,
        private readonly store: StepStore,
        private readonly points: PointStore,
    ) {
        page.station.on('catalogue', () => void this.askObjects());
        points.changed(() => this.draw());
        store.changed(() => this.draw());
        void this.askObjects();
    }

    /** Names that a field can have: points, other sequences, objects. */
    offers(field: string): string[] {
        if (field === 'point') return this.points.points.map((p) => p.name);
        if (field === 'object') return this.objects;
        if (field !== 'sequence') return [];
        return this.store.all.map((c) => c.name).filter((name) => name !== this.store.part?.name);
    }

    private async askObjects(): Promise<void> {
        const keeper = this.page.station.find('objects');
        this.objects = [];
        if (keeper === null) return;
        try {
            this.objects = (await this.page.station.tell(keeper.name, 'list')).split(' ');
        } catch {
            // the object can be typed
        }
    }

    /** Makes the form anew when the step, or what can be chosen, is another. */
    draw(): void {
        const step = this.store.steps[this.store.chosen];
        const key = JSON.stringify([this.store.chosen, step, this.offers('point'), this.objects]);
        if (key === this.shown) return;
        if (this.root.contains(document.activeElement) && this.shown !== '' && step !== undefined) {
            // somebody writes here; what they write about must still be there
            const before = JSON.parse(this.shown) as [number, Step];
            if (before[0] === this.store.chosen && JSON.stringify(before[1]) === JSON.stringify(step)) return;
        }
        const focused = (document.activeElement as HTMLElement | null)?.dataset['field'];
        this.shown = key;
        if (step === undefined) {
            replace(this.root, h('p', { class: 'note' }, 'Choose a step to edit it.'));
            return;
        }
        const action = String(step['action']);
        const uses = this.store.uses.get(action);
        const fields = this.store.fields.filter((f) => f.name !== 'action' && (uses?.includes(f.name) ?? true));
        replace(
            this.root,
            this.row('Action', this.actionMenu(action)),
            ...fields.map((field) => this.fieldRow(step, field)),
        );
        if (focused !== undefined)
            this.root.querySelector<HTMLElement>(`[data-field="${CSS.escape(focused)}"]`)?.focus();
    }

    private row(name: string, ...controls: HTMLElement[]): HTMLElement {
        return h('div', { class: 'step-field' }, h('span', { class: 'label' }, name), ...controls);
    }

    private actionMenu(action: string): HTMLElement {
        const made = select(
            'Action of the step',
            this.store.actions.map((a) => [a, sentence(words(a))] as const),
            action,
            (next) => this.take(made, freshStep(next, this.store.uses.get(next) ?? [], (f) => this.offers(f))),
        );
        made.dataset['field'] = 'action';
        return made;
    }

    private fieldRow(step: Step, field: Field): HTMLElement {
        const name = sentence(words(field.name));
        const offers = this.offers(field.name);
        if (['point', 'object', 'sequence'].includes(field.name)) {
            const empty: [string, string][] = field.name === 'object' ? [['', 'what is in reach']] : [];
            const now = written(step[field.name]);
            const missing: [string, string][] = now !== '' && !offers.includes(now) ? [[now, `${now} (missing)`]] : [];
            const made = select(
                `${name} of the step`,
                [...empty, ...missing, ...offers.map((o) => [o, o] as const)],
                now,
                (value) => this.take(made, { [field.name]: value }),
            );
            made.dataset['field'] = field.name;
            made.title = field.help;
            return this.row(name, made);
        }
        return this.numberRow(step, field, name);
    }

    private numberRow(step: Step, field: Field, name: string): HTMLElement {
        const before = written(step[field.name]);
        const made = h('input', {
            class: 'input',
            type: 'text',
            value: before,
            spellcheck: 'false',
            'aria-label': `${name} of the step`,
            title: field.help,
            'data-field': field.name,
        });
        const commit = (): void => {
            if (made.value.trim() === before) return;
            void attempt(made, async () => {
                await this.store.edit(this.store.chosen, argumentsOf([field], () => made.value));
            });
        };
        made.addEventListener('change', commit);
        made.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') made.blur();
        });
        const unit = { wait: 's', width: 'm' }[String(step['action'])];
        const more: HTMLElement[] = [];
        if (field.name === 'value' && unit !== undefined) more.push(h('em', {}, unit));
        if (field.name === 'q') {
            const here = button('Here', { class: 'small', title: 'Take the joints as they are now' });
            here.addEventListener('click', () => this.takeHere(here));
            more.push(here);
        }
        return this.row(name, made, ...more);
    }

    private takeHere(at: HTMLElement): void {
        const arm = armFrame(this.page);
        if (arm !== null) this.take(at, { q: [...arm.q] });
    }

    private take(at: HTMLElement, fields: Step): void {
        void attempt(at, () => this.store.edit(this.store.chosen, fields)).then((well) => {
            if (well) return;
            this.shown = ''; // a refusal leaves the step as it was
            this.draw();
        });
    }

    lock(why: string | null): void {
        for (const made of this.root.querySelectorAll<HTMLElement>('select, input, button')) {
            lock(made, why);
            (made as HTMLSelectElement).disabled = why !== null;
        }
    }
}
