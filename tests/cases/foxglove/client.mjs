// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Usage: node client.mjs PORT TOKEN FOLDER; the modules are looked for in the current directory,
// FOLDER holds the package of the model.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check, finish } from '../server/report.mjs';
import { Client } from '../server/client.mjs';

const load = createRequire(path.join(process.cwd(), 'package.json'));
const { FoxgloveClient } = load('@foxglove/ws-protocol');
const { parse } = load('@foxglove/rosmsg');
const { MessageReader } = load('@foxglove/rosmsg2-serialization');
const WebSocket = load('ws');
const [port, token, folder] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
const EVENTS = ['open', 'error', 'close', 'serverInfo', 'status', 'message', 'time', 'advertise',
    'unadvertise', 'parameterValues', 'fetchAssetResponse'];

/** A client that keeps all that it is told. */
class Told {
    constructor(protocols, headers = {}, where = '/') {
        this.socket = new WebSocket(`ws://127.0.0.1:${port}${where}`, protocols, { headers });
        this.client = new FoxgloveClient({ ws: this.socket });
        this.events = Object.fromEntries(EVENTS.map((name) => [name, []]));
        for (const name of EVENTS) this.client.on(name, (event) => this.events[name].push(event));
    }

    /** Waits for an event that a test likes; undefined after the time. */
    async wait(name, test = () => true, ms = 60000) {
        for (const end = Date.now() + ms; Date.now() < end;) {
            const found = this.events[name].find(test);
            if (found !== undefined) return found;
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return undefined;
    }

    async channels() {
        const list = (await this.wait('advertise')) ?? [];
        return Object.fromEntries(list.map((channel) => [channel.topic, channel]));
    }

    /** Subscribes, and waits for one message, decoded by the schema of its channel. */
    async one(channel) {
        const id = this.client.subscribe(channel.id);
        const message = await this.wait('message', (m) => m.subscriptionId === id);
        return message && { ...decode(channel, message), id, timestamp: message.timestamp };
    }

    async values(request) {
        const id = `request-${Math.random()}`;
        request(id);
        return (await this.wait('parameterValues', (event) => event.id === id))?.parameters;
    }
}

function decode(channel, message) {
    if (channel.encoding === 'json') return JSON.parse(new TextDecoder().decode(message.data));
    const reader = new MessageReader(parse(channel.schema, { ros2: true }));
    return reader.readMessage(message.data);
}

const near = (a, b) => Math.abs(a - b) < 1e-6;

// --- both names of the protocol, and nothing else -------------------------------------------------

for (const name of ['foxglove.websocket.v1', 'foxglove.sdk.v1']) {
    const told = new Told([name]);
    const info = await told.wait('serverInfo');
    check(`${name} is spoken`, info?.name === 'sinew' && told.socket.protocol === name, info);
    check('with its parts', ['time', 'parameters', 'parametersSubscribe', 'assets'].every(
        (part) => info?.capabilities.includes(part)) && info?.capabilities.length === 4, info);
    told.client.close();
}
{
    const other = new Told(['foxglove.websocket.v0']);
    check('another version is refused', (await other.wait('error')) !== undefined);
    const elsewhere = new Told(['foxglove.websocket.v1'], {}, '/ws');
    check('another path is refused', (await elsewhere.wait('error')) !== undefined);
    const foreign = new Told(['foxglove.websocket.v1'], { Origin: 'http://evil.example' });
    check('another site is refused', (await foreign.wait('error')) !== undefined);
    const wrong = new Told(['foxglove.websocket.v1'], { Authorization: `Bearer ${'0'.repeat(64)}` });
    const closed = await wrong.wait('close');
    check('a wrong token is refused', closed?.code === 1008 || closed?.data?.code === 1008, closed?.code);
    check('and told nothing', wrong.events.serverInfo.length === 0 && wrong.events.advertise.length === 0);
}

// --- channels, without a token on this machine ----------------------------------------------------

const told = new Told(['foxglove.websocket.v1']);
const channels = await told.channels();
check('the channels are there', ['/joint_states', '/tf', '/robot_description', '/diagnostics', '/loop'].every(
    (topic) => topic in channels) && Object.keys(channels).length === 5, Object.keys(channels));
check('named as other tools know them', channels['/joint_states']?.schemaName === 'sensor_msgs/msg/JointState' &&
    channels['/tf']?.schemaName === 'tf2_msgs/msg/TFMessage' &&
    channels['/robot_description']?.schemaName === 'std_msgs/msg/String' &&
    channels['/diagnostics']?.schemaName === 'diagnostic_msgs/msg/DiagnosticArray');
for (const channel of Object.values(channels)) {
    if (channel.encoding === 'json') continue;
    check(`the schema of ${channel.topic} is read`, channel.encoding === 'cdr' &&
        channel.schemaEncoding === 'ros2msg' && parse(channel.schema, { ros2: true }).length > 0);
}

const joints = await told.one(channels['/joint_states']);
check('joints by name', joints?.name.join() === 'turn,lift', joints?.name);
check('where they are', near(joints?.position[0], 0.5) && near(joints?.position[1], 0.25), joints?.position);
check('with rates and efforts', joints?.velocity.length === 2 && joints?.effort.length === 2);
check('and the time of the loop', joints &&
    BigInt(joints.header.stamp.sec) * 1000000000n + BigInt(joints.header.stamp.nanosec) === joints.timestamp);
check('which is told too', (await told.wait('time', (t) => t.timestamp >= joints.timestamp)) !== undefined);

const tf = await told.one(channels['/tf']);
const frames = Object.fromEntries((tf?.transforms ?? []).map((t) => [t.child_frame_id, t]));
const place = (child) => frames[child]?.transform.translation;
const turn = (child) => frames[child]?.transform.rotation;
check('all links', Object.keys(frames).sort().join() === 'base,block/body,column,plate', Object.keys(frames));
check('in their parents', frames.base?.header.frame_id === 'world' && frames.column?.header.frame_id === 'base' &&
    frames.plate?.header.frame_id === 'column' && frames['block/body']?.header.frame_id === 'world');
check('where they stand', near(place('base')?.y, 1) && near(place('column')?.z, 0.5) &&
    near(place('plate')?.x, 0.1) && near(place('plate')?.z, 0.25) && near(place('block/body')?.x, 2), frames);
check('and how they are turned', near(turn('column')?.z, Math.sin(0.25)) && near(turn('column')?.w, Math.cos(0.25)),
    turn('column'));

const description = await told.one(channels['/robot_description']);
check('the URDF as it is', description?.data === readFileSync(path.join(folder, 'tower.urdf'), 'utf8'));
const loop = await told.one(channels['/loop']);
check('the loop', loop?.cell === 'tower' && near(loop?.period, 0.001) && loop?.arms[0].name === 'arm' &&
    loop?.timing.some((row) => row.stage && row.count >= 0), loop);
const schema = JSON.parse(channels['/loop']?.schema ?? '{}');
check('has the members of its schema', Object.keys(schema.properties ?? {}).every((name) => name in (loop ?? {})));

// a stop is an event
const event = told.one(channels['/diagnostics']);
await fetch(`http://127.0.0.1:${port}/stop`, { method: 'POST' });
const diagnostics = await event;
check('events', diagnostics?.status.length === 1 && diagnostics.status[0].message.length > 0, diagnostics);

// --- rates ----------------------------------------------------------------------------------------

{
    const of = (id) => told.events.message.filter((m) => m.subscriptionId === id);
    const before = of(joints.id).length;
    await told.wait('message', () => of(joints.id).length >= before + 60);
    const times = of(joints.id).map((m) => m.timestamp);
    // by the time of the loop, and in most of them: a busy machine makes some late
    const gaps = times.slice(1).map((t, i) => Number(t - times[i]) / 1e9).sort((a, b) => a - b);
    const gap = gaps[Math.floor(gaps.length / 2)];
    check('20 to 70 messages a second', gap >= 1 / 70 - 1e-3 && gap <= 1 / 20, String(gap));
    check('each later than the one before', times.every((t, i) => i === 0 || t > times[i - 1]));
    check('the description once', of(description.id).length === 1);
    told.client.unsubscribe(joints.id);
    told.client.unsubscribe(tf.id);
    await told.values((id) => told.client.getParameters([], id));
    const last = of(joints.id).length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    check('none after the end of a subscription', of(joints.id).length === last);
}

// --- assets ---------------------------------------------------------------------------------------

{
    const asset = async (id, uri) => {
        told.client.fetchAsset(uri, id);
        return told.wait('fetchAssetResponse', (answer) => answer.requestId === id);
    };
    const mesh = await asset(7, 'package://tower/plate.stl');
    const file = readFileSync(path.join(folder, 'plate.stl'));
    check('a mesh of the model', mesh?.status === 0 && Buffer.compare(
        Buffer.from(mesh.data.buffer, mesh.data.byteOffset, mesh.data.byteLength), file) === 0);
    const others = ['package://tower/tower.urdf', 'package://tower/../tower/plate.stl', 'file:///etc/passwd',
        '/etc/passwd', 'package://', '', 'plate.stl', path.join(folder, 'plate.stl'), 'package://tower/plate.stl/'];
    for (const [i, uri] of others.entries()) {
        const answer = await asset(100 + i, uri);
        check(`no asset: ${uri}`, answer?.status === 1 && answer.error.length > 0, String(answer?.status));
    }
    for (let i = 0; i < 40; i++) told.client.fetchAsset('package://tower/plate.stl', 1000 + i);
    check('forty at once', (await told.wait('fetchAssetResponse', (a) => a.requestId === 1039))?.status === 0);
}

// --- parameters -----------------------------------------------------------------------------------

const NAME = 'estimate/cutoff'; // a live number
const all = await told.values((id) => told.client.getParameters([], id));
check('parameters by path', all?.length > 0 && all.every((p) => p.name.includes('/')), all?.length);
const chosen = all?.find((p) => p.name === NAME && p.type === 'float64');
check('with numbers among them', chosen !== undefined, all);
const value = async (name) => (await told.values((id) => told.client.getParameters([name], id)))?.[0]?.value;
check('one by its name', (await value(chosen.name)) === chosen.value);
check('an unknown one is left out', (await value('no/such')) === undefined);

const changed = chosen.value * 0.75;
const set = (who, to) => who.values((id) => who.client.setParameters([{ name: chosen.name, value: to }], id));
check('nobody may set one', (await set(told, changed))?.[0]?.value === chosen.value);
check('and is told why', (await told.wait('status', (s) => s.level === 2)) !== undefined, told.events.status);

const owner = new Told(['foxglove.sdk.v1'], { Authorization: `Bearer ${token}` });
await owner.channels();
told.client.subscribeParameterUpdates([chosen.name]);
await value(chosen.name);
const answer = await set(owner, changed);
check('who has a token may', answer?.[0]?.value === changed, [answer, owner.events.status]);
const update = await told.wait('parameterValues', (e) => e.id === undefined &&
    e.parameters.some((p) => p.name === chosen.name && p.value === changed));
check('and others are told', update !== undefined);
check('what is out of range is refused', (await set(owner, 'much'))?.[0]?.value === changed &&
    owner.events.status.some((s) => s.level === 2), owner.events.status);
told.client.unsubscribeParameterUpdates([]);

// one who holds the lease is alone
const page = new Client(port);
await page.open();
check('a page greets', (await page.hello(token)).ok);
check('and takes the lease, which is free', (await page.acquire()).ok);
const seen = owner.events.status.length;
check('nobody else sets then', (await set(owner, chosen.value))?.[0]?.value === changed);
check('and is told who holds it', (await owner.wait('status', (s, i) => i >= seen && /lease/.test(s.message))) !== undefined,
    owner.events.status);
check('the page holds it still', (await page.request('sessions')).lease?.yours === true);
page.stopKeeping();
await page.request('lease', { act: 'return' });
check('afterwards one may again', (await set(owner, chosen.value))?.[0]?.value === chosen.value, owner.events.status);
await page.close();

// --- wrong messages -------------------------------------------------------------------------------

{
    const wrong = ['', '{', '[]', '{}', '{"op":"launch"}', '{"op":"advertise","channels":[]}',
        '{"op":"subscribe","subscriptions":[{"id":1,"channelId":99}]}',
        '{"op":"unsubscribe","subscriptionIds":[12345]}', Buffer.from([1, 0, 0, 0, 0]), Buffer.from([]),
        Buffer.from([255, 255]), '{"op":"setParameters","parameters":[{"name":"a"}]}'];
    for (const text of wrong) {
        const count = owner.events.status.length;
        owner.socket.send(text);
        const end = Date.now() + 60000;
        while (owner.events.status.length === count && Date.now() < end) {
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
        check(`answered by a status: ${text}`, owner.events.status.length === count + 1);
    }
    const flood = owner.events.status.length;
    for (let i = 0; i < 1000; i++) owner.socket.send('{"op":"launch"}');
    check('a flood is told of', (await owner.wait('status', (s, i) => i >= flood && !/no such op/.test(s.message))) !==
        undefined);
    check('and who else is there is served', (await value(chosen.name)) === chosen.value);
}

check('nothing else went wrong', told.events.error.length === 0 && told.events.close.length === 0, told.events.error);
told.client.close();
owner.client.close();
finish();
