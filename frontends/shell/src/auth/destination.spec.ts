import { expect, it } from '@jest/globals';
import { destinationOf, loginFrom } from './destination';

it.each([
  ['', '/dashboard'],
  ['?return=%2Fdashboard%3Ftab%3Dmy-links%26page%3D2', '/dashboard?tab=my-links&page=2'],
  ['?return=https%3A%2F%2Fevil.example', '/dashboard'],
  ['?return=%2F%2Fevil.example', '/dashboard'],
  ['?return=%2Fdashboard.evil.example', '/dashboard'],
  ['?plan=premium&price=990', '/dashboard?plan=premium&price=990'],
  ['?domain=a.example&price=5000', '/dashboard?domain=a.example&price=5000'],
  ['?plan=premium', '/dashboard'],
  ['?invite=a-token', '/dashboard?invite=a-token'],
  [
    '?plan=premium&price=990&invite=a&return=%2Fdashboard%3Ftab%3Dmy-links',
    '/dashboard?plan=premium&price=990&invite=a',
  ],
  ['?invite=a%26b&return=%2Fdashboard%3Ftab%3Dmy-links', '/dashboard?tab=my-links&invite=a%26b'],
  ['?invite=a&return=https%3A%2F%2Fevil.example', '/dashboard?invite=a'],
  ['?return=%2Fdashboard%3Finvite%3Da', '/dashboard?invite=a'],
])('%s leads to %s', (search, destination) => expect(destinationOf(search)).toBe(destination));

it('leads back to where sign-in was asked for', () => {
  const login = loginFrom({ pathname: '/dashboard', search: '?tab=analytics&link=1' });
  expect(destinationOf(new URL(login, 'http://x').search)).toBe('/dashboard?tab=analytics&link=1');
});
