// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Points that are moved in the scene: the cell searches for the joints of the new pose, near to those
// that the point has, and the point gets them.

import type { Pose } from '../../core/types';
import { attempt, whyOf } from '../../ui/notes';
import type { Page } from '../page';
import type { PointStore } from './store';

export function editInScene(page: Page, points: PointStore, at: HTMLElement): void {
    const search = async (name: string, pose: Pose): Promise<number[]> => {
        const part = points.component;
        if (part === null) throw new Error('This cell has no points component.');
        const answer = await page.station.tell(part, { word: 'reach', arguments: { name, pose: [...pose] } });
        return (JSON.parse(answer) as { q: number[] }).q;
    };
    page.scene.editPoints({
        choose: (name) => points.choose(name),
        reach: (name, pose) =>
            search(name, pose).then(
                () => '',
                (error: unknown) => whyOf(error).text,
            ),
        drop: (name, pose) =>
            void attempt(at, async () => {
                const q = await search(name, pose);
                await points.say(`put ${name} ${q.join(' ')}`);
            }),
    });
}
