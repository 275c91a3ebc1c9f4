// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Canvas, lights and renderer of both looks. Smoothing and a see-through canvas can only be chosen
// when a context is made, so a change of look makes a new one.

import {
    ACESFilmicToneMapping,
    type Camera,
    Color,
    DirectionalLight,
    DoubleSide,
    HemisphereLight,
    Mesh,
    MeshBasicMaterial,
    NoToneMapping,
    type Object3D,
    PCFShadowMap,
    PlaneGeometry,
    PMREMGenerator,
    Scene,
    ShadowMaterial,
    type Texture,
    WebGLRenderer,
} from 'three';
import type { Look } from './materials';
import { groundLines } from './overlays';
import type { Palette } from './palette';

export interface Rect {
    x: number; // of the left edge, from the left [px]
    y: number; // of the upper edge, from above
    width: number;
    height: number;
}

/** The ball that the lamp lights. */
interface Lit {
    middle: readonly [number, number, number];
    radius: number; // [m]
}

export class Stage {
    readonly scene = new Scene();
    renderer: WebGLRenderer;
    private readonly surroundings: Object3D[] = [];
    private width = 1;
    private height = 1;
    private ratio = 1;
    private floor = 0;
    private lit: Lit = { middle: [0, 0, 0.4], radius: 1.8 };
    private mirrored: { light: boolean; map: Texture } | null = null;

    /** Called when a lost context is back and everything must be drawn again. */
    restored: () => void = () => undefined;

    /** Throws where there is no WebGL 2. */
    constructor(
        private readonly host: HTMLElement,
        private palette: Palette,
        private look: Look,
    ) {
        this.renderer = this.makeRenderer();
        this.furnish();
    }

    get canvas(): HTMLCanvasElement {
        return this.renderer.domElement;
    }

    private makeRenderer(): WebGLRenderer {
        const full = this.look === 'full';
        const canvas = document.createElement('canvas');
        canvas.className = 'scene-canvas';
        canvas.setAttribute('aria-hidden', 'true');
        const context = canvas.getContext('webgl2', {
            antialias: full,
            alpha: full,
            powerPreference: 'high-performance',
            depth: true,
        });
        if (context === null) throw new Error('no WebGL 2');
        const renderer = new WebGLRenderer({ canvas, context });
        renderer.autoClear = false;
        renderer.shadowMap.enabled = full;
        renderer.shadowMap.type = PCFShadowMap;
        renderer.toneMapping = full ? ACESFilmicToneMapping : NoToneMapping;
        canvas.addEventListener('webglcontextrestored', () => this.restored());
        this.host.prepend(canvas);
        return renderer;
    }

    setLook(look: Look): void {
        if (look === this.look) return;
        this.look = look;
        const before = this.renderer;
        this.renderer = this.makeRenderer();
        before.domElement.remove();
        before.dispose();
        before.forceContextLoss();
        this.mirrored = null;
        this.resize(this.width, this.height, this.ratio);
        this.furnish();
    }

    repaint(palette: Palette): void {
        this.palette = palette;
        this.furnish();
    }

    /** The height at which the ground is drawn, and what is lit: shadows are the finer the less that is. */
    setGround(height: number, middle: readonly [number, number, number], radius: number): void {
        const moved = Math.hypot(...this.lit.middle.map((v, k) => v - middle[k]));
        const same = moved < 0.1 * radius && Math.abs(radius / this.lit.radius - 1) < 0.1;
        if (Math.abs(height - this.floor) < 1e-6 && same) return;
        this.floor = height;
        this.lit = { middle, radius };
        this.furnish();
    }

    private furnish(): void {
        this.surroundings.splice(0).forEach((object) => {
            object.removeFromParent();
            if (object instanceof DirectionalLight) object.dispose();
        });
        const { light } = this.palette;
        const key = new DirectionalLight(
            0xffffff,
            this.look === 'full' ? (light ? 2.2 : 1.9) : light ? 2.0 : 1.7,
        );
        const { middle, radius } = this.lit;
        key.target.position.set(...middle);
        key.position.set(1.5, -1.7, 3.2).setLength(2 * radius).add(key.target.position);
        const add = (...objects: Object3D[]): void => {
            this.surroundings.push(...objects);
            this.scene.add(...objects);
        };
        add(key, key.target, groundLines(this.palette.grid, this.floor));
        this.scene.environment = null;
        if (this.look === 'plain') {
            add(new HemisphereLight(0xffffff, light ? 0x8a9097 : 0x4a5058, light ? 2.1 : 1.6));
            return;
        }
        this.scene.environment = this.surroundingsOf(light);
        this.scene.environmentIntensity = light ? 0.66 : 0.62;
        this.castShadows(key, add);
    }

    private castShadows(key: DirectionalLight, add: (...objects: Object3D[]) => void): void {
        key.castShadow = true;
        key.shadow.mapSize.set(2048, 2048);
        key.shadow.radius = 4;
        key.shadow.bias = -0.0004;
        key.shadow.normalBias = 0.004;
        const { radius } = this.lit;
        const sides = { left: -radius, right: radius, top: radius, bottom: -radius };
        Object.assign(key.shadow.camera, { ...sides, near: 0.05 * radius, far: 4 * radius });
        const opacity = this.palette.light ? 0.2 : 0.42;
        const catcher = new Mesh(new PlaneGeometry(12, 12), new ShadowMaterial({ opacity }));
        catcher.position.z = this.floor - 0.001;
        catcher.receiveShadow = true;
        add(catcher);
    }

    /** What surfaces mirror; made once for a theme, as it takes long without a graphics processor. */
    private surroundingsOf(light: boolean): Texture {
        if (this.mirrored !== null && this.mirrored.light === light) return this.mirrored.map;
        this.mirrored?.map.dispose();
        this.mirrored = { light, map: this.studio() };
        return this.mirrored.map;
    }

    /** Three soft lamps in a grey room. */
    private studio(): Texture {
        const room = new Scene();
        const { light } = this.palette;
        room.background = new Color(light ? 0xb9c0c8 : 0x353c45);
        const lamps: [number, number, [number, number, number], number][] = [
            [5, 3, [2, -3, 6], light ? 7 : 6],
            [2, 5, [-6, -2, 2.5], light ? 3 : 2.6],
            [3, 2, [3, 6, 2], light ? 2 : 1.5],
        ];
        for (const [width, height, at, power] of lamps) {
            const material = new MeshBasicMaterial({
                color: new Color(power, power, power),
                side: DoubleSide,
            });
            const lamp = new Mesh(new PlaneGeometry(width, height), material);
            lamp.position.set(...at);
            lamp.lookAt(0, 0, 0.3);
            room.add(lamp);
        }
        const generator = new PMREMGenerator(this.renderer);
        const map = generator.fromScene(room, 0.02).texture;
        generator.dispose();
        return map;
    }

    resize(width: number, height: number, ratio: number): void {
        this.width = width;
        this.height = height;
        this.ratio = ratio;
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(width, height, false);
    }

    /** Opaque for what is saved: a page lies behind the picture, but not behind a file. */
    clear(opaque = false): void {
        const { renderer } = this;
        renderer.setScissorTest(false);
        renderer.setClearColor(this.palette.ground, this.look === 'full' && !opaque ? 0 : 1);
        renderer.clear();
    }

    /** Draws a view; one that lies `above` another is cleared of it first. */
    draw(camera: Camera, rect: Rect, above = false): void {
        const { renderer } = this;
        const y = this.height - rect.y - rect.height;
        renderer.setViewport(rect.x, y, rect.width, rect.height);
        renderer.setScissor(rect.x, y, rect.width, rect.height);
        renderer.setScissorTest(true);
        if (above) renderer.clear();
        renderer.render(this.scene, camera);
    }

    /** Makes the shaders of what is hidden too: a drag must not wait for a compiler when it begins. */
    warm(camera: Camera): void {
        this.renderer.compile(this.scene, camera);
    }

    /** Waits until everything is drawn: a pixel that is read must be there. */
    finish(): void {
        const gl = this.renderer.getContext();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    }

    /** Calls back when what was drawn is there: only then is its time the true one. Waits for nothing. */
    whenDrawn(call: () => void): void {
        const gl = this.renderer.getContext() as WebGL2RenderingContext;
        const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        if (fence === null) return;
        gl.flush();
        const look = (): void => {
            if (gl.isContextLost()) return;
            if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
                setTimeout(look, 1);
                return;
            }
            gl.deleteSync(fence);
            call();
        };
        setTimeout(look, 0);
    }
}
