// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn as numbers: the pixels of the picture, and how far away each of them is.

import {
    type Camera,
    Color,
    FloatType,
    NearestFilter,
    type Object3D,
    RedFormat,
    ShaderMaterial,
    WebGLRenderTarget,
} from 'three';
import type { Stage } from './stage';

export interface Pixels {
    width: number;
    height: number;
    rgb: Uint8Array; // rows from above
}

export interface Depths {
    width: number;
    height: number;
    metres: Float32Array; // along the axis of view, rows from above; 0 where nothing is
}

const VERTEX = `
varying float vDepth;
void main() {
    vec4 at = vec4(position, 1.0);
#ifdef USE_INSTANCING
    at = instanceMatrix * at;
#endif
    vec4 seen = modelViewMatrix * at;
    vDepth = -seen.z;
    gl_Position = projectionMatrix * seen;
}`;

const FRAGMENT = `
varying float vDepth;
void main() {
    gl_FragColor = vec4(vDepth, 0.0, 0.0, 1.0);
}`;

/** The frame buffer as it was just drawn. Call it in the same turn. */
export function readPixels(stage: Stage): Pixels {
    const gl = stage.renderer.getContext() as WebGL2RenderingContext;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const rgba = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
    const rgb = new Uint8Array(3 * width * height);
    for (let row = 0; row < height; row++) {
        // a frame buffer begins below
        let from = 4 * width * (height - 1 - row);
        for (let to = 3 * width * row; to < 3 * width * (row + 1); to += 3, from += 4) {
            rgb[to] = rgba[from];
            rgb[to + 1] = rgba[from + 1];
            rgb[to + 2] = rgba[from + 2];
        }
    }
    return { width, height, rgb };
}

/** Calls with nothing in the scene but some of its objects. */
function withOnly(stage: Stage, keep: ReadonlySet<Object3D>, call: () => void): void {
    const before = stage.scene.children.map((child) => child.visible);
    stage.scene.children.forEach((child) => (child.visible &&= keep.has(child)));
    try {
        call();
    } finally {
        stage.scene.children.forEach((child, k) => (child.visible = before[k]));
    }
}

/**
 * How far each pixel of a view is, measured along its axis: the depth of a plane across it is the same
 * everywhere. Throws where the browser draws no real numbers.
 */
export function readDepths(
    stage: Stage,
    camera: Camera,
    size: { width: number; height: number },
    keep: ReadonlySet<Object3D>,
): Depths {
    const { renderer, scene } = stage;
    const { width, height } = size;
    if (renderer.getContext().getExtension('EXT_color_buffer_float') === null)
        throw new Error('This browser cannot draw depth images.');
    const target = new WebGLRenderTarget(width, height, {
        type: FloatType,
        format: RedFormat,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
    });
    const material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT });
    const below = new Float32Array(width * height);
    const color = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    try {
        withOnly(stage, keep, () => {
            scene.overrideMaterial = material;
            renderer.setRenderTarget(target);
            renderer.setClearColor(0, 0);
            renderer.clear();
            renderer.render(scene, camera);
            renderer.readRenderTargetPixels(target, 0, 0, width, height, below);
        });
    } finally {
        scene.overrideMaterial = null;
        renderer.setRenderTarget(null);
        renderer.setClearColor(color, alpha);
        target.dispose();
        material.dispose();
    }
    const metres = new Float32Array(width * height);
    for (let row = 0; row < height; row++)
        metres.set(below.subarray(width * (height - 1 - row), width * (height - row)), width * row);
    return { width, height, metres };
}
