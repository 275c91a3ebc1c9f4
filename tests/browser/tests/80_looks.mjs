// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How the page looks: in both themes, in three sizes and in all workspaces its text can be read, state
// and stop stay where they are, and axe-core finds nothing.

import { expect, until } from '../check.mjs';
import { handOn, HEARD, steady } from '../hand.mjs';
import { ask, inState, openPage, packaged, startCell, stateWord } from '../station.mjs';

const SIZES = [[1280, 800], [1440, 900], [1920, 1080]];
const SPACES = ['operate', 'teach', 'tune', 'events'];
const cell = await startCell('demo');
const page = await openPage(cell.url, { width: 1280, height: 800 });
const hand = handOn(page, () => cell);
const axe = packaged('axe-core').source;

const themed = (theme) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);

/** Texts that are too small, cut off, or outside of the window. */
const badTexts = () => page.evaluate(() => {
    const bad = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.trim();
        const element = walk.currentNode.parentElement;
        if (text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (element.closest('.unseen, .scene-twin:not(.is-shown), noscript, script, style, option')) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        const style = getComputedStyle(element);
        if (Number.parseFloat(style.fontSize) < 10.99) bad.push(`${style.fontSize}: ${text}`);
        // what scrolls or has an ellipsis with its whole text as a title is not lost
        const lets = element.closest('[title]') !== null;
        for (let around = element; around !== document.body; around = around.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(around);
            const outer = around.getBoundingClientRect();
            const scrolls = /auto|scroll/.test(overflowX + overflowY);
            if (scrolls) break;
            if (/hidden|clip/.test(overflowX) && box.right > outer.right + 1.5 && !lets) {
                bad.push(`cut: ${text} in ${around.className || around.id}`);
                break;
            }
        }
        if (box.right > innerWidth + 1 && element.closest('.tree, .scroll') === null) bad.push(`outside: ${text}`);
    }
    return bad;
});

/** What is in sight, in its colours: those of another theme come little by little. */
const colours = () => page.evaluate(() => [...document.querySelectorAll('body, body :is(button, h2, label, li, input)')]
    .filter((e) => e.checkVisibility()).map((e) => {
        const style = getComputedStyle(e);
        return `${style.color} ${style.backgroundColor} ${style.opacity}`;
    }));

const rects = () => page.evaluate(() => ['#state', '#stop'].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height].map((n) => Math.round(2 * n) / 2).join(' ');
}).join('; '));

const violations = async () => {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }));
    return found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`);
};

export default {
    'both themes are there': async () => {
        await ask(cell, 'ask', 'program', 'stop');
        await inState(page, 'Ready');
        const ground = () => page.$eval('body', (e) => getComputedStyle(e).backgroundColor);
        await themed('dark');
        const dark = await until(ground, 'a ground');
        await themed('light');
        await until(async () => (await ground()) !== dark, 'the light theme has another ground');
    },

    'no text is small or cut, in three sizes, both themes and all workspaces': async () => {
        const bad = [];
        for (const [width, height] of SIZES) {
            await page.setViewport({ width, height });
            for (const theme of ['dark', 'light']) {
                await themed(theme);
                for (const space of SPACES) {
                    await hand.go(space);
                    for (const text of await steady(page, badTexts, 'the texts rest')) bad.push(`${width} ${theme} ${space}: ${text}`);
                }
            }
        }
        expect(bad.length === 0, `${bad.length}:\n      ${bad.slice(0, 25).join('\n      ')}`);
    },

    'state and stop have one place in all workspaces and states': async () => {
        for (const [width, height] of SIZES) {
            await page.setViewport({ width, height });
            const seen = new Set();
            for (const space of SPACES) {
                await hand.go(space);
                seen.add(await rects());
            }
            await page.click('#stop');
            await inState(page, 'Stopped');
            seen.add(await rects());
            await hand.ready();
            await inState(page, 'Ready');
            seen.add(await rects());
            expect(seen.size === 1, `${width}: ${[...seen].join(' | ')}`);
        }
    },

    'axe-core finds nothing in any workspace, theme and state': async () => {
        await page.setViewport({ width: 1440, height: 900 });
        const found = [];
        for (const theme of ['dark', 'light']) {
            await themed(theme);
            for (const space of SPACES) {
                await hand.go(space);
                await steady(page, colours, 'the colours rest');
                for (const each of await violations()) found.push(`${theme} ${space}: ${each}`);
            }
        }
        await hand.go('operate');
        await page.click('#stop');
        await inState(page, 'Stopped');
        for (const each of await violations()) found.push(`stopped: ${each}`);
        await hand.ready();
        await ask(cell, 'ask', 'arm.drive', 'fault 3 jump 0.3 for 0.5');
        await inState(page, 'Fault');
        for (const each of await violations()) found.push(`fault: ${each}`);
        expect(found.length === 0, `${found.length}:\n      ${found.join('\n      ')}`);
    },

    'state, read-outs and stop are large enough for an eye at 1 m from a screen of 24 inches': async () => {
        await page.setViewport({ width: 1920, height: 1080 });
        // capitals as they are drawn, not as the size of the type says
        const heights = await steady(page, () => page.evaluate(() => ['#state strong', '.readout b', '#stop b'].map((selector) => {
            const style = getComputedStyle(document.querySelector(selector));
            const pen = document.createElement('canvas').getContext('2d');
            pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            return pen.measureText('H').actualBoundingBoxAscent;
        })), 'the sizes rest');
        const pixel = (24 * 25.4) / Math.hypot(1920, 1080); // [mm]
        const minutes = heights.map((h) => (60 * 180 / Math.PI) * Math.atan((h * pixel) / 1000));
        // 16 minutes of arc are the usual least for what must be read, 20 for what must be read at once
        [20, 16, 18].forEach((least, k) => expect(minutes[k] >= least, `${minutes.map((m) => m.toFixed(1))} minutes of arc`));
        await page.setViewport({ width: 1440, height: 900 });
    },

    'without colours every state is still told apart, by word and by shape': async () => {
        await inState(page, 'Fault');
        const eye = await page.createCDPSession();
        await eye.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
        const seen = new Map();
        const look = async (...words) => {
            await inState(page, ...words);
            const read = () => page.$eval('#state', (e) => ({
                word: e.querySelector('strong').textContent,
                shape: [...e.querySelectorAll('svg path')].map((p) => p.getAttribute('d')).join(),
            }));
            const { x, y, height } = await page.$eval('#state', (e) => e.getBoundingClientRect().toJSON());
            // the shape and the beginning of the word
            const picture = await page.screenshot({ encoding: 'base64', clip: { x, y, width: 130, height } });
            seen.set((await read()).word, { ...(await read()), picture });
        };
        await look('Fault');
        await hand.ready();
        await look('Ready');
        await ask(cell, 'ask', 'program', 'run');
        await look('Running');
        // by the time of a slow page it may have come to its end
        await until(async () => {
            await ask(cell, 'ask', 'program', 'run');
            await ask(cell, 'ask', 'program', 'pause');
            return until(async () => (await stateWord(page)) === 'Paused', 'paused', HEARD).catch(() => false);
        }, 'it pauses');
        await look('Paused');
        await page.click('#stop');
        await look('Stopped');
        expect(seen.size === 5, [...seen.keys()].join());
        for (const part of ['word', 'shape', 'picture'])
            expect(new Set([...seen.values()].map((state) => state[part])).size === seen.size, `${part} of ${[...seen.keys()]}`);
        // the picture has no colour left that could tell them apart
        const grey = await page.evaluate(async (pictures) => {
            const worst = [];
            for (const data of pictures) {
                const image = new Image();
                image.src = `data:image/png;base64,${data}`;
                await image.decode();
                const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
                pen.drawImage(image, 0, 0);
                const { data: p } = pen.getImageData(0, 0, image.width, image.height);
                let most = 0;
                for (let i = 0; i < p.length; i += 4) most = Math.max(most, Math.abs(p[i] - p[i + 1]), Math.abs(p[i] - p[i + 2]));
                worst.push(most);
            }
            return worst;
        }, [...seen.values()].map(({ picture }) => picture));
        expect(grey.every((most) => most <= 2), `grey: ${grey}`);
        await eye.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
        await hand.ready();
    },

    'the first Tab is the stop': async () => {
        await page.evaluate(() => document.activeElement?.blur());
        await page.reload();
        await inState(page, 'Ready', 'Running', 'Paused', 'Stopped', 'Fault');
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement.id) === 'stop', 'it is the stop button');
    },

    'nothing else went wrong': async () => {
        expect(page.complaints.length === 0, page.complaints.join('; '));
        await page.end();
        await cell.stop();
    },
};
