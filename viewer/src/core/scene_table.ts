// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The scene as it comes over the connection: what members of one mechanism have in common is there
// once. Here it becomes the table of all links, whose shapes are still the same objects.

import type { CollisionScene, Link, Pose, SceneDescription } from './types';

type Member = SceneDescription['members'][number];

export interface SharedScene {
    bodies: {
        links: Omit<Link, 'member' | 'axis'>[]; // parents count from the first link of the body
        frames: { name: string; role: string; link: number; pose: Pose }[]; // and so do links
    }[];
    members: (Member & { body: number; axes?: number[] })[]; // axes of an arm, for each link
    collision?: CollisionScene;
}

/** The table of all links; their order is that of the poses in state frames. */
export function sceneTable({ bodies, members, collision }: SharedScene): SceneDescription {
    return {
        links: members.flatMap(({ name, first, body, axes }) =>
            bodies[body].links.map((link, k) => ({
                ...link,
                member: name,
                parent: link.parent < 0 ? -1 : first + link.parent,
                axis: axes?.[k] ?? -1,
            })),
        ),
        frames: members.flatMap(({ name, first, body }) =>
            bodies[body].frames.map((frame) => ({ ...frame, member: name, link: first + frame.link })),
        ),
        members,
        collision,
    };
}
