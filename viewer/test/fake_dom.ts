// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// As much of a browser as pointers, keys and a stop button need.

export class FakeElement extends EventTarget {
    readonly dataset: Record<string, string> = {};
    readonly style = { setProperty: (): void => undefined };
    readonly classList = {
        contains: (name: string): boolean => this.classes.has(name),
        toggle: (name: string): boolean => !this.classes.delete(name) && this.classes.add(name) !== null,
    };
    captured = -1;
    private readonly classes = new Set<string>();

    constructor(private readonly stops = false) {
        super();
    }

    getBoundingClientRect(): { left: number; right: number; top: number; bottom: number } {
        return { left: 0, right: 1000, top: 0, bottom: 800 };
    }

    setPointerCapture(id: number): void {
        this.captured = id;
    }

    getAttribute(): string | null {
        return null;
    }

    closest(selector: string): FakeElement | null {
        return selector.includes('data-stop') && this.stops ? this : null;
    }
}

export class FakeWindow extends EventTarget {
    readonly document = Object.assign(new EventTarget(), {
        hidden: false,
        documentElement: new FakeElement(),
    });

    /** Makes this the browser of the test. */
    install(): this {
        Object.assign(globalThis, {
            window: this,
            document: this.document,
            Element: FakeElement,
            addEventListener: this.addEventListener.bind(this),
            dispatchEvent: this.dispatchEvent.bind(this),
        });
        return this;
    }

    /** An event with fields, at an element first and then at the window, as it would rise. */
    send(target: EventTarget, type: string, fields: Record<string, unknown> = {}): void {
        const event = Object.assign(new Event(type, { cancelable: true }), {
            button: 0,
            buttons: 0,
            isPrimary: true,
            clientX: 0,
            clientY: 0,
            pointerId: 1,
            pointerType: 'mouse',
            shiftKey: false,
            ctrlKey: false,
            altKey: false,
            deltaX: 0,
            deltaY: 0,
            deltaMode: 0,
            repeat: false,
            detail: 0,
            ...fields,
        });
        Object.defineProperty(event, 'target', { value: target, configurable: true });
        target.dispatchEvent(event);
        if (target === this) return;
        const again = Object.assign(new Event(type), { ...event, ...fields });
        Object.defineProperty(again, 'target', { value: target, configurable: true });
        this.dispatchEvent(again);
    }
}
