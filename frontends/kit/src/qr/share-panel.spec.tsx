import { afterEach, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { qrFileName, SharePanel } from '.';
import { shareAddresses } from './share-addresses';

const url = 'https://d.example/mua-hè_1';

afterEach(() => {
  jest.restoreAllMocks();
});

it('names a picture by the code of its link', () => {
  expect(qrFileName('http://127.0.0.1:18280/wdgKRK', 'png')).toBe('qr-wdgKRK.png');
  expect(qrFileName(url, 'svg')).toBe('qr-mua-hè_1.svg');
});

it('hands address and text on encoded', () => {
  const of = Object.fromEntries(shareAddresses('https://d.example/a?b&c', 'Ăn & uống').map((to) => [to.key, to.href]));
  expect(new URL(of.facebook ?? '').searchParams.get('u')).toBe('https://d.example/a?b&c');
  expect(Object.fromEntries(new URL(of.x ?? '').searchParams)).toEqual({
    url: 'https://d.example/a?b&c',
    text: 'Ăn & uống',
  });
  expect(of.mail).toBe(
    `mailto:?subject=${encodeURIComponent('Ăn & uống')}&body=${encodeURIComponent('https://d.example/a?b&c')}`,
  );
  const zalo = new URL(of.zalo ?? '').searchParams.get('d') ?? '';
  expect(JSON.parse(atob(zalo))).toEqual({ url: 'https://d.example/a?b&c' });
});

it('opens the places in windows that know nothing of this one, and saves under the name of the code', () => {
  URL.createObjectURL = () => 'blob:a';
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  render(<SharePanel url="https://d.example/abc" />);
  const links = screen.getAllByRole('link').filter((link) => !link.getAttribute('href')?.startsWith('mailto:'));
  expect(links.map((link) => [link.getAttribute('target'), link.getAttribute('rel')])).toEqual(
    Array.from({ length: 3 }, () => ['_blank', 'noopener noreferrer']),
  );
  fireEvent.click(screen.getAllByRole('button')[1] as HTMLElement);
  expect(saved).toEqual(['qr-abc.svg']);
});
