import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { reviewLicenses } from './licenses.mjs';

const rules = { allowed: ['MIT', 'Apache-2.0', 'BSD-3-Clause'], read: { quiet: 'MIT' } };
const lockOf = (packages: Record<string, object>) => ({ packages: { '': { name: 'linkway' }, ...packages } });
const refusedIn = (packages: Record<string, object>) =>
  reviewLicenses(lockOf(packages), rules).refused.map(({ name }) => name);

describe('reviewLicenses', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND BSD-3-Clause'])('takes %s', (license) => {
    expect(refusedIn({ 'node_modules/a': { version: '1.0.0', license } })).toEqual([]);
  });

  it.each([
    'AGPL-3.0-or-later',
    'GPL-2.0-only',
    'SSPL-1.0',
    'BUSL-1.1',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    undefined,
  ])('refuses %s', (license) => {
    expect(refusedIn({ 'node_modules/@s/a': { version: '1.0.0', license } })).toEqual(['@s/a']);
  });

  it('looks into nested packages, and past what is for development or is our own', () => {
    const license = 'GPL-3.0-only';
    expect(refusedIn({ 'node_modules/a/node_modules/b': { version: '1.0.0', license } })).toEqual(['b']);
    expect(refusedIn({ 'node_modules/a': { version: '1.0.0', license, dev: true } })).toEqual([]);
    expect(refusedIn({ 'node_modules/@linkway/links': { link: true }, 'services/links': {} })).toEqual([]);
  });

  it('believes what somebody read in the package', () => {
    expect(refusedIn({ 'node_modules/quiet': { version: '1.0.0' } })).toEqual([]);
  });
});

describe('what ships', () => {
  it('has only allowed licences', () => {
    const load = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
    const { shipped, refused } = reviewLicenses(load('../../package-lock.json'), load('./licenses.json'));
    expect(refused).toEqual([]);
    expect(shipped.length).toBeGreaterThan(100);
  });
});
