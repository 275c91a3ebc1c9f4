// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Names and order of files that are handed in.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inOrder, plainName, sentenceOf, toOpen, whereOf } from '../src/panels/files';
import { questionOf } from '../src/panels/leaving';

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));

test('a name becomes one that the server takes, with its extension', () => {
    assert.equal(plainName('arm.urdf'), 'arm.urdf');
    assert.equal(plainName('my arm (2).urdf'), 'my-arm-2-.urdf');
    assert.equal(plainName('../../etc/passwd'), 'etc-passwd');
    assert.equal(plainName('.hidden.cell.xml'), 'hidden.cell.xml');
    assert.equal(plainName('m\u00f6bel.xml'), 'm-bel.xml');
    const long = plainName(`${'x'.repeat(200)}.cell.xml`);
    assert.equal(long.length, 63);
    assert.ok(long.endsWith('.cell.xml'));
    for (const name of ['a', '<img>.xml', 'a\u0000b.urdf', ' . .csv', '%2e%2e%2f.json']) {
        assert.match(plainName(name), /^[A-Za-z0-9_][A-Za-z0-9._-]*$/, name);
    }
});

test('meshes go before the robot that names them, whatever the order of the hand', () => {
    const files = named('arm.urdf', 'b.STL', 'notes.txt', 'a.dae');
    assert.deepEqual(inOrder(files).map((f) => f.name), ['b.STL', 'a.dae', 'arm.urdf', 'notes.txt']);
    assert.equal(toOpen(files)?.name, 'arm.urdf');
    assert.equal(toOpen(named('a.stl'))?.name, 'a.stl');
    assert.equal(toOpen(named('a.xml', 'b.cell.xml.gz'))?.name, 'b.cell.xml.gz');
    assert.equal(toOpen([]), null);
});

test('the sentence of the server is shown without its marks', () => {
    assert.equal(
        sentenceOf('error: a.flt: there is no converter for OpenFlight; cells [no-converter]', 400),
        'a.flt: there is no converter for OpenFlight; cells',
    );
    assert.equal(sentenceOf('', 503), 'The server did not accept the file (503).');
});

test('findings tell the name of the file and the line, and no folders of the server', () => {
    assert.equal(whereOf({ file: '/home/x/cells/arm.cell.xml', line: 12 }), 'arm.cell.xml, line 12');
    assert.equal(whereOf({ file: 'arm.cell.xml' }), 'arm.cell.xml');
    assert.equal(whereOf({}), '');
});

test('the question says what would be lost', () => {
    assert.match(questionOf({ unsaved: true, program: '' }), /not saved\.$/);
    assert.match(questionOf({ unsaved: false, program: 'program' }), /^The program program is running/);
    assert.match(questionOf({ unsaved: true, program: 'p' }), /not saved\..*running/);
});
