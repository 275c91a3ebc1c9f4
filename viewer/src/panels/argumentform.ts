// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The form of a command, made from the table of its arguments.

import type { Command, Field, Saying } from '../core/types';
import { h } from '../ui/dom';
import { argumentsOf } from './arguments';

function hint(field: Field): string {
    const unit = field.unit !== '' ? ` [${field.unit}]` : '';
    return `${field.name}${unit}${field.default !== '' ? ` = ${field.default}` : ''}`;
}

function control(command: Command, field: Field): HTMLInputElement | HTMLSelectElement {
    const label = `${command.word}: ${field.name}`;
    if (field.type === 'enum' || field.type === 'truth') {
        const choices = field.type === 'enum' ? (field.words ?? []) : ['true', 'false'];
        return h(
            'select',
            { class: 'input', 'aria-label': label, title: field.help },
            h('option', { value: '' }, hint(field)),
            ...choices.map((word) => h('option', { value: word }, word)),
        );
    }
    return h('input', {
        class: 'input',
        type: 'text',
        placeholder: hint(field),
        'aria-label': label,
        title: field.help,
        spellcheck: 'false',
    });
}

export class ArgumentForm {
    readonly root = h('span', { class: 'arguments' });
    private readonly controls = new Map<string, HTMLInputElement | HTMLSelectElement>();

    constructor(private readonly command: Command) {
        for (const field of command.fields) {
            const made = control(command, field);
            this.controls.set(field.name, made);
            this.root.append(made);
        }
    }

    /** What is sent. Throws a refusal when something is not what its field wants. */
    say(): Saying {
        if (this.command.fields.length === 0) return this.command.word;
        const made = argumentsOf(this.command.fields, (name) => this.controls.get(name)?.value ?? '');
        return { word: this.command.word, arguments: made };
    }
}
