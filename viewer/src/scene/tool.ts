// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where the tool of an arm is: its task component tells it. Before that it is a frame or a link by its
// name, looked for among the arm's own first, because two arms of one kind have the same names.

import { toolOf } from '../core/effectors';
import type { Arm, Pose, SceneDescription } from '../core/types';
import { placeOf, poseOf, turnOf, within } from './vec';

interface Place {
    link: number;
    pose: Pose | null; // in the link; null for the link itself
}

export function toolPlace(scene: SceneDescription, arm: Arm): Place | null {
    const told = toolOf(arm);
    if (told !== undefined) return told;
    const member = scene.members[arm.member];
    const first = member?.first ?? 0;
    const last = first + (member?.count ?? scene.links.length);
    const own = (link: number): boolean => link >= first && link < last;
    const frames = scene.frames.filter((frame) => frame.name === arm.tool);
    const frame = frames.find((f) => own(f.link)) ?? frames[0];
    if (frame !== undefined) return { link: frame.link, pose: frame.pose };
    const named = scene.links.findIndex((link, k) => own(k) && link.name === arm.tool);
    if (named >= 0) return { link: named, pose: null };
    const axis = arm.axes[arm.axes.length - 1];
    return axis === undefined ? null : { link: axis.link, pose: null };
}

/** The pose of the tool in the world, by the poses of links of a frame. */
export function toolPose(scene: SceneDescription, arm: Arm, poses: ArrayLike<number>): Pose | null {
    const place = toolPlace(scene, arm);
    if (place === null || 7 * place.link + 7 > poses.length) return null;
    const link = poseOf(placeOf(poses, 7 * place.link), turnOf(poses, 7 * place.link));
    return place.pose === null ? link : within(link, place.pose);
}
