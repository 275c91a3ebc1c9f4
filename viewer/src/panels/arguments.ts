// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What a person wrote into a form becomes the arguments of a command, by the table of its fields.

import { Refusal, type Field } from '../core/types';
import { parseNumber } from '../ui/format';

const NUMBERS = new Set(['real', 'integer']);

/** Numbers of one value: three of a vector. */
function isList(field: Field): boolean {
    return field.count !== '' || field.type === 'vector' || field.type === 'matrix';
}

function wrong(field: Field, text: string): Refusal {
    return new Refusal({ code: 'page', text: `${field.name}: ${text}`, fix: field.help });
}

function oneOf(field: Field, text: string): unknown {
    if (field.type === 'truth') return text === 'true';
    if (field.type === 'enum') {
        if (field.words !== null && !field.words.includes(text)) throw wrong(field, 'this is not one of the choices');
        return text;
    }
    if (!NUMBERS.has(field.type) && !isList(field)) return text;
    if (field.type === 'text') return text;
    const number = parseNumber(text);
    if (Number.isNaN(number)) throw wrong(field, 'this is not a number');
    if (field.type === 'integer' && !Number.isInteger(number)) throw wrong(field, 'this is not an integer');
    const below = field.low !== null && number < field.low;
    if (below || (field.high !== null && number > field.high)) throw wrong(field, 'this is out of range');
    return number;
}

/** The arguments of a command: what is empty is left out and has its default. */
export function argumentsOf(
    fields: readonly Field[],
    written: (name: string) => string,
): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const field of fields) {
        const text = written(field.name).trim();
        if (text === '') continue;
        made[field.name] = isList(field)
            ? text.split(/[\s,]+/).map((word) => oneOf(field, word))
            : oneOf(field, text);
    }
    return made;
}
