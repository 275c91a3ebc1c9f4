// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The bars of what holds the tool back, live. Hovering one marks its joint in the scene, a click
// opens the fields of the component.

import { bar, card, type Bar } from '../../ui/controls';
import { h, setClass, setText } from '../../ui/dom';
import { icon } from '../../ui/icons';
import type { Condition } from '../condition';
import { armOf, partOf, type Page } from '../page';
import { elements, Reader } from '../signals';
import { bodyOf, CLEARANCE, holdBars, type Hold, type HoldBar } from './holds';

const MOST = 5;

export class ConstraintCard {
    private readonly made = card('Constraints');
    readonly root = this.made.root;
    private readonly calm = h(
        'p',
        { class: 'ok' },
        icon('check'),
        h('span', {}, 'Nothing holds the tool back.'),
    );
    private readonly big = h('p', { class: 'big' });
    private readonly bars: { bar: Bar; row: HTMLButtonElement; rate: number; links: readonly number[] }[] = [];
    private readonly report: Reader;
    private bodies = new Map<string, string>(); // members and links of the distances that hold it back
    private asking = false;

    constructor(
        private readonly page: Page,
        private readonly condition: Condition,
    ) {
        const names = [
            ...['rate', 'cause', 'side', 'share'].flatMap((n) => elements(`report/hold_${n}`, MOST)),
        ];
        this.report = new Reader(page, 'task', names, () => partOf(page, 'task'));
        this.made.body.classList.add('bars');
        this.made.body.append(this.calm, this.big);
        for (let i = 0; i < MOST; i++) this.addBar();
        const open = (): void => (page.workspace === 'operate' ? this.report.open() : this.report.shut());
        page.station.on('catalogue', open);
        page.changed(open);
        page.ticker.every(
            5,
            () => {
                void this.report.poll();
                void this.askBodies();
            },
            () => page.workspace === 'operate',
        );
        page.ticker.every(
            20,
            () => this.draw(),
            () => page.workspace === 'operate',
        );
    }

    private addBar(): void {
        const made = bar();
        const row = h('button', { type: 'button', class: 'bar-row', hidden: true }, made.root);
        const entry = { bar: made, row, rate: -1, links: [] as readonly number[] };
        const links = (): readonly number[] => {
            const joint = armOf(this.page)?.axes[entry.rate]?.link;
            return joint === undefined ? entry.links : [joint];
        };
        row.addEventListener('pointerenter', () => links().forEach((link) => this.page.scene.mark(link, 'limit')));
        row.addEventListener('pointerleave', () => this.page.scene.mark(null, 'limit'));
        row.addEventListener('click', () => {
            if (entry.rate >= 0) this.page.chooseJoint(entry.rate);
            const part = this.report.present;
            if (part !== null) this.page.openField(`${part.name}/`);
        });
        this.bars.push(entry);
        this.made.body.append(row);
    }

    private holds(): Hold[] {
        const read = (name: string, i: number): number => this.report.number(`report/hold_${name}[${i}]`);
        // the list of rates is as long as there are holds; the others have room for all
        return Array.from({ length: MOST }, (_, i) => ({
            rate: read('rate', i),
            cause: read('cause', i),
            side: read('side', i),
            share: read('share', i) || 0,
            bodies: this.bodiesOf(i),
        })).filter((hold) => hold.rate >= 0 || hold.cause === CLEARANCE);
    }

    /** Both bodies of a distance, as far as they are known. */
    private bodiesOf(index: number): { name: string; link: number }[] {
        const read = (name: string): number =>
            Number(this.bodies.get(this.report.path(`report/hold_${name}[${index}]`)) ?? Number.NaN);
        const { scene } = this.page.station;
        return ['first', 'second']
            .map((which) => bodyOf(read(`${which}_member`), read(`${which}_link`), scene))
            .filter((body) => body !== null);
    }

    /** A page may watch 64 signals: the bodies of distances are asked for, and only while there are any. */
    private async askBodies(): Promise<void> {
        if (this.asking || !this.holds().some((hold) => hold.cause === CLEARANCE)) return;
        this.asking = true;
        try {
            const path = this.report.path('report/hold_*');
            const { items } = await this.page.station.request('list', { path, most: 300 });
            this.bodies = new Map(((items as { path: string; value: string }[] | undefined) ?? []).map((i) => [i.path, i.value]));
        } catch {
            this.bodies.clear();
        } finally {
            this.asking = false;
        }
    }

    private draw(): void {
        const lost = this.page.station.contact === 'lost';
        const follows = this.condition.follows();
        const back = Math.round(100 * (1 - follows)) || 0;
        const names = armOf(this.page)?.axes.map((a) => a.name) ?? [];
        // a limit that is touched but takes nothing away is not worth a bar
        const bars = lost || back < 1 ? [] : barsOf(this.holds(), names);
        const part = this.report.present;
        setText(
            this.made.end,
            lost || Number.isNaN(follows) ? '' : `Held back ${back} %`,
        );
        this.calm.hidden = bars.length > 0 && !lost;
        setClass(this.calm, 'unknown', lost || part === null);
        setText(
            this.calm.lastElementChild as Element,
            part === null
                ? 'Not known: this arm has no task component.'
                : lost
                  ? 'Not known while the server does not respond.'
                  : 'Nothing holds the tool back.',
        );
        this.big.hidden = bars.length === 0;
        setText(this.big, `${back} % held back by`);
        this.bars.forEach((entry, i) => {
            const wanted = bars[i];
            entry.row.hidden = wanted === undefined;
            if (wanted === undefined) return;
            entry.rate = wanted.rate;
            entry.links = wanted.links;
            entry.bar.set(wanted.name, wanted.detail, wanted.percent / 100, 'is-limit');
        });
    }
}

/** Where no limit holds the tool back it is the shape of the arm: stretched, folded, or axes in line. */
function barsOf(holds: readonly Hold[], names: readonly string[]): HoldBar[] {
    const bars = holdBars(holds, names);
    if (bars.length > 0) return bars;
    return [{ name: 'shape of the arm', detail: 'stretched, or axes in line', percent: 100, rate: -1, links: [] }];
}
