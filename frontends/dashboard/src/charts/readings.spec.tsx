import { beforeAll, expect, it } from '@jest/globals';
import { startApp } from '@linkway/kit/testing';
import { renderHook, waitFor } from '@testing-library/react';
import { namespaces } from '../locales';
import { useValueName } from './readings';

beforeAll(() => startApp(namespaces));

it('names what visitors bring as it can be read, with nothing that turns other texts around', async () => {
  const { result } = renderHook(() => useValueName());
  await waitFor(() => expect(result.current).toBeTruthy());
  const name = result.current;
  expect(name('referrer', 'xn--v-d-rma6749a.vn')).toBe('ví-dụ.vn');
  expect(name('referrer', 'xn--80ak6aa92e.com')).toBe('xn--80ak6aa92e.com');
  expect(name('referrer', '')).toBe('Direct');
  // As clicks of former releases have it.
  expect(name('utm', 'sale\u202egnp.exe')).toBe('salegnp.exe');
  expect(name('utm', 'مبيعات')).toBe('مبيعات');
});
