import { describe, expect, it } from '@jest/globals';
import { addressesOf, faultOfAddress, type GuardedRules } from './guarded-address.js';

const fault = (url: string, rules?: GuardedRules) => faultOfAddress(new URL(url), rules);
const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const asked = (url: string, addresses: string[], rules?: GuardedRules) =>
  addressesOf(new URL(url), rules, resolveTo(...addresses));

describe('faultOfAddress', () => {
  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'ftp://example.com/',
  ])('refuses %s', (url) => expect(fault(url)).toBe('refused'));

  it.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://receiver/',
    'https://receiver.local/',
    'https://10.0.0.1.nip.io/',
  ])('knows %s for private', (url) => expect(fault(url)).toBe('private'));

  it('lets public names pass, and with the setting for tests all but credentials', () => {
    expect(fault('https://hooks.example.com/path?key=1')).toBeNull();
    expect(fault('http://127.0.0.1:8080/', { allowPrivate: true })).toBeNull();
    expect(fault('http://user@127.0.0.1/', { allowPrivate: true })).toBe('refused');
  });
});

describe('addressesOf', () => {
  it('tells all addresses of a name, each of which is public', async () => {
    expect(await asked('https://example.com/', ['93.184.216.34', '2606:2800:220:1::1'])).toHaveLength(2);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '168.63.129.16',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
    '::127.0.0.1',
    'fc00::1',
    '2002:7f00:1::',
  ])('refuses a name with %s among its addresses', async (address) => {
    await expect(asked('https://example.com/', ['93.184.216.34', address])).rejects.toMatchObject({
      failure: 'address_private',
    });
  });

  it('says that a name is not known', async () => {
    await expect(asked('https://example.com/', [])).rejects.toMatchObject({ failure: 'name_unknown' });
    const unknown = addressesOf(new URL('https://example.com/'), {}, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(unknown).rejects.toMatchObject({ failure: 'name_unknown' });
  });
});
