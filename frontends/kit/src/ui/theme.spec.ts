import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Button, ConfigProvider, type ThemeConfig, theme } from 'antd';
import { createElement } from 'react';
import { dark, light, type Tokens } from '../theme/tokens';
import { antdTheme, prepareTheme } from './theme';

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const TEXT = 5.3;

describe.each([
  ['light', light],
  ['dark', dark],
] as [mode: 'light' | 'dark', tokens: Tokens][])('antd in the %s theme', (mode, tokens) => {
  const config = antdTheme(mode, tokens);
  const used = theme.getDesignToken(config);
  const { Button, Pagination, Tabs } = config.components ?? {};

  it('draws with the colours of the product, not with what its algorithm makes of them', () => {
    expect(used).toMatchObject({
      colorPrimary: tokens.primarySolid,
      colorPrimaryHover: tokens.primaryHover,
      colorError: tokens.danger,
      colorErrorHover: tokens.danger,
      colorWarning: tokens.warning,
      colorSuccess: tokens.success,
      colorInfo: tokens.info,
      colorLink: tokens.primary,
      colorBgContainer: tokens.surface,
      colorText: tokens.ink,
    });
  });

  it.each([
    ['a primary button', tokens.onPrimary, used.colorPrimary],
    ['a primary button under the pointer', tokens.onPrimary, used.colorPrimaryHover],
    ['a button that deletes', Button?.dangerColor, used.colorError],
    ['a button that deletes, under the pointer', Button?.dangerColor, used.colorErrorHover],
    ['the number of the current page', Pagination?.itemActiveColor, used.colorBgContainer],
    ['the chosen tab', Tabs?.itemSelectedColor, used.colorBgContainer],
    ['an error', used.colorError, used.colorBgContainer],
    ['a link', used.colorLink, used.colorBgContainer],
    ['help', used.colorTextDescription, used.colorBgContainer],
  ])('can be read: %s', (_, text, below) => expect(contrast(text ?? '', below)).toBeGreaterThanOrEqual(TEXT));
});

describe('what is pressed', () => {
  const heights = (touch: boolean) => {
    const { components = {}, ...rest } = antdTheme('light', light, touch);
    const { controlHeight, controlHeightSM } = { ...theme.getDesignToken(rest), ...components.Segmented };
    const used = theme.getDesignToken(rest);
    return [used.controlHeight, used.controlHeightSM, used.controlHeightLG, controlHeight - 4, controlHeightSM - 4];
  };

  it('is 24 px high at the least, and 44 by a finger, whatever size a screen asks for', () => {
    expect(Math.min(...heights(false))).toBe(24);
    expect(Math.min(...heights(true))).toBe(44);
  });
});

it('has been made when it is drawn with, where it was prepared', () => {
  type Algorithm = typeof theme.defaultAlgorithm;
  const config = antdTheme('dark', dark, true);
  const algorithm = config.algorithm as Algorithm;
  const answers: unknown[] = [];
  const watched: ThemeConfig = {
    ...config,
    algorithm: (seed: Parameters<Algorithm>[0]) => {
      const answer = algorithm(seed);
      answers.push(answer);
      return answer;
    },
  };
  prepareTheme('dark', dark, true);
  const prepared = algorithm({ ...theme.defaultSeed, ...config.token });
  render(createElement(ConfigProvider, { theme: watched }, createElement(Button)));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.every((answer) => answer === prepared)).toBe(true);
  // Another size is another theme.
  expect(algorithm({ ...theme.defaultSeed, controlHeight: 20 })).not.toBe(prepared);
});
