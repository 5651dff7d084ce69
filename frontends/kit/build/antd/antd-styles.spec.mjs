/** @jest-environment-options {"antdStyles": true} */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';
import * as antd from 'antd';
import { createElement } from 'react';
import { dark, light } from '../../src/theme/tokens.ts';
import { antdTheme } from '../../src/ui/theme.ts';
import { HASH, makesStyles, PREFIX, ROOT, sharedText, textsIn, withTexts } from './antd-styles.mjs';

const folder = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')), 'es');
const modules = globSync('{*/style/*.js,_util/wave/*.js}', { cwd: folder })
  .map((name) => ({ file: join(folder, name), source: readFileSync(join(folder, name), 'utf8') }))
  .filter(({ source }) => makesStyles(source));

const texts = new Map();
for (const { source, file } of modules) {
  for (const { name, text } of textsIn(source, file)) texts.set(name, [...(texts.get(name) ?? []), text]);
}

/** Everything of antd that the facades list, open where it opens. */
const shown = () => {
  const { Alert, Button, Checkbox, DatePicker, Drawer, Dropdown, Empty, Flex, Form, Input, Modal } = antd;
  const { Pagination, Progress, Segmented, Select, Switch, TimePicker, Tooltip } = antd;
  const menu = { items: [{ key: 'a', label: 'A', danger: true }, { type: 'divider' }, { key: 'b', label: 'B' }] };
  return [
    [Alert, { title: 'A', type: 'error' }],
    [Button, { danger: true }, 'Delete'],
    [Checkbox, {}, 'Yes'],
    [DatePicker, { open: true, showTime: true }],
    [Drawer, { open: true, title: 'D' }],
    [Dropdown, { open: true, menu }, createElement('button', { type: 'button' }, 'More')],
    [Empty, {}],
    [Flex, {}],
    [Form, {}, createElement(Form.Item, { label: 'L', name: 'n', help: 'H' }, createElement(Input))],
    [Input.Password, {}],
    [Input.Search, {}],
    [Input.TextArea, {}],
    [Modal, { open: true, title: 'M' }],
    [Pagination, { total: 100, showSizeChanger: true, showQuickJumper: true }],
    [Progress, { percent: 50 }],
    [Segmented, { options: ['a', 'b'] }],
    [Select, { open: true, mode: 'multiple', options: [{ value: 'a', label: 'A' }] }],
    [Switch, {}],
    [TimePicker, { open: true }],
    [Tooltip, { open: true, title: 'T' }, createElement('span', null, 'what')],
  ];
};

it.each([
  ['light, by a mouse', 'light', light, false],
  ['dark, by a finger', 'dark', dark, true],
])(
  'makes to the letter what antd makes in the page: %s',
  async (_, mode, tokens, touch) => {
    const cache = createCache();
    const children = shown().map(([type, props, child], key) =>
      createElement(type, Object.assign(props, { key }), child),
    );
    const theme = antdTheme(mode, tokens, touch);
    await act(async () =>
      render(createElement(StyleProvider, { cache }, createElement(antd.ConfigProvider, { theme }, children))),
    );

    const used = [...cache.cache].filter(([key, [, [css]]]) => key.startsWith('style%css') && css !== '');
    expect(used.length).toBeGreaterThan(25);
    const different = [];
    for (const [key, [, [css, , keyframes]]] of used) {
      const [, hash, name, prefix] = key.split('%');
      const made = name === 'Shared' ? [sharedText()] : texts.get(name);
      const same = made.some(([ofComponent, others]) => {
        const inPage = (text) => text.replaceAll(HASH, hash).replaceAll(PREFIX, prefix);
        // Which class is the whole's is no part of what antd knows a style by.
        const [, root = ''] = /[.]([\w-]+)/.exec(css.slice(inPage(ofComponent).indexOf(`.${ROOT}`))) ?? [];
        const names = (all) => Object.keys(all).sort().join();
        return inPage(ofComponent).replaceAll(ROOT, root) === css && inPage(names(others)) === names(keyframes);
      });
      if (!same) different.push(name);
    }
    expect(different).toEqual([]);
  },
  120_000,
);

it('leaves none of the functions that styles would be made by', () => {
  const button = modules.find(({ file }) => /[\\/]button[\\/]style[\\/]index\.js$/.test(file));
  const source = withTexts(button.source, button.file);
  expect(source).toContain(`genStyleHooks('Button', [`);
  expect(source).toContain(`.${PREFIX}-primary`);
  expect(source).not.toMatch(/genVariantStyle\(buttonToken\)/);
});

it('fails where a style would be missed', () => {
  expect(() => makesStyles('useStyleRegister({}, () => [])')).toThrow('does not see');
  const file = join(folder, 'button/style/index.js');
  const hidden =
    "import { genStyleHooks } from '../../theme/internal'; export const later = { use: () => genStyleHooks('A', () => []) };";
  expect(() => withTexts(hidden, file)).toThrow('does not see');
});
