import { describe, expect, it } from '@jest/globals';
import { Domain } from './domain.entity.js';
import { placeMainDomain } from './main-domain.js';

const domain = (over: Partial<Domain> = {}): Domain =>
  Object.assign(new Domain(), {
    id: '0199a1b2-0000-7000-8000-000000000001',
    domain_name: 'main.example',
    configured_name: 'main.example',
    description: '',
    price: 0,
    is_free: true,
    is_active: true,
    sort_order: 0,
    version: 1,
    ...over,
  });

describe('placeMainDomain', () => {
  it('makes the first one: free, active, in front', () => {
    const [made, ...others] = placeMainDomain([], 'main.example');
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      domain_name: 'main.example',
      is_free: true,
      is_active: true,
      sort_order: 0,
      version: 1,
    });
    expect(made?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('has nothing to do at the next start', () => expect(placeMainDomain([domain()], 'main.example')).toEqual([]));

  it('renames the same row when the configuration changed', () => {
    const before = domain();
    expect(placeMainDomain([before], 'other.example')).toEqual([
      domain({ domain_name: 'other.example', configured_name: 'other.example', version: 2 }),
    ]);
  });

  it('keeps the name that an administrator gave it', () =>
    expect(placeMainDomain([domain({ domain_name: 'renamed.example' })], 'main.example')).toEqual([]));

  it('promotes a known domain, after the old main one stepped back', () => {
    const known = domain({
      id: 'b',
      domain_name: 'b.example',
      configured_name: null,
      sort_order: 999,
      price: 500,
      is_free: false,
    });
    const changed = placeMainDomain([domain(), known], 'b.example');
    expect(
      changed.map(({ domain_name, sort_order, version, is_free }) => [domain_name, sort_order, version, is_free]),
    ).toEqual([
      ['main.example', 999, 2, true],
      ['b.example', 0, 2, true],
    ]);
  });

  it('promotes a known domain when there is no main one', () =>
    expect(placeMainDomain([domain({ sort_order: 999, configured_name: null })], 'main.example')).toEqual([
      domain({ version: 2 }),
    ]));
});
