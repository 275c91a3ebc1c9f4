// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Who wants to know, by name of the news. A listener that throws must not keep the others from
// hearing, and never the connection from working.

export class Listeners<Events extends { [name: string]: (...given: never[]) => void }> {
    private readonly all = new Map<keyof Events, Set<Events[keyof Events]>>();

    on<K extends keyof Events>(name: K, listener: Events[K]): () => void {
        const those = this.all.get(name) ?? new Set();
        this.all.set(name, those);
        those.add(listener);
        return () => those.delete(listener);
    }

    tell<K extends keyof Events>(name: K, ...given: Parameters<Events[K]>): void {
        const those = this.all.get(name);
        if (those === undefined) return;
        for (const listener of those) {
            try {
                listener(...given);
            } catch (error) {
                console.error(error);
            }
        }
    }
}
