import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { harmIn, parseList, says } from './reputation-list.js';
import { SHIPPED_LIST } from './shipped-list.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a list of reputations', () => {
  const list = parseList(`
    # a remark
    bad.example malware
    =alone.example
    path.example/login phishing # what it is
    sha256:${digest('secret.example')} phishing
    sha256:${digest('=page.example/x').toUpperCase()}
    com
  `);

  it.each([
    ['https://www.bad.example/x', 'malware'],
    ['https://alone.example/', 'harmful'],
    ['https://www.alone.example/', null],
    ['https://path.example/login/form', 'phishing'],
    ['https://path.example/', null],
    ['http://SECRET.example:8080/any', 'phishing'],
    ['https://page.example/x', 'harmful'],
    ['https://page.example/y', null],
  ])('%s: %s', (address, threat) => expect(harmIn(list, address)?.threat ?? null).toBe(threat));

  it.each([
    'https://www.bad.example/x?n=1',
    'https://alone.example/?n=1',
    'https://path.example/login/form?n=1',
    'http://SECRET.example:8080/any?n=1',
    'https://page.example/x',
  ])('says of %s what it says of what its entry stands for, and another list does not', (address) => {
    const { entry } = harmIn(list, address) ?? {};
    if (!entry) throw new Error('nothing was found');
    expect(says(list, entry)).toBe(true);
    expect(says(parseList('other.example'), entry)).toBe(false);
  });

  it('tells how many lines it could not read', () => {
    expect(list.faults).toBe(1);
    expect(parseList('')).toMatchObject({ faults: 0 });
  });

  it('ships without a fault', () => {
    const shipped = parseList(SHIPPED_LIST);
    expect(shipped.faults).toBe(0);
    expect(harmIn(shipped, 'http://testsafebrowsing.appspot.com/s/phishing.html?n=1')).toEqual({
      threat: 'phishing',
      entry: { kind: 'path', entry: 'testsafebrowsing.appspot.com/s/phishing.html' },
    });
  });
});
