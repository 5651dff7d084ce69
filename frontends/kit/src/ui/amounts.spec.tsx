import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderPage, startApp } from '../../testing';
import { setLanguage } from '../i18n';
import { setTimeZone } from '../i18n/time-zone';
import { useAmounts } from './amounts';

function Shown() {
  const { money, day } = useAmounts();
  return <output>{[money(1200.5, 'USD'), money(1500000, 'VND'), day('2026-11-01')].join(' | ')}</output>;
}
const shown = () => screen.getByRole('status').textContent?.replace(/\s/g, ' ');

beforeAll(() => startApp());
afterEach(() => {
  setTimeZone(undefined);
  return act(() => setLanguage('en'));
});

it('writes amounts as the language does, and a day as the same one in every time zone', async () => {
  setTimeZone('America/Los_Angeles');
  renderPage(<Shown />);
  expect(shown()).toBe('$1,200.50 | ₫1,500,000 | 01/11/2026');
  await act(() => setLanguage('vi'));
  expect(shown()).toBe('1.200,50 US$ | 1.500.000 ₫ | 01/11/2026');
});
