# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Poses of all links by the plain product of a URDF's own numbers: python3 fk.py FILE Q...

Q are the positions of the joints that have one, in the order in which sinew numbers them (depth
first, children in the order of their joints). Nothing of sinew is used."""
import math
import re
import sys
import xml.etree.ElementTree as ET


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def turn(axis, angle):
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    v = 1 - c
    return [[x * x * v + c, x * y * v - z * s, x * z * v + y * s, 0],
            [x * y * v + z * s, y * y * v + c, y * z * v - x * s, 0],
            [x * z * v - y * s, y * z * v + x * s, z * z * v + c, 0],
            [0, 0, 0, 1]]


def move(x, y, z):
    return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]


def numbers(element, name, default):
    if element is None or element.get(name) is None:
        return default
    return [float(word) for word in element.get(name).split()]


def origin_of(element):
    origin = element.find("origin")
    x, y, z = numbers(origin, "xyz", [0, 0, 0])
    roll, pitch, yaw = numbers(origin, "rpy", [0, 0, 0])
    pose = move(x, y, z)
    for axis, angle in (((0, 0, 1), yaw), ((0, 1, 0), pitch), ((1, 0, 0), roll)):
        pose = multiply(pose, turn(axis, angle))
    return pose


def axis_of(joint):
    axis = numbers(joint.find("axis"), "xyz", [1, 0, 0])
    length = math.sqrt(sum(part * part for part in axis))
    return [part / length for part in axis] if length > 0 else [1, 0, 0]


def poses(robot, values):
    """{link: 4 x 4 matrix} for positions of the joints by name."""
    joints = robot.findall("joint")
    children = {joint.find("child").get("link").strip() for joint in joints}
    root = [link.get("name").strip() for link in robot.findall("link")
            if link.get("name").strip() not in children][0]
    found = {root: move(0, 0, 0)}

    def value_of(joint):
        mimic = joint.find("mimic")
        if mimic is None:
            return values.get(joint.get("name").strip(), 0.0)
        other = next(j for j in joints if j.get("name").strip() == mimic.get("joint").strip())
        return float(mimic.get("multiplier", 1)) * value_of(other) + float(mimic.get("offset", 0))

    def descend(link):
        for joint in joints:
            if joint.find("parent").get("link").strip() != link:
                continue
            pose = multiply(found[link], origin_of(joint))
            kind = joint.get("type")
            if kind in ("revolute", "continuous"):
                pose = multiply(pose, turn(axis_of(joint), value_of(joint)))
            elif kind == "prismatic":
                way = value_of(joint)
                pose = multiply(pose, move(*[way * part for part in axis_of(joint)]))
            child = joint.find("child").get("link").strip()
            found[child] = pose
            descend(child)

    descend(root)
    return found


def as_xml(text):
    """The robot alone, without what is no XML and is passed over nevertheless."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"&(?![a-z]+;|#)", "&amp;", text)
    return text[text.index("<robot"):text.rindex("</robot>") + len("</robot>")]


def read(path):
    """The root of a file; prefixes that nobody declared are taken away first."""
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    text = text.replace("<xacro:", "<xacro_").replace("</xacro:", "</xacro_")
    text = text.replace(" xacro:", " xacro_")
    return ET.fromstring(as_xml(text))


def order(robot):
    """Names of the joints with a position, as sinew numbers them, and what each asks for."""
    joints = robot.findall("joint")
    children = {joint.find("child").get("link").strip() for joint in joints}
    root = [link.get("name").strip() for link in robot.findall("link")
            if link.get("name").strip() not in children][0]
    listed = []

    def descend(link):
        for joint in joints:
            if joint.find("parent").get("link").strip() != link:
                continue
            kind = joint.get("type")
            if joint.find("mimic") is None and kind != "fixed":
                width = {"floating": 7, "planar": 3}.get(kind, 1)
                listed.append((joint.get("name").strip(), width))
            descend(joint.find("child").get("link").strip())

    descend(root)
    return listed


def compare(path, answer, values):
    """Largest difference between our poses and those of an answer of `sinew fk --json`."""
    worst = 0.0
    mine = poses(read(path), values)
    for name, pose in answer.items():
        p, q = pose["position"], pose["quat_xyzw"]
        x, y, z, w = q
        matrix = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                  [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                  [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
        for i in range(3):
            worst = max(worst, abs(p[i] - mine[name][i][3]))
            for j in range(3):
                worst = max(worst, abs(matrix[i][j] - mine[name][i][j]))
    return worst


if __name__ == "__main__":
    for joint_name, width in order(read(sys.argv[1])):
        print(joint_name, width)
