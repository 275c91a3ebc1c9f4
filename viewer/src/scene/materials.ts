// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Materials of both looks, one per colour and use. Changing theme or look changes these in place or
// throws them away; links ask again.

import {
    Color,
    type Material,
    MeshBasicMaterial,
    MeshStandardMaterial,
    ShaderMaterial,
    type Texture,
    Vector3,
} from 'three';
import type { Palette } from './palette';

export type Look = 'plain' | 'full';
export type Mark = 'fault' | 'limit' | 'chosen';

// where ghost and arm coincide the arm is seen
const BEHIND = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8 };

const RIM_VERTEX = `
varying vec3 vNormal;
varying vec3 vSight;
void main() {
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    vNormal = normalize(normalMatrix * normal);
    vSight = normalize(-seen.xyz);
    gl_Position = projectionMatrix * seen;
}`;

// stronger at the rim than in the middle: not the real arm, and it hides nothing behind it
const RIM_FRAGMENT = `
uniform vec3 color;
uniform float middle;
uniform float edge;
varying vec3 vNormal;
varying vec3 vSight;
void main() {
    float away = 1.0 - abs(dot(normalize(vNormal), normalize(vSight)));
    gl_FragColor = vec4(color, middle + edge * pow(away, 1.6));
    #include <colorspace_fragment>
}`;

// The plain look is lit at corners, not at pixels: without a graphics processor pixels are what costs. A
// lamp and a sky, in linear light; the last line is nearly the curve that screens expect.
const PLAIN_VERTEX = `
uniform vec3 color;
uniform vec3 glow;
uniform vec3 levels;
varying vec3 vColor;
void main() {
    vec3 n = normalize(mat3(modelMatrix) * normal);
    float lamp = max(0.0, dot(n, vec3(0.3825, -0.4335, 0.8160)));
    float sky = mix(levels.z, levels.y, 0.5 * n.z + 0.5);
    vColor = pow(color * (levels.x * lamp + sky) + glow, vec3(0.4545));
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const PLAIN_FRAGMENT = `
uniform float opacity;
varying vec3 vColor;
void main() {
    gl_FragColor = vec4(vColor, opacity);
}`;

// The same with an image: light at corners, the colour of the image at pixels. Power is that of a
// product, so both parts can have theirs before.
const IMAGE_VERTEX = PLAIN_VERTEX.replace('varying vec3 vColor;', 'varying vec3 vColor;\nvarying vec2 vPlace;')
    .replace('    vec3 n =', '    vPlace = uv;\n    vec3 n =');

const IMAGE_FRAGMENT = `
uniform float opacity;
uniform sampler2D map;
varying vec3 vColor;
varying vec2 vPlace;
void main() {
    vec4 seen = texture2D(map, vPlace);
    gl_FragColor = vec4(vColor * pow(seen.rgb, vec3(0.4545)), opacity * seen.a);
}`;

const DARK_LEVELS = new Vector3(0.54, 0.51, 0.05); // lamp, sky, ground
const LIGHT_LEVELS = new Vector3(0.58, 0.6, 0.18);
const NO_GLOW = new Color(0);

const DARKEST = 0.11; // luminance of a body on the dark ground, which itself has 0.012

/** A colour of a model as it can be told from a dark ground: what is nearly black becomes a dark grey of its hue. */
export function seenOn(color: Color, light: boolean): Color {
    const luminance = 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
    if (light || luminance >= DARKEST) return color;
    const more = DARKEST - luminance;
    return new Color(color.r + more, color.g + more, color.b + more);
}

export class Materials {
    private readonly made = new Map<string, Material>();

    constructor(
        private palette: Palette,
        private look: Look,
    ) {}

    /** Another theme or look: everything is made anew when it is asked for. */
    change(palette: Palette, look: Look): void {
        for (const material of this.made.values()) material.dispose();
        this.made.clear();
        this.palette = palette;
        this.look = look;
    }

    solid(color: Color, opacity: number, map: Texture | null = null): Material {
        const key = `solid ${color.getHexString()} ${opacity} ${map === null ? '' : map.uuid}`;
        return this.get(key, () => this.body(seenOn(color, this.palette.light), opacity, NO_GLOW, map));
    }

    /** A body that is spoken of: tinted, and a little bright so that shade does not hide it. */
    marked(mark: Mark, color: Color): Material {
        return this.get(`mark ${mark} ${color.getHexString()}`, () => {
            const tint = {
                fault: this.palette.faultBody,
                limit: this.palette.limit,
                chosen: this.palette.sight,
            }[mark];
            const mixed = color.clone().lerp(tint, mark === 'chosen' ? 0.35 : 0.8);
            return this.body(mixed, 1, tint.clone().multiplyScalar(0.12));
        });
    }

    wire(color: Color): Material {
        return this.get(
            `wire ${color.getHexString()}`,
            () => new MeshBasicMaterial({ color, wireframe: true }),
        );
    }

    /** One colour without light, for marks and overlays. */
    flat(color: Color, opacity = 1, above = false): MeshBasicMaterial {
        return this.get(
            `flat ${color.getHexString()} ${opacity} ${above}`,
            () =>
                new MeshBasicMaterial({
                    color,
                    opacity,
                    transparent: opacity < 1 || above,
                    depthWrite: opacity === 1 && !above,
                    depthTest: !above,
                    toneMapped: false,
                }),
        ) as MeshBasicMaterial;
    }

    ghost(): Material {
        return this.rim('ghost', this.palette.ghost, 0.1, 0.62);
    }

    /** Bounding volumes: transparent green, as everywhere in the field. */
    bound(): Material {
        return this.rim('bound', this.palette.run, 0.09, 0.3);
    }

    collision(): Material {
        return this.get(
            'collision',
            () =>
                new MeshBasicMaterial({
                    color: this.palette.sight,
                    wireframe: true,
                    transparent: true,
                    opacity: 0.55,
                    toneMapped: false,
                }),
        );
    }

    /** Ellipsoids of mass; one whose inertia no body can have is amber. */
    mass(valid: boolean): Material {
        return this.rim(`mass ${valid}`, valid ? this.palette.ink2 : this.palette.limit, 0.25, 0.5);
    }

    /** Hides what lies behind a ghost within it, so that its inside is not seen. */
    curtain(): Material {
        return this.get('curtain', () => new MeshBasicMaterial({ colorWrite: false, ...BEHIND }));
    }

    private rim(key: string, color: Color, middle: number, edge: number): Material {
        return this.get(
            `rim ${key}`,
            () =>
                new ShaderMaterial({
                    transparent: true,
                    depthWrite: false,
                    ...BEHIND,
                    uniforms: { color: { value: color }, middle: { value: middle }, edge: { value: edge } },
                    vertexShader: RIM_VERTEX,
                    fragmentShader: RIM_FRAGMENT,
                }),
        );
    }

    private body(color: Color, opacity: number, glow = NO_GLOW, map: Texture | null = null): Material {
        const transparent = opacity < 1;
        if (this.look === 'full') {
            const shine = { roughness: 0.46, metalness: 0, emissive: glow };
            return new MeshStandardMaterial({ color, opacity, transparent, map, ...shine });
        }
        return new ShaderMaterial({
            transparent,
            uniforms: {
                color: { value: color },
                glow: { value: glow },
                opacity: { value: opacity },
                levels: { value: this.palette.light ? LIGHT_LEVELS : DARK_LEVELS },
                ...(map === null ? {} : { map: { value: map } }),
            },
            vertexShader: map === null ? PLAIN_VERTEX : IMAGE_VERTEX,
            fragmentShader: map === null ? PLAIN_FRAGMENT : IMAGE_FRAGMENT,
        });
    }

    private get(key: string, make: () => Material): Material {
        const known = this.made.get(key);
        if (known !== undefined) return known;
        const material = make();
        this.made.set(key, material);
        return material;
    }
}
