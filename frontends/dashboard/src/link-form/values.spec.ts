import { expect, it } from '@jest/globals';
import { aCampaign, aLink } from '../pages/fixtures';
import { changes, creation, duplicateOf, emptyValues, typedSince, valuesOf } from './values';

const none = { mobile: '', tablet: '', desktop: '' };

it('a link is created from what was filled in alone', () => {
  expect(creation({ ...emptyValues, url: ' https://example.com ' })).toEqual({ url: 'https://example.com' });
  expect(
    creation({
      ...emptyValues,
      url: 'https://example.com',
      custom_code: ' sale ',
      tags: ['a'],
      max_clicks: '1.000',
      device_targeting: { ...none, mobile: 'https://m.example.com', tablet: ' ' },
    }),
  ).toEqual({
    url: 'https://example.com',
    custom_code: 'sale',
    tags: ['a'],
    max_clicks: 1000,
    device_targeting: { mobile: 'https://m.example.com' },
  });
});

it('a link is created without what it would have anyway', () => {
  const typed = {
    ...emptyValues,
    url: 'https://example.com',
    starts_at: null,
    fallback_url: ' ',
    query_passing: 'off' as const,
  };
  expect(creation(typed)).toEqual({ url: 'https://example.com' });
  const preview = { title: ' Tết ', description: '', image_url: '' };
  const set = {
    starts_at: '2030-01-01T00:00:00.000Z',
    hide_referrer: true,
    is_cloaked: true,
    query_passing: 'replace' as const,
  };
  const more = { countdown_seconds: '5', custom_preview: preview, deep_links: { ios: ' myapp://a ', android: '' } };
  expect(creation({ ...typed, ...set, ...more, fallback_url: ' https://example.com/over ' })).toEqual({
    url: 'https://example.com',
    ...set,
    countdown_seconds: 5,
    custom_preview: { title: 'Tết' },
    deep_links: { ios: 'myapp://a' },
    fallback_url: 'https://example.com/over',
  });
  const link = aLink(1, { ...set, fallback_url: 'https://example.com/over' });
  const off = {
    starts_at: null,
    fallback_url: '',
    hide_referrer: false,
    is_cloaked: false,
    query_passing: 'off' as const,
  };
  expect(changes(link, { ...valuesOf(link), ...off }, false)).toEqual({ ...off, fallback_url: null });
});

it('a campaign is sent where there is one, taken off by null, and kept by a duplicate', () => {
  const { id } = aCampaign(1);
  const typed = { ...emptyValues, url: 'https://example.com', campaign_id: id };
  expect(creation(typed)).toEqual({ url: 'https://example.com', campaign_id: id });
  expect(typedSince(typed, structuredClone(typed)).campaign_id).toBeNull();
  const link = aLink(1, { campaign_id: id });
  expect(changes(link, valuesOf(link), false)).toEqual({});
  expect(changes(link, { ...valuesOf(link), campaign_id: null }, false)).toEqual({ campaign_id: null });
  expect(changes(aLink(1), { ...valuesOf(aLink(1)), campaign_id: id }, false)).toEqual({ campaign_id: id });
  expect(duplicateOf(link).campaign_id).toBe(id);
});

it('countries are sent as they are filled in, and only where they differ', () => {
  const rows = [
    { country: 'VN', url: 'https://vn.example.com' },
    { country: null, url: '' },
  ];
  const typed = { ...emptyValues, url: 'https://example.com', location_targeting: rows };
  expect(creation(typed)).toEqual({
    url: 'https://example.com',
    location_targeting: { VN: 'https://vn.example.com' },
  });
  const link = aLink(1, { location_targeting: { VN: 'https://vn.example.com' } });
  const values = valuesOf(link);
  expect(changes(link, { ...values, location_targeting: rows }, false)).toEqual({});
  expect(changes(link, { ...values, location_targeting: rows.slice(1) }, false)).toEqual({ location_targeting: {} });
  expect(typedSince(typed, structuredClone(typed)).location_targeting).toEqual(emptyValues.location_targeting);
  const more = [...rows, { country: 'US', url: '' }];
  expect(typedSince(typed, { ...typed, location_targeting: more }).location_targeting).toEqual(more);
});

it('a change has what is different alone', () => {
  const link = aLink(1, {
    has_password: true,
    max_clicks: 10,
    expires_at: '2030-01-01T00:00:00.000Z',
    device_targeting: { mobile: 'https://m.example.com' },
  });
  const values = valuesOf(link);
  expect(changes(link, values, false)).toEqual({});
  expect(changes(link, { ...values, title: 'New', max_clicks: '', expires_at: null }, false)).toEqual({
    title: 'New',
    max_clicks: null,
    expires_at: null,
  });
  expect(changes(link, { ...values, max_clicks: ' 10 ' }, false)).toEqual({});
  expect(changes(link, { ...values, max_clicks: '1.000.000' }, false)).toEqual({ max_clicks: 1_000_000 });
  expect(changes(link, { ...values, password: 'other' }, false)).toEqual({ password: 'other' });
  expect(changes(link, { ...values, password: 'other' }, true)).toEqual({ password: null });
  expect(changes({ ...link, tags: ['a', 'b'] }, { ...values, tags: [] }, false)).toEqual({ tags: [] });
  expect(changes({ ...link, tags: ['a', 'b'] }, { ...values, tags: ['a', 'b'] }, false)).toEqual({});
  expect(changes(link, { ...values, device_targeting: none }, false)).toEqual({ device_targeting: {} });
});

it('what was typed since a link was sent stays, and so does the domain', () => {
  const sent = {
    ...emptyValues,
    url: 'https://example.com',
    title: 'One',
    tags: ['a'],
    password: 'secret',
    domain_id: '1',
    device_targeting: { ...none, mobile: 'https://m.example.com' },
  };
  expect(typedSince(sent, structuredClone(sent))).toEqual({
    ...emptyValues,
    domain_id: '1',
  });
  const now = {
    ...sent,
    title: 'Two',
    password: 'other',
    domain_id: '2',
    device_targeting: { ...sent.device_targeting, tablet: 'https://t.example.com' },
  };
  expect(typedSince(sent, now)).toEqual({
    ...emptyValues,
    title: 'Two',
    password: 'other',
    domain_id: '2',
    device_targeting: { ...none, tablet: 'https://t.example.com' },
  });
});
