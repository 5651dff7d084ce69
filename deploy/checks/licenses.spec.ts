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

  it('judges a build for another platform by the package that it belongs to', () => {
    const build = { 'node_modules/a-win32': { version: '1.0.0', optional: true } };
    const optionalDependencies = { 'a-win32': '1.0.0' };
    expect(refusedIn(build)).toEqual(['a-win32']);
    expect(refusedIn({ ...build, 'node_modules/a': { license: 'MIT', optionalDependencies } })).toEqual([]);
    expect(refusedIn({ ...build, 'node_modules/a': { dev: true, optionalDependencies } })).toEqual([]);
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
