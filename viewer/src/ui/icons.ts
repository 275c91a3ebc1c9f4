// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The pictograms of the page, drawn on a grid of 16. Capital F before a path fills it.

const SHAPES = {
    run: ['FM5 3v10l8-5z'],
    pause: ['M5.5 3.5v9', 'M10.5 3.5v9'],
    halt: ['FM4 4h8v8H4z'],
    step: ['FM3.5 3.5v9l6-4.5z', 'M12.5 3.5v9'],
    record: ['FM8 3.6a4.4 4.4 0 1 0 .01 0z'],
    fault: ['M8 1.6 14.4 8 8 14.4 1.6 8z', 'M8 5v3.6', 'M8 10.8v.1'],
    warn: ['M8 2.4 14.2 13.2H1.8z', 'M8 6.4v3.2', 'M8 11.3v.1'],
    hand: [
        'M5 9V4.4a1 1 0 0 1 2 0V8M7 8V3a1 1 0 0 1 2 0v5M9 8V3.8a1 1 0 0 1 2 0V10',
        'M11 10c0 2.6-1.4 4-3.6 4-1.9 0-2.8-.9-3.8-2.6L2.3 9',
    ],
    lost: [
        'M6.2 9.8 4.6 11.4a2.2 2.2 0 0 1-3-3l1.6-1.6',
        'M9.8 6.2l1.6-1.6a2.2 2.2 0 0 1 3 3l-1.6 1.6',
        'M2.5 2.5l11 11',
    ],
    wait: ['M8 2.2a5.8 5.8 0 1 0 5.8 5.8', 'M8 5v3.2l2 1.3'],
    home: ['M2.5 7.6 8 3l5.5 4.6', 'M4.2 7v6h7.6V7'],
    operate: ['M2.8 13.8h6', 'M5.8 13.8V11L4 6.2l5.2-2.6 2.9 3', 'M10.7 8l1.4-1.4L13.5 8'],
    teach: ['M8 14s4.2-4.2 4.2-7.3a4.2 4.2 0 0 0-8.4 0C3.8 9.8 8 14 8 14z', 'M8 5.3a1.4 1.4 0 1 0 .01 0z'],
    tune: ['M2.2 13.4V2.6', 'M2.2 13.4h11.6', 'M4 10.2c1.5 0 1.4-5 3.2-5s1.5 4 3.2 4 1.5-3.8 3.4-3.8'],
    events: ['M5.6 4h8', 'M5.6 8h8', 'M5.6 12h8', 'M2.7 4h.1', 'M2.7 8h.1', 'M2.7 12h.1'],
    theme: ['M8 2.8a5.2 5.2 0 1 0 .01 0z', 'FM8 2.8a5.2 5.2 0 0 1 0 10.4z'],
    keys: ['M2 4.2h12v7.6H2z', 'M4.5 6.8h.1', 'M7 6.8h.1', 'M9.4 6.8h.1', 'M11.7 6.8h.1', 'M5.2 9.4h5.6'],
    eye: ['M1.6 8S4 4 8 4s6.4 4 6.4 4-2.4 4-6.4 4-6.4-4-6.4-4z', 'M8 6.2a1.8 1.8 0 1 0 .01 0z'],
    eyeOff: ['M2 7s2.2 3 6 3 6-3 6-3', 'M4 9.4 3 11', 'M8 10v2', 'M12 9.4l1 1.6'],
    frames: ['M4 12V3', 'M4 12h9', 'M4 12l-2.2 2.2', 'M2.6 4.4 4 3l1.4 1.4', 'M11.6 10.6 13 12l-1.4 1.4'],
    volumes: ['M8 1.9 13.5 5v6L8 14.1 2.5 11V5z', 'M2.7 5.1 8 8.2l5.3-3.1', 'M8 8.2v5.7'],
    mass: [
        'M2.6 10.6c1.2 2.3 4.3 2 7-.1s3.9-5 2.7-6.7-4.3-1.4-7 .6-3.9 4.4-2.7 6.2z',
        'M8 6.6v2.8',
        'M6.6 8h2.8',
    ],
    trail: ['M2 13c0-4 3-4 5-4.5', 'M9 7.2c.8-1.4 1.6-3.7 4-3.7', 'FM13 2.4a1.2 1.2 0 1 0 .01 0z'],
    ghost: ['M6 4a4 4 0 1 0 .01 0z', 'M10.6 4.2a4 4 0 0 1 0 7.6'],
    shell: ['M2.6 2.6h10.8v10.8H2.6z', 'M5.4 5.4h5.2v5.2H5.4z'],
    distance: ['FM3.2 10.4a1.7 1.7 0 1 0 .01 0z', 'FM12.8 2.2a1.7 1.7 0 1 0 .01 0z', 'M4.6 10.9l6.9-5.8'],
    fit: ['M2.5 5.5v-3h3', 'M10.5 2.5h3v3', 'M13.5 10.5v3h-3', 'M5.5 13.5h-3v-3'],
    chevron: ['M4.5 6.3 8 9.8l3.5-3.5'],
    right: ['M6.3 4.5 9.8 8l-3.5 3.5'],
    check: ['M3.2 8.4 6.4 11.6 12.8 4.6'],
    plus: ['M8 3v10', 'M3 8h10'],
    minus: ['M3 8h10'],
    close: ['M4 4l8 8', 'M12 4l-8 8'],
    more: ['M3.5 8h.1', 'M8 8h.1', 'M12.5 8h.1'],
    search: ['M7 2.8a4.2 4.2 0 1 0 .01 0z', 'M10.2 10.2l3.3 3.3'],
    save: ['M8 2.5v7.3', 'M5 7l3 3 3-3', 'M2.8 13h10.4'],
    open: ['M8 10V2.7', 'M5 5.5l3-3 3 3', 'M2.8 13h10.4'],
    lock: ['M3.5 7h9v6.3h-9z', 'M5.3 7V5a2.7 2.7 0 0 1 5.4 0v2'],
    grip: ['M6 3.5h.1', 'M10 3.5h.1', 'M6 8h.1', 'M10 8h.1', 'M6 12.5h.1', 'M10 12.5h.1'],
    undo: ['M5.5 3 2.7 5.8l2.8 2.8', 'M3 5.8h6.3a3.7 3.7 0 0 1 0 7.4H6'],
    crate: ['M2.5 4h11v8.5h-11z', 'M2.5 7h11', 'M6.5 9.5h3'],
    zoom: ['M7 2.8a4.2 4.2 0 1 0 .01 0z', 'M10.2 10.2l3.3 3.3', 'M5.2 7h3.6'],
    up: ['M4.5 9.7 8 6.2l3.5 3.5'],
    mark: [
        'M2 11.6c3.6 0 3.6-7.4 7.2-7.4 2 0 3 1.1 3 1.1',
        'M4 14c3.9 0 3.9-7.6 7.3-7.6 1.5 0 2.4.8 2.4.8',
        'M2 8.6c2.3-.1 3-7 6.8-7',
    ],
} as const;

export type IconName = keyof typeof SHAPES;

const SVG = 'http://www.w3.org/2000/svg';

function shape(text: string): SVGPathElement {
    const path = document.createElementNS(SVG, 'path');
    const filled = text.startsWith('F');
    path.setAttribute('d', filled ? text.slice(1) : text);
    if (filled) path.setAttribute('class', 'filled');
    return path;
}

/** Draws a pictogram; it is decoration, the words beside it say the same. */
export function icon(name: IconName, more = ''): SVGSVGElement {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', `icon ${more}`);
    svg.append(...SHAPES[name].map(shape));
    svg.dataset['icon'] = name;
    return svg;
}

/** Turns a pictogram into another one, when it is another. */
export function setIcon(svg: SVGSVGElement, name: IconName): void {
    if (svg.dataset['icon'] === name) return;
    svg.dataset['icon'] = name;
    svg.replaceChildren(...SHAPES[name].map(shape));
}
