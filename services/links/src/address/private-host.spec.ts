import { describe, expect, it } from '@jest/globals';
import { kindOfHost } from './private-host.js';

const kindOf = (url: string) => kindOfHost(new URL(url).hostname);

describe('kindOfHost', () => {
  it.each([
    'https://example.com',
    'https://8.8.8.8',
    'https://172.32.0.1',
    'https://100.128.0.1',
    'https://[2606:4700::1111]',
    'https://[::ffff:8.8.8.8]',
    'https://[64:ff9b::8.8.8.8]',
    'https://[2002:808:808::1]',
    'https://local.example.com',
    'https://notlocalhost',
    'https://internal.example',
    'https://thelocal.se',
  ])('lets %s through', (url) => expect(kindOf(url)).toBe('public'));

  it.each([
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://168.63.129.16',
    'http://0.0.0.0',
    'http://0',
    'http://224.0.0.1',
    'http://240.0.0.1',
    'http://255.255.255.255',
    'http://198.18.0.1',
    'http://192.0.2.1',
    'http://3232235777', // 192.168.1.1 as one number
    'http://0xc0a80101',
    'http://0300.0250.1.1',
    'http://192.168.257',
    'http://10.1',
    'http://169.254.169.254.',
    'http://%31%30.0.0.1',
    'http://１０.0.0.1',
    'http://[::]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[fd12:3456::1]',
    'http://[fec0::1]',
    'http://[ff02::1]',
    'http://[100::1]',
    'http://[2001:db8::1]',
    'http://[2001::1]',
    'http://[::10.0.0.1]',
    'http://[::8.8.8.8]',
    'http://[::ffff:10.0.0.1]',
    'http://[::ffff:a00:1]',
    'http://[64:ff9b::192.168.0.1]',
    'http://[64:ff9b:1::8.8.8.8]',
    'http://[2002:c0a8:101::1]',
    'http://printer.local',
    'http://PRINTER.LOCAL.',
    'http://metadata.google.internal',
    'http://router.home.arpa',
  ])('calls %s private', (url) => expect(kindOf(url)).toBe('private'));

  it.each([
    'http://localhost',
    'http://LOCALHOST:3000',
    'http://localhost.',
    'http://app.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
  ])('calls %s loopback', (url) => expect(kindOf(url)).toBe('loopback'));
});
