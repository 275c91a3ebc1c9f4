// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Keys and commands. Whatever has a key or a name is registered here, so that the list of keys and
// the list of all commands are complete by themselves. No key here moves the arm: see panels/armkeys.ts.

import { isTyping } from './dom';

export interface PageCommand {
    name: string; // a short sentence, as people search for it
    keys?: string; // as printed: "G O", "Ctrl K"
    group: string;
    act: () => void;
    whileTyping?: boolean;
}

const PREFIX_TIME = 1200; // [ms] between the two keys of a pair

/** How a key press is written: "Ctrl K", "Shift R", "/". */
export function spell(event: KeyboardEvent): string {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const named = key === ' ' ? 'Space' : key;
    const shifted = event.shiftKey && (event.key.length > 1 || /[A-Z]/.test(key));
    return `${event.ctrlKey || event.metaKey ? 'Ctrl ' : ''}${shifted ? 'Shift ' : ''}${named}`;
}

export class Keys {
    readonly commands: PageCommand[] = [];
    private readonly byKey = new Map<string, PageCommand>();
    private prefix = '';
    private prefixAt = 0;

    constructor() {
        addEventListener('keydown', (event) => this.pressed(event));
    }

    add(command: PageCommand): () => void {
        this.commands.push(command);
        if (command.keys !== undefined) this.byKey.set(command.keys, command);
        return () => {
            this.commands.splice(this.commands.indexOf(command), 1);
            if (command.keys !== undefined && this.byKey.get(command.keys) === command) {
                this.byKey.delete(command.keys);
            }
        };
    }

    private pressed(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.repeat || event.altKey) return;
        const name = this.nameOf(event);
        const command = this.byKey.get(name);
        if (command === undefined) return;
        if (isTyping(event.target) && command.whileTyping !== true) return;
        // a control that is in focus has the first right to Space and Enter
        const focused =
            event.target instanceof HTMLElement &&
            event.target.closest('button, select, a, input, [role="slider"]');
        if (focused !== null && focused !== false && (name === 'Space' || name === 'Enter')) return;
        event.preventDefault();
        command.act();
    }

    /** The key, with the key before it when the two are a pair. */
    private nameOf(event: KeyboardEvent): string {
        const name = spell(event);
        const pair = `${this.prefix} ${name}`;
        const paired = this.prefix !== '' && event.timeStamp - this.prefixAt < PREFIX_TIME;
        this.prefix = '';
        if (paired && this.byKey.has(pair)) return pair;
        if (!isTyping(event.target) && [...this.byKey.keys()].some((k) => k.startsWith(`${name} `))) {
            this.prefix = name;
            this.prefixAt = event.timeStamp;
        }
        return name;
    }
}
