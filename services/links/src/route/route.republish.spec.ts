import { describe, expect, it } from '@jest/globals';
import { type EventContract, linkDeleted, linkUpdated } from '@linkway/contracts';
import type { Republisher } from '@linkway/platform';
import type { Code } from '../code/code.entity.js';
import type { Link } from '../link/link.entity.js';
import type { KnownCode, RouteRepository } from './route.repository.js';
import { RouteRepublish } from './route.republish.js';

const link = {
  id: 'l1',
  host: 'go.example',
  short_code: 'second',
  original_url: 'https://example.com/',
  device_targeting: {},
  custom_preview: {},
  system_targeting: {},
  location_targeting: {},
  is_cloaked: false,
  deep_links: {},
  trackers: {},
  rules: [],
  ab_test: null,
  version: 2,
  created_at: new Date(0),
  updated_at: new Date(0),
} as Partial<Link> as Link;

const codeOf = (name: string, is_live: boolean): Code =>
  ({ code: name, host: 'go.example', link_id: 'l1', workspace_id: 'w1', is_live, version: 2 }) as Code;

/** Tells of the code `first`; `later` is what a look at where its link has gone finds. */
async function told(first: KnownCode, later: KnownCode[]): Promise<string[]> {
  const routes = { range: async () => [first], ofKeys: async () => later };
  const republish = new RouteRepublish(routes as unknown as RouteRepository, {} as Republisher);
  const page = await republish.page(null, 10);
  const subjects: string[] = [];
  page?.tell((contract: EventContract) => void subjects.push(contract.subject));
  return subjects;
}

describe('a code that leads nowhere is told of', () => {
  const left = codeOf('first', false);

  it('as deleted where its link is gone', async () => {
    expect(await told({ code: left, link: null, domain: null }, [])).toEqual([linkDeleted.subject]);
  });

  it('as left behind where its link has another code', async () => {
    const now = { code: codeOf('second', true), link, domain: null };
    expect(await told({ code: left, link, domain: null }, [now])).toEqual([linkUpdated.subject]);
  });

  it('not at all where the link moves on at this very moment: it lives, and keeps the clicks it has used up', async () => {
    const now = { code: codeOf('second', false), link, domain: null };
    expect(await told({ code: left, link, domain: null }, [now])).toEqual([]);
  });
});
