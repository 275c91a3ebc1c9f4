// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Makes a file of tokens, one for each role, and their texts as JSON: tokens.mjs FILE JSON.

import crypto from 'node:crypto';
import fs from 'node:fs';

const texts = {};
let lines = '';
for (const role of ['observer', 'operator', 'engineer', 'admin']) {
    texts[role] = crypto.randomBytes(32).toString('hex');
    const hash = crypto.createHash('sha256').update(texts[role]).digest('hex');
    lines += `${role} ${role} ${hash} never\n`;
}
fs.writeFileSync(process.argv[2], lines, { mode: 0o600 });
fs.writeFileSync(process.argv[3], JSON.stringify(texts), { mode: 0o600 });
