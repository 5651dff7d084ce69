import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseList, threatIn } from './reputation-list.js';
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
  ])('%s: %s', (address, threat) => expect(threatIn(list, address)).toBe(threat));

  it('tells how many lines it could not read', () => {
    expect(list.faults).toBe(1);
    expect(parseList('')).toMatchObject({ faults: 0 });
  });

  it('ships without a fault', () => {
    const shipped = parseList(SHIPPED_LIST);
    expect(shipped.faults).toBe(0);
    expect(threatIn(shipped, 'http://testsafebrowsing.appspot.com/s/phishing.html')).toBe('phishing');
  });
});
