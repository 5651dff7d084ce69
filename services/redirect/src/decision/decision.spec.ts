import { describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { route as aRoute } from '../route/fake-route.js';
import { decide, type Question } from './decision.js';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const route = (more: Partial<Route> = {}): Route => aRoute({ original_url: 'https://example.com/', ...more });
const ask = (asked: Route | null, more: Partial<Question> = {}) =>
  decide({
    route: asked,
    host: 'go.test',
    now: NOW,
    country: '',
    facts: null,
    device: () => 'desktop',
    system: () => null,
    variant: () => null,
    usedUp: false,
    unlocked: false,
    isShut: false,
    ...more,
  });

const ab_test = {
  url_b: 'https://b.example/',
  percent_b: 50,
  sticky: false,
  goal_link_id: null,
  since: '2026-01-01T00:00:00.000Z',
};

describe('an A/B test', () => {
  const tested = (more: Partial<Route> = {}) => route({ ab_test, ...more });

  it('leads to A or B as it is drawn, and programs to the destination without taking part', () => {
    const led = (variant: 'a' | 'b' | null) => ask(tested(), { variant: () => variant });
    expect(led('a')).toMatchObject({ destination: 'https://example.com/', rule: 'ab:a' });
    expect(led('b')).toMatchObject({ destination: 'https://b.example/', rule: 'ab:b' });
    expect(led(null)).toMatchObject({ destination: 'https://example.com/', rule: 'default' });
  });

  it('draws for nobody who is led by something else, or nowhere', () => {
    const variant = jest.fn<Question['variant']>(() => 'b');
    const others: [Partial<Route>, Partial<Question>][] = [
      [{ device_targeting: { desktop: 'https://d.example/' } }, {}],
      [{ location_targeting: { VN: 'https://vn.example/' } }, { country: 'VN' }],
      [{ expires_at: '2020-01-01T00:00:00Z', fallback_url: 'https://over.example/' }, {}],
      [{ password_hash: 'x' }, {}],
      [{ is_active: false }, {}],
      [{ ab_test: null }, {}],
    ];
    for (const [more, of] of others) ask(tested(more), { ...of, variant });
    expect(variant).not.toHaveBeenCalled();
  });
});

describe('decide', () => {
  it('leads to the destination', () =>
    expect(ask(route())).toMatchObject({
      outcome: 'redirect',
      destination: 'https://example.com/',
      rule: 'default',
    }));
  it('does not know a code without a route', () => expect(ask(null).outcome).toBe('unknown'));
  it('pauses', () => expect(ask(route({ is_active: false })).outcome).toBe('paused'));
  it('pauses all links of a workspace that is shut, before anything else is said of them', () => {
    const more = { expires_at: '2020-01-01T00:00:00Z', max_clicks: 1, host: 'other.test', password_hash: 'x' };
    expect(ask(route(), { isShut: true }).outcome).toBe('paused');
    expect(ask(route(more), { isShut: true, usedUp: true, unlocked: true }).outcome).toBe('paused');
    expect(ask(null, { isShut: true }).outcome).toBe('unknown');
  });
  it('expires at the very moment', () => {
    expect(ask(route({ expires_at: '2026-06-01T12:00:00Z' })).outcome).toBe('expired');
    expect(ask(route({ expires_at: '2026-06-01T12:00:00.001Z' })).outcome).toBe('redirect');
  });
  it('refuses a used-up link, and only one with a cap', () => {
    expect(ask(route({ max_clicks: 1 }), { usedUp: true }).outcome).toBe('used_up');
    expect(ask(route(), { usedUp: true }).outcome).toBe('redirect');
  });
  it('asks for the password until it was given', () => {
    expect(ask(route({ password_hash: 'x' })).outcome).toBe('password');
    expect(ask(route({ password_hash: 'x' }), { unlocked: true }).outcome).toBe('redirect');
  });

  it('opens at its time, and asks for the password before it says so', () => {
    expect(ask(route({ starts_at: '2026-06-01T12:00:00.001Z' })).outcome).toBe('scheduled');
    expect(ask(route({ starts_at: '2026-06-01T12:00:00Z' })).outcome).toBe('redirect');
    const later = { starts_at: '2027-01-01T00:00:00Z' };
    expect(ask(route({ ...later, password_hash: 'x' })).outcome).toBe('password');
    expect(ask(route({ ...later, password_hash: 'x' }), { unlocked: true }).outcome).toBe('scheduled');
    expect(ask(route({ ...later, device_targeting: { desktop: 'https://d.example.com/' } })).outcome).toBe('scheduled');
  });
  it('leads elsewhere once it is over, on its own host and with no password', () => {
    const ended = { expires_at: '2020-01-01T00:00:00Z', fallback_url: 'https://example.com/over', password_hash: 'x' };
    const led = { outcome: 'redirect', destination: 'https://example.com/over', rule: 'fallback', isOver: true };
    expect(ask(route(ended))).toMatchObject(led);
    expect(ask(route({ ...ended, host: '*' }))).toMatchObject(led);
    expect(ask(route({ ...ended, expires_at: null, max_clicks: 1 }), { usedUp: true })).toMatchObject(led);
    expect(ask(route({ ...ended, host: 'other.test' })).outcome).toBe('expired');
    expect(ask(route({ ...ended, is_active: false })).outcome).toBe('paused');
    expect(ask(route({ ...ended, expires_at: null, password_hash: null }))).toMatchObject({
      rule: 'default',
      isOver: false,
    });
  });

  it('judges in the order of the product', () => {
    const everything = route({
      host: 'other.test',
      is_active: false,
      expires_at: '2020-01-01T00:00:00Z',
      max_clicks: 1,
      password_hash: 'x',
    });
    expect(ask(everything, { usedUp: true }).outcome).toBe('paused');
    expect(ask({ ...everything, is_active: true }, { usedUp: true }).outcome).toBe('expired');
    expect(ask({ ...everything, is_active: true, expires_at: null }, { usedUp: true }).outcome).toBe('used_up');
    expect(ask({ ...everything, is_active: true, expires_at: null }).outcome).toBe('wrong_domain');
    expect(ask({ ...everything, is_active: true, expires_at: null, host: 'go.test' }).outcome).toBe('password');
  });

  it('targets by country, other countries that are known, and no unknown one', () => {
    const location_targeting = { VN: 'https://vn.example.com/', other: 'https://abroad.example.com/' };
    const targeted = route({ location_targeting });
    expect(ask(targeted, { country: 'VN' })).toMatchObject({ destination: location_targeting.VN, rule: 'country:VN' });
    expect(ask(targeted, { country: 'DE' })).toMatchObject({
      destination: location_targeting.other,
      rule: 'country:other',
    });
    expect(ask(targeted)).toMatchObject({ destination: 'https://example.com/', rule: 'default' });
    const alone = route({ location_targeting: { VN: 'https://vn.example.com/' } });
    expect(ask(alone, { country: 'DE' })).toMatchObject({ rule: 'default' });
  });
  it('targets by country before the device, and by the device where no country is named', () => {
    const both = route({
      location_targeting: { VN: 'https://vn.example.com/' },
      device_targeting: { desktop: 'https://d.example.com/' },
    });
    expect(ask(both, { country: 'VN' })).toMatchObject({ rule: 'country:VN' });
    expect(ask(both, { country: 'DE' })).toMatchObject({ rule: 'device:desktop' });
    expect(ask(both)).toMatchObject({ rule: 'device:desktop' });
  });

  it('targets by device, and falls back to the default', () => {
    const targeted = route({ device_targeting: { mobile: 'https://m.example.com/' } });
    expect(ask(targeted, { device: () => 'mobile' })).toMatchObject({
      destination: 'https://m.example.com/',
      rule: 'device:mobile',
    });
    expect(ask(targeted, { device: () => 'tablet' })).toMatchObject({
      destination: 'https://example.com/',
      rule: 'default',
    });
  });
  it('targets by system before the class of the device', () => {
    const phone: Partial<Question> = { device: () => 'mobile', system: () => 'ios' };
    const both = route({
      device_targeting: { mobile: 'https://m.example.com/' },
      system_targeting: { ios: 'https://i.example.com/' },
    });
    expect(ask(both, phone)).toMatchObject({ destination: 'https://i.example.com/', rule: 'device:ios' });
    expect(ask(both, { ...phone, system: () => 'android' })).toMatchObject({ rule: 'device:mobile' });
    const android = route({ system_targeting: { android: 'https://a.example.com/' } });
    expect(ask(android, { device: () => 'desktop', system: () => 'android' })).toMatchObject({
      rule: 'device:android',
    });
    expect(ask(android, phone)).toMatchObject({ rule: 'default' });
  });
  it('does not work out the device of a link that does not target', () => {
    const device = jest.fn(() => 'desktop' as const);
    const system = jest.fn(() => null);
    ask(route(), { device, system });
    expect([device, system].map((asked) => asked.mock.calls)).toEqual([[], []]);
  });
});
