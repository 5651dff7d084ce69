import { expect, it } from '@jest/globals';
import { addressFor, rootAddress } from './own-address.js';

const addresses = {
  root_url: 'https://site.example/',
  not_found_url: 'https://site.example/404',
  expired_url: 'https://site.example:8443/over',
};

it.each([
  ['unknown', addresses.not_found_url],
  ['expired', addresses.expired_url],
  ['used_up', addresses.expired_url],
  ['paused', null],
  ['scheduled', null],
  ['wrong_domain', null],
  ['blocked', null],
  ['flooding', null],
  ['unavailable', null],
] as const)('leads a visit that is refused as %s to %s', (kind, address) => {
  expect(addressFor(kind, addresses, 'go.example')).toBe(address);
  expect(addressFor(kind, null, 'go.example')).toBeNull();
});

it('leads nobody back to where they came from', () => {
  expect(addressFor('unknown', addresses, 'Site.example')).toBeNull();
  expect(addressFor('expired', addresses, 'site.example')).toBe(addresses.expired_url);
  expect(addressFor('expired', addresses, 'site.example:8443')).toBeNull();
  expect(rootAddress(addresses, 'site.example')).toBeNull();
  expect(rootAddress(addresses, 'go.example')).toBe(addresses.root_url);
  expect(rootAddress({}, 'go.example')).toBeNull();
});
