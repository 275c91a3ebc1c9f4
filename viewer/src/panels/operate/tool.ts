// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where the tool is, in any frame of the cell; while it is dragged, candidate and accepted apart. Its
// name is the menu of end effectors. Below it the pose that is desired can be written, and reached by
// a held button.

import { effectorsOf } from '../../core/effectors';
import type { Pose } from '../../core/types';
import { card, select, setOptions } from '../../ui/controls';
import { h, setAttribute, setClass, setText } from '../../ui/dom';
import { fixed, NO_VALUE } from '../../ui/format';
import { HERE, poseAt } from '../../ui/frames';
import type { Condition } from '../condition';
import { armOf, baseLink, partOf, placeOf, poseOf, toolPlace, type Page } from '../page';
import { elements, Reader } from '../signals';
import { DesiredTable } from './desired';
import type { JogSpeed } from './jogspeed';
import { effectorDialogs } from './effectors';
import { gapOf, numbersOf, seen } from './poses';

const NAMES = ['X', 'Y', 'Z', 'Rx', 'Ry', 'Rz'];

interface Line {
    actual: HTMLElement;
    wanted: HTMLElement;
    gap: HTMLElement;
}

export class ToolCard {
    private readonly frame = select('Frame of the pose', [['world', 'in world']], 'world', () => undefined);
    private readonly name = h(
        'button',
        { type: 'button', class: 'btn small quiet tool-name', 'aria-haspopup': 'menu', 'aria-label': 'Tool' },
        h('span', {}, ''),
    );
    private readonly made = card('Tool', { tools: [this.name, this.frame] });
    readonly root = this.made.root;
    private readonly lines: Line[] = [];
    private readonly pose = h('div', { class: 'pose live' });
    private readonly desired: Reader;
    private readonly table: DesiredTable;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
        speed: JogSpeed,
    ) {
        this.frame.classList.add('push');
        this.desired = new Reader(page, 'task', elements('desired', 7), () => partOf(page, 'task'));
        this.pose.append(
            h('div', { class: 'head' }, ...['', 'actual', 'wanted', 'gap'].map((t) => h('span', {}, t))),
        );
        NAMES.forEach((name, i) => this.addLine(name, i));
        this.table = new DesiredTable(page, condition, speed, {
            from: () => this.from(),
            actual: () => this.actual(),
            isPoint: () => this.tool()?.kind === 'point',
            relative: () => this.tool()?.relative ?? 'None',
        });
        this.made.body.append(this.pose, this.table.root);
        const dialogs = effectorDialogs(page);
        this.name.addEventListener('click', () => dialogs.open(this.name));
        const open = (): void => (page.workspace === 'operate' ? this.desired.open() : this.desired.shut());
        page.station.on('catalogue', () => {
            this.fillFrames();
            open();
        });
        page.changed(open);
        const seenNow = (): boolean => page.workspace === 'operate';
        page.ticker.every(15, () => this.draw(), seenNow);
        page.ticker.every(5, () => void this.desired.poll(), seenNow);
    }

    private addLine(name: string, index: number): void {
        const axis = h('span', { class: 'ax' }, name);
        axis.dataset['axis'] = 'xyz'[index % 3];
        const line = {
            actual: h('b'),
            wanted: h('span', { class: 'cand' }),
            gap: h('span', { class: 'gap' }),
        };
        this.lines.push(line);
        this.pose.append(
            h('div', {}, axis, line.actual, line.wanted, line.gap, h('em', {}, index < 3 ? 'mm' : '\u00b0')),
        );
    }

    private fillFrames(): void {
        const scene = this.page.station.scene;
        const names =
            scene === null ? [] : [...scene.frames.map((f) => f.name), ...scene.links.map((l) => l.name)];
        setOptions(this.frame, [
            ['world', 'in world'],
            ['#base', 'in base of the arm'],
            ['#tool', 'in the tool'],
            ...[...new Set(names)].map((n) => [n, `in ${n}`] as const),
        ]);
    }

    private tool(): { name: string; kind: string; relative: string } | null {
        const arm = armOf(this.page);
        const list = arm === null ? null : effectorsOf(this.page.station).of(arm.name);
        if (list === null) return arm === null ? null : { name: arm.tool, kind: 'frame', relative: 'None' };
        return list[0] ?? null;
    }

    /** The frame that poses are seen from, in the world. */
    private from(): Pose {
        const arm = armOf(this.page);
        if (this.frame.value === '#tool') return this.actual() ?? HERE;
        if (this.frame.value === '#base') {
            const base = arm === null ? -1 : baseLink(this.page, arm);
            return base < 0 ? HERE : poseAt(this.page.station.frame.links, base);
        }
        const place = placeOf(this.page, this.frame.value);
        return place === null ? HERE : poseOf(this.page, place);
    }

    /** The measured pose of the tool in the world; null without one. */
    private actual(): Pose | null {
        const arm = armOf(this.page);
        if (arm === null || this.page.station.frame.received === 0 || this.tool() === null) return null;
        return poseOf(this.page, toolPlace(this.page, arm));
    }

    private wantedPose(): Pose | null {
        const read = Array.from({ length: 7 }, (_, i) => this.desired.number(`desired[${i}]`));
        return read.some(Number.isNaN) ? null : (read as unknown as Pose);
    }

    private draw(): void {
        const tool = this.tool();
        setText(this.name.firstElementChild as Element, tool?.name ?? 'None');
        // what is read aloud has what is seen in it
        setAttribute(this.name, 'aria-label', `Tool ${tool?.name ?? 'None'}`);
        const title = tool === null ? 'There is no end effector' : `${tool.kind} ${tool.name}`;
        setAttribute(this.name, 'title', title);
        const actual = this.actual();
        const from = this.from();
        const shown = actual === null ? null : numbersOf(seen(from, actual));
        const mode = this.condition.task.word('mode');
        const wanted = mode === 'drag' && actual !== null ? this.wantedPose() : null;
        setClass(this.pose, 'two', wanted !== null);
        const other = wanted === null ? null : numbersOf(seen(from, wanted));
        this.lines.forEach((line, i) => {
            setText(line.actual, shown === null ? NO_VALUE : fixed(shown[i], 1));
            setText(line.wanted, other === null ? '' : fixed(other[i], 1));
            const both = other !== null && shown !== null;
            setText(line.gap, both ? fixed(gapOf(shown[i], other[i], i > 2), 1) : '');
        });
        // what the figures are of, in full: the tick, and the pose in the world
        const { tick } = this.page.station.frame;
        setAttribute(this.pose, 'data-tick', String(tick));
        setAttribute(this.pose, 'data-pose', actual === null ? '' : actual.join(' '));
        this.table.draw();
    }
}
