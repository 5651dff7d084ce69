import { expect, it } from '@jest/globals';
import { route } from '../route/fake-route.js';
import { canFrame } from './cloak-page.js';
import { trackingOf } from './tracker-frame.js';

const odd = ['https://x.example;script-src/a', 'https://*.example/a', "https://x.example,b'/a", 'https://[::1]/a'];

it.each(odd)('%s is in no policy: nothing of it is framed or loaded', (destination) => {
  expect(canFrame({ destination, secure: true, host: 'go.test' })).toBe(false);
  const { pictures } = trackingOf(route({ trackers: { custom: destination } }), 'https://go.test/abc');
  expect(pictures).toEqual([]);
});

it('what is written plainly is framed and loaded', () => {
  expect(canFrame({ destination: 'https://my_shop.xn--bcher-kva.example/a', secure: true, host: 'go.test' })).toBe(
    true,
  );
  const trackers = { custom: 'https://p.example/a.gif' };
  expect(trackingOf(route({ trackers }), 'https://go.test/abc').pictures).toEqual(['https://p.example']);
});
