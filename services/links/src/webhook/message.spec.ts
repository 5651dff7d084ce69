import { describe, expect, it } from '@jest/globals';
import { webhookMessages } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { bodyOf, limitOf } from './message.js';

const id = uuidv7();
const workspace_id = uuidv7();
const link = {
  id,
  workspace_id,
  user_id: workspace_id,
  short_code: 'abc',
  domain_id: null,
  has_password: true,
  title: 'A title',
  description: '',
  tags: ['Tết'],
  expires_at: null,
  max_clicks: 3,
  is_active: true,
  created_at: '2030-01-31T09:00:00.000Z',
  updated_at: '2030-01-31T09:00:00.000Z',
};
const route = {
  link_id: id,
  workspace_id,
  host: 'go.example',
  domain_name: 'go.example:8443',
  code: 'abc',
  original_url: 'https://example.com/',
  expires_at: null,
  max_clicks: 3,
  device_targeting: null,
  is_active: true,
  version: 1,
};
const noted = (event: string, source: unknown) => ({ id: uuidv7(), event, occurred_at: new Date(0), source });

describe('the body of a message', () => {
  it.each(['link.created', 'link.updated'] as const)('is the link as its owner knows it: %s', (event) => {
    const body = JSON.parse(bodyOf(noted(event, { route, link, previous: null }), 'https')) as { data: object };
    expect(webhookMessages[event].body.strict().safeParse(body).error).toBeUndefined();
    const quarantined = noted(event, { route: { ...route, is_quarantined: true }, link, previous: null });
    expect(JSON.parse(bodyOf(quarantined, 'https'))).toMatchObject({ data: { is_quarantined: true } });
    expect(body.data).toMatchObject({
      id,
      short_url: 'https://go.example:8443/abc',
      device_targeting: {},
      fallback_url: null,
      hide_referrer: false,
      query_passing: 'off',
      countdown_seconds: null,
      custom_preview: {},
      system_targeting: {},
      location_targeting: {},
      is_cloaked: false,
      deep_links: {},
      trackers: {},
      rules: [],
      ab_test: null,
      is_quarantined: false,
      tags: ['Tết'],
      max_clicks: 3,
    });
  });

  it('is what is left of a link that is gone', () => {
    const source = { link_id: id, workspace_id, key: { host: 'go.example', code: 'abc', version: 2 } };
    const body = JSON.parse(bodyOf(noted('link.deleted', source), 'https')) as unknown;
    expect(webhookMessages['link.deleted'].body.parse(body)).toEqual({
      type: 'link.deleted',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { id, short_code: 'abc', host: 'go.example' },
    });
  });

  it('is a limit as it was noted, and the same of one that was noted as it was told', () => {
    const reached = {
      link_id: id,
      workspace_id,
      code: 'abc',
      domain_name: 'go.example',
      max_clicks: 3,
      reached_at: '',
    };
    const due = { notification: 'monthly_limit_reached', variables: { limit: '50' } };
    for (const [told, value] of [
      [reached, 3],
      [due, 50],
    ] as const) {
      const data = limitOf(told as Parameters<typeof limitOf>[0], 'https');
      expect(data.value).toBe(value);
      const bodies = [data, told].map((source) => JSON.parse(bodyOf(noted('link.limit_reached', source), 'https')));
      for (const body of bodies) {
        expect(webhookMessages['link.limit_reached'].body.strict().safeParse(body).error).toBeUndefined();
        expect(body).toMatchObject({ data });
      }
    }
  });
});
