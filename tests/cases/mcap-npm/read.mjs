// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the sample recordings with the reference readers and compares every number with what the
// tick says it must be. Usage: node read.mjs FILE...; the modules are looked for in the current
// directory.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";

const load = createRequire(path.join(process.cwd(), "package.json"));
const { McapIndexedReader, McapStreamReader } = load("@mcap/core");
const { loadDecompressHandlers } = load("@mcap/support");
const { parse } = load("@foxglove/rosmsg");
const { MessageReader } = load("@foxglove/rosmsg2-serialization");

const TICKS = 2500;
let passed = 0;
let failed = 0;

function check(name, condition) {
  if (condition) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`FAILED: ${name}`);
  }
}

function same(a, b) {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

function at(stamp, tick) {
  return stamp.sec === Math.floor(tick / 1000) && stamp.nanosec === (tick % 1000) * 1000000;
}

const joints = [0, 1, 2, 3, 4, 5];
const q = (tick) => joints.map((i) => tick * 0.125 + i);
const qd = (tick) => joints.map((i) => -tick * 0.25 - i);
const tau = (tick) => [tick * 1e-300, tick * 1e-300, tick * 1e-300, NaN, -Infinity, -0];

// the numbers of a message of signals, which follow their count, each under its own name
const head = ["stamp", "tick", "lost", "count"];
const names = (m) => Object.keys(m).filter((key) => !head.includes(key));
const numbers = (m) => names(m).map((key) => m[key]);

// what each topic must hold, message by message
const expected = {
  "/signals/arm": {
    count: TICKS,
    judge: (m, i) =>
      m.tick === BigInt(i) && m.lost === 0 && at(m.stamp, i) &&
      m.count === 20 && names(m)[1] === "arm_q_1" && names(m)[6] === "arm_qd_0" &&
      same(numbers(m), [...q(i), ...qd(i), ...tau(i), i % 2, i]),
  },
  "/signals/slow": {
    count: TICKS / 10,
    judge: (m, i) =>
      m.tick === BigInt(10 * i) &&
      same(numbers(m), [-1, 0, 0, 0, -1, 0, 0, 0, 1, 10 * i, 0.5, -0.25]),
  },
  "/joint_states": {
    count: TICKS / 5,
    judge: (m, i) =>
      at(m.header.stamp, 5 * i) && m.header.frame_id === "base" &&
      same(m.name, ["a", "bb", "ccc", "dddd", "élbow", ""]) &&
      same([...m.position], q(5 * i)) && same([...m.velocity], qd(5 * i)) &&
      m.effort.length === 0,
  },
  "/tf": {
    count: TICKS / 10,
    judge: (m, i) => {
      const [t] = m.transforms;
      const { translation: p, rotation: r } = t.transform;
      return (
        m.transforms.length === 1 && at(t.header.stamp, 10 * i) &&
        t.header.frame_id === "world" && t.child_frame_id === "tool" &&
        p.x === 10 * i && p.y === 0.5 && p.z === -0.25 &&
        Math.abs(r.z) === 1 && r.x === 0 && r.y === 0 && r.w === 0
      );
    },
  },
  "/events": {
    count: 2,
    judge: (m, i) =>
      at(m.stamp, 1000 * i + 500) && m.sequence === BigInt(i) && m.code === -10 &&
      m.code_name === "SNW_ERR_LIMIT" && m.severity === 2 && m.subject === "arm/joint[3]" &&
      m.text === "too fast" && m.fix === "slow down" && m.numbers.length === 2 &&
      m.numbers[0].name === "speed" && m.numbers[0].unit === "rad/s" &&
      m.numbers[0].value === 1.5 && m.numbers[1].value === 1000 * i + 500,
  },
  "/diagnostics": {
    count: 2,
    judge: (m) => {
      const [status] = m.status;
      return (
        m.status.length === 1 && status.level === 2 && status.name === "arm/joint[3]" &&
        status.message === "too fast" &&
        status.values.some((pair) => pair.key === "speed" && pair.value === "1.5 rad/s")
      );
    },
  },
  "/parameters": {
    count: 2,
    judge: (m, i) =>
      m.tick === BigInt(1000 * i + 500) && m.path === "arm/gain" && m.value === "12.5",
  },
  "/description": {
    count: 1,
    judge: (m) => m.name === "cell" && m.format === "xml" && m.text === "<cell/>\n",
  },
};

class Judge {
  constructor(name) {
    this.name = name;
    this.seen = {};
    this.wrong = {};
    this.readers = new Map();
  }

  take(message, channel, schema) {
    if (!this.readers.has(schema.id)) {
      const text = new TextDecoder().decode(schema.data);
      this.readers.set(schema.id, new MessageReader(parse(text, { ros2: true })));
    }
    const topic = channel.topic;
    const index = this.seen[topic] ?? 0;
    this.seen[topic] = index + 1;
    const value = this.readers.get(schema.id).readMessage(message.data);
    const good = expected[topic]?.judge(value, index) && channel.messageEncoding === "cdr" &&
      schema.encoding === "ros2msg" && message.logTime === message.publishTime;
    if (!good) this.wrong[topic] = (this.wrong[topic] ?? 0) + 1;
  }

  finish() {
    for (const [topic, { count }] of Object.entries(expected)) {
      check(`${this.name}: ${topic} has ${count} messages, found ${this.seen[topic]}`,
        this.seen[topic] === count);
      check(`${this.name}: ${topic} has ${this.wrong[topic] ?? 0} wrong messages`,
        (this.wrong[topic] ?? 0) === 0);
    }
    check(`${this.name}: no other topics`,
      Object.keys(this.seen).every((topic) => topic in expected));
  }
}

class MemoryFile {
  constructor(bytes) {
    this.bytes = bytes;
  }
  async size() {
    return BigInt(this.bytes.length);
  }
  async read(offset, size) {
    return this.bytes.subarray(Number(offset), Number(offset + size));
  }
}

// by the index at the end of the file
async function readIndexed(name, bytes, decompressHandlers) {
  const reader = await McapIndexedReader.Initialize({
    readable: new MemoryFile(bytes),
    decompressHandlers,
  });
  const judge = new Judge(`${name} indexed`);
  for await (const message of reader.readMessages({ validateCrcs: true })) {
    const channel = reader.channelsById.get(message.channelId);
    judge.take(message, channel, reader.schemasById.get(channel.schemaId));
  }
  judge.finish();
  const messages = Object.values(expected).reduce((sum, { count }) => sum + count, 0);
  check(`${name}: statistics count the messages`,
    reader.statistics?.messageCount === BigInt(messages));
  check(`${name}: statistics count the chunks`,
    reader.statistics?.chunkCount === reader.chunkIndexes.length);
  check(`${name}: header`, reader.header.profile === "ros2" &&
    reader.header.library.startsWith("sinew "));
  const metadata = [];
  for await (const one of reader.readMetadata()) metadata.push(one);
  check(`${name}: metadata`, metadata.length === 1 && metadata[0].name === "sinew" &&
    metadata[0].metadata.get("tick_period_s") === "0.001");
  const arm = [...reader.channelsById.values()].find((c) => c.topic === "/signals/arm");
  check(`${name}: paths`, arm.metadata.get("paths").split("\n")[1] === "arm/q[1]" &&
    arm.metadata.get("units").split("\n")[6] === "rad/s");
}

// from start to end, without the index
function readStreamed(name, bytes, decompressHandlers) {
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  reader.append(bytes);
  const judge = new Judge(`${name} streamed`);
  const channels = new Map();
  const schemas = new Map();
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") schemas.set(record.id, record);
    if (record.type === "Channel") channels.set(record.id, record);
    if (record.type !== "Message") continue;
    const channel = channels.get(record.channelId);
    judge.take(record, channel, schemas.get(channel.schemaId));
  }
  check(`${name}: the stream is done`, reader.done());
  judge.finish();
}

const handlers = await loadDecompressHandlers();
for (const file of process.argv.slice(2)) {
  const name = path.basename(file);
  const bytes = new Uint8Array(readFileSync(file));
  try {
    await readIndexed(name, bytes, handlers);
    readStreamed(name, bytes, handlers);
  } catch (error) {
    check(`${name}: ${error.stack}`, false);
  }
}
console.log(`check: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
