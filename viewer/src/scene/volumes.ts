// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Boxes, zones and spaces of the rules as hatched volumes. A box is hatched densely, a zone sparsely and
// with dashed edges, and of a space only the far walls are drawn, since the arm is inside.

import {
    BackSide,
    BoxGeometry,
    EdgesGeometry,
    FrontSide,
    Group,
    LineBasicMaterial,
    LineDashedMaterial,
    LineSegments,
    Mesh,
    ShaderMaterial,
} from 'three';
import type { RuleVolume } from '../core/types';
import type { Palette } from './palette';

const HATCH_VERTEX = `
varying float vStripe;
void main() {
    vec4 place = modelMatrix * vec4(position, 1.0);
    // at 45 degrees on each face, since these are along the axes
    vStripe = place.x + place.y + place.z;
    gl_Position = projectionMatrix * viewMatrix * place;
}`;

// stripes that are narrower than a pixel become even
const HATCH_FRAGMENT = `
uniform vec3 color;
uniform float pitch;
uniform float share; // of the face that stripes cover
uniform float strength;
varying float vStripe;
void main() {
    float at = vStripe / pitch;
    float pixel = fwidth(at);
    float stripe = 1.0 - smoothstep(0.5 * share, 0.5 * share + pixel, abs(fract(at) - 0.5));
    gl_FragColor = vec4(color, strength * (0.1 + 0.9 * mix(stripe, share, smoothstep(0.3, 0.8, pixel))));
    #include <colorspace_fragment>
}`;

// metres from stripe to stripe, and how strong they are: a space is around everything, so it is faint
const HATCHES = { box: [0.05, 0.32], zone: [0.12, 0.32], space: [0.25, 0.1] } as const;
const STRIPE = 0.006; // [m] wide
const DASH = 0.04; // [m]

export type VolumeMark = 'fault' | 'limit';

interface Shown {
    volume: RuleVolume;
    mark: VolumeMark | null;
    hatch: ShaderMaterial;
    edge: LineBasicMaterial;
}

export class RuleVolumes {
    readonly root = new Group();
    private shown: Shown[] = [];

    constructor(private palette: Palette) {}

    get list(): readonly { volume: RuleVolume; mark: VolumeMark | null }[] {
        return this.shown;
    }

    build(volumes: readonly RuleVolume[]): void {
        this.clear();
        this.shown = volumes.map((volume) => this.add(volume));
    }

    private add(volume: RuleVolume): Shown {
        const { kind, low, high } = volume;
        const size = [0, 1, 2].map((i) => high[i] - low[i]) as [number, number, number];
        const middle = [0, 1, 2].map((i) => (high[i] + low[i]) / 2) as [number, number, number];
        const color = this.palette.ink2;
        const [pitch, strength] = HATCHES[kind];
        const hatch = new ShaderMaterial({
            transparent: true,
            depthWrite: false,
            side: kind === 'space' ? BackSide : FrontSide,
            uniforms: {
                color: { value: color },
                pitch: { value: pitch },
                share: { value: STRIPE / pitch },
                strength: { value: strength },
            },
            vertexShader: HATCH_VERTEX,
            fragmentShader: HATCH_FRAGMENT,
        });
        const looks = { color, transparent: true, opacity: Math.min(1, 2.5 * strength), toneMapped: false };
        const edge = kind === 'zone'
            ? new LineDashedMaterial({ ...looks, dashSize: DASH, gapSize: DASH })
            : new LineBasicMaterial(looks);
        const walls = new Mesh(new BoxGeometry(...size), hatch);
        const edges = new LineSegments(new EdgesGeometry(walls.geometry), edge);
        edges.computeLineDistances();
        for (const object of [walls, edges]) {
            object.position.set(...middle);
            object.renderOrder = 11; // behind handles and lines, before the ghost
            this.root.add(object);
        }
        return { volume, mark: null, hatch, edge };
    }

    private clear(): void {
        for (const object of [...this.root.children]) {
            if (object instanceof Mesh || object instanceof LineSegments) object.geometry.dispose();
            object.removeFromParent();
        }
        for (const { hatch, edge } of this.shown) {
            hatch.dispose();
            edge.dispose();
        }
    }

    /** One that an arm would have come too near to; null takes the mark away, and without a number all of them. */
    mark(index: number | null, mark: VolumeMark | null): void {
        this.shown.forEach((each, k) => {
            if (index === null || index === k) each.mark = mark;
        });
        this.repaint(this.palette);
    }

    repaint(palette: Palette): void {
        this.palette = palette;
        for (const { mark, hatch, edge } of this.shown) {
            const color = mark === null ? palette.ink2 : palette[mark];
            hatch.uniforms['color'].value = color;
            edge.color = color;
        }
    }
}
