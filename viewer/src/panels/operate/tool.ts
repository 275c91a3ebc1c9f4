// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where the tool is, in any frame of the cell; while it is dragged, candidate and accepted apart.
// Below it the table of all end effectors, desired against actual.

import type { Pose } from '../../core/types';
import { card, select, setOptions } from '../../ui/controls';
import { h, replace, setClass, setText } from '../../ui/dom';
import { angleBetween, angles, distance } from '../../ui/frames';
import { DEGREE, fixed } from '../../ui/format';
import type { Condition } from '../condition';
import { armOf, partOf, placeOf, poseOf, seenFrom, toolPlace, type Page } from '../page';
import { elements, Reader } from '../signals';

const NAMES = ['X', 'Y', 'Z', 'Rx', 'Ry', 'Rz'];

function numbersOf(pose: Pose): number[] {
    const turned = angles(pose);
    return [1000 * pose[0], 1000 * pose[1], 1000 * pose[2], ...turned.map((a) => DEGREE * a)];
}

/** The difference of two angles in degrees, the short way. */
function gapOf(a: number, b: number, isAngle: boolean): number {
    if (!isAngle) return b - a;
    return ((((b - a + 180) % 360) + 360) % 360) - 180;
}

interface Line {
    actual: HTMLElement;
    wanted: HTMLElement;
    gap: HTMLElement;
}

export class ToolCard {
    private readonly frame = select('Frame of the pose', [['world', 'in world']], 'world', () => undefined);
    private readonly made = card('Tool', { tools: [this.frame] });
    readonly root = this.made.root;
    private readonly lines: Line[] = [];
    private readonly pose = h('div', { class: 'pose live' });
    private readonly desired: Reader;
    private readonly rows = h('tbody');
    private readonly table = h('details', { class: 'effectors' });

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        this.frame.classList.add('push');
        this.desired = new Reader(page, 'task', elements('desired', 7), () => partOf(page, 'task'));
        this.pose.append(
            h('div', { class: 'head' }, ...['', 'actual', 'wanted', 'gap'].map((t) => h('span', {}, t))),
        );
        NAMES.forEach((name, i) => this.addLine(name, i));
        this.addTable();
        this.made.body.append(this.pose, this.table);
        const open = (): void => (page.workspace === 'operate' ? this.desired.open() : this.desired.shut());
        page.station.on('catalogue', () => {
            this.fillFrames();
            open();
        });
        page.changed(open);
        page.ticker.every(
            15,
            () => this.draw(),
            () => page.workspace === 'operate',
        );
        page.ticker.every(
            5,
            () => void this.desired.poll(),
            () => page.workspace === 'operate',
        );
        page.ticker.every(
            5,
            () => this.drawTable(),
            () => page.workspace === 'operate' && this.table.open,
        );
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
            ...[...new Set(names)].map((n) => [n, `in ${n}`] as const),
        ]);
    }

    private wantedPose(): Pose | null {
        const read = Array.from({ length: 7 }, (_, i) => this.desired.number(`desired[${i}]`));
        return read.some(Number.isNaN) ? null : (read as unknown as Pose);
    }

    private draw(): void {
        const arm = armOf(this.page);
        setText(this.made.sub, arm?.tool ?? '');
        if (arm === null || this.page.station.frame.received === 0) return;
        const place = placeOf(this.page, this.frame.value) ?? {
            link: -1,
            pose: [0, 0, 0, 0, 0, 0, 1] as Pose,
        };
        const actual = numbersOf(seenFrom(this.page, place, poseOf(this.page, toolPlace(this.page, arm))));
        const mode = this.condition.task.word('mode');
        const wanted = mode === 'drag' ? this.wantedPose() : null;
        setClass(this.pose, 'two', wanted !== null);
        const other = wanted === null ? null : numbersOf(seenFrom(this.page, place, wanted));
        this.lines.forEach((line, i) => {
            setText(line.actual, fixed(actual[i], 1));
            setText(line.wanted, other === null ? '' : fixed(other[i], 1));
            setText(line.gap, other === null ? '' : fixed(gapOf(actual[i], other[i], i > 2), 1));
        });
    }

    private addTable(): void {
        const head = ['Arm', 'Tool', 'Off by mm', 'Turned by \u00b0', 'Commanded x y z mm'];
        this.table.append(
            h('summary', {}, 'End effectors'),
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, ...head.map((t) => h('th', { scope: 'col' }, t)))),
                this.rows,
            ),
        );
    }

    /** Desired is what is commanded, actual what is measured, for each arm of the cell. */
    private drawTable(): void {
        const arms = this.page.station.catalogue?.arms ?? [];
        replace(
            this.rows,
            ...arms.map((arm) => {
                const place = toolPlace(this.page, arm);
                const actual = poseOf(this.page, place);
                const wanted = poseOf(this.page, place, true);
                const texts = [
                    arm.tool,
                    fixed(1000 * distance(actual, wanted), 2),
                    fixed(DEGREE * angleBetween(actual, wanted), 2),
                    [0, 1, 2].map((k) => fixed(1000 * wanted[k], 1)).join('  '),
                ];
                return h('tr', {}, h('th', { scope: 'row' }, arm.name), ...texts.map((t) => h('td', {}, t)));
            }),
        );
    }
}
