// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The rail: workspaces, and at its foot theme, commands and keys.

import { byId, h, replace, setAttribute, setText } from '../ui/dom';
import { icon, type IconName } from '../ui/icons';
import { switchTheme } from '../ui/theme';
import { kindOf } from './eventkinds';
import { showCommands, showKeys } from './help';
import type { Page, Workspace } from './page';

const SPACES: readonly [Workspace, string, string, IconName][] = [
    ['operate', 'Operate', 'G O', 'operate'],
    ['teach', 'Teach', 'G T', 'teach'],
    ['tune', 'Tune', 'G U', 'tune'],
    ['events', 'Events', 'G E', 'events'],
];

function entry(text: string, shape: IconName, title: string, act: () => void): HTMLButtonElement {
    const made = h('button', { type: 'button', title }, icon(shape), h('span', {}, text));
    made.addEventListener('click', act);
    return made;
}

export function createRail(page: Page): void {
    const buttons = new Map<Workspace, HTMLButtonElement>();
    for (const [name, text, keys, shape] of SPACES) {
        const made = entry(text, shape, `${text} (${keys})`, () => page.go(name));
        made.dataset['go'] = name;
        buttons.set(name, made);
        page.keys.add({ name: `Workspace ${text}`, keys, group: 'Page', act: () => page.go(name) });
    }
    const unread = h('i', { class: 'badge', hidden: true });
    buttons.get('events')?.append(unread);
    replace(
        byId('rail'),
        ...buttons.values(),
        h('span', { class: 'grow' }),
        entry('Panel', 'operate', 'Show or hide the right panel', () =>
            document.body.classList.toggle('drawer-open'),
        ),
        entry('Theme', 'theme', 'Light or dark', switchTheme),
        entry('Keys', 'keys', 'All keys (?)', () => showKeys(page)),
    );
    byId('rail').querySelector('.grow + button')?.classList.add('drawer-button');
    page.keys.add({ name: 'Light or dark', group: 'Page', act: switchTheme });
    page.keys.add({ name: 'All keys', keys: '?', group: 'Page', act: () => showKeys(page) });
    page.keys.add({
        name: 'All commands',
        keys: 'Ctrl K',
        group: 'Page',
        act: () => showCommands(page),
        whileTyping: true,
    });

    let seen = 0;
    const show = (): void => {
        for (const [name, made] of buttons) {
            setAttribute(made, 'aria-current', name === page.workspace ? 'page' : null);
        }
        if (page.workspace === 'events') seen = page.station.events.length;
        const fresh = page.station.events.slice(seen).filter((e) => kindOf(e) === 'stop').length;
        unread.hidden = fresh <= 0;
        setText(unread, fresh > 99 ? '99+' : String(fresh));
        setAttribute(unread, 'aria-label', `${fresh} new`);
    };
    // what was there before the page came is not news
    page.station.on('catalogue', () => {
        setTimeout(() => (seen = page.station.events.length), 1500);
    });
    page.changed(show);
    page.ticker.every(2, show);
    show();
}
