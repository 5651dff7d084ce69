import type { Analytics, Campaign, Link } from '@linkway/kit/api';

// What the API answers in the specs of the pages.

const id = (n: number): string => `01a1f8b9-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const aLink = (n: number, more: Partial<Link> = {}): Link => ({
  id: id(n),
  short_code: `code${n}`,
  short_url: `http://lnk.test/code${n}`,
  original_url: `https://example.com/page-${n}`,
  domain: { id: id(900), domain_name: 'lnk.test' },
  title: '',
  description: '',
  has_password: false,
  expires_at: null,
  max_clicks: null,
  device_targeting: {},
  is_active: true,
  workspace_id: id(500),
  user_id: id(500),
  created_at: '2026-11-05T08:00:00.000Z',
  updated_at: '2026-11-05T08:00:00.000Z',
  clicks_count: 1234,
  ...more,
});

export const aCampaign = (n: number, more: Partial<Campaign> = {}): Campaign => ({
  id: id(700 + n),
  name: `Campaign ${n}`,
  description: '',
  team_id: null,
  status: 'active',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  target_audience: '',
  budget: 120_050,
  currency: 'USD',
  links_count: 3,
  clicks_count: 1234,
  clicks_as_of: '2026-11-05T08:00:00.000Z',
  user_id: id(500),
  workspace_id: id(500),
  created_at: '2026-11-05T08:00:00.000Z',
  updated_at: '2026-11-05T08:00:00.000Z',
  ...more,
});

/** What the API answers of all campaigns: with `found` where they are searched. */
/** Answers what campaigns are called, of which are these. */
export const namesOf =
  (...all: Campaign[]) =>
  ({ url }: Request) => {
    const { searchParams: asked } = new URL(url);
    const ids = asked.get('ids')?.split(',');
    return { body: { data: all.filter(({ id }) => ids === undefined || ids.includes(id)) } };
  };

export const domains = {
  data: [
    {
      id: id(900),
      domain_name: 'lnk.test',
      description: '',
      price: 0,
      is_free: true,
      is_active: true,
      sort_order: 0,
    },
  ],
};

export const me = {
  id: id(500),
  email: 'ann@example.com',
  full_name: 'Ann',
  role: 'user',
  workspace_id: id(500),
  subscription_type: 'basic',
  created_at: '2026-11-01T00:00:00.000Z',
  monthly_links_limit: 50,
  monthly_links_used: 14,
  total_links: 20,
};

export const pageOf = (links: Link[], total = links.length) => ({
  data: links,
  pagination: { page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) },
});

export const statistics: Analytics = {
  from: '2026-11-18T00:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  interval: 'day',
  timezone: 'UTC',
  total: 12,
  unique: 8,
  series: [
    { time: '2026-11-18T00:00:00.000Z', clicks: 0, unique: 0 },
    { time: '2026-11-19T00:00:00.000Z', clicks: 9, unique: 6 },
    { time: '2026-11-20T00:00:00.000Z', clicks: 3, unique: 2 },
  ],
  countries: [
    { value: 'VN', clicks: 7, unique: 5 },
    { value: '', clicks: 5, unique: 3 },
  ],
  cities: [{ value: 'Hue', country: 'VN', clicks: 7, unique: 5 }],
  devices: [
    { value: 'desktop', clicks: 9, unique: 6 },
    { value: 'mobile', clicks: 3, unique: 2 },
  ],
  browsers: [{ value: 'chrome', clicks: 12, unique: 8 }],
  os: [{ value: 'macos', clicks: 12, unique: 8 }],
  referrers: [{ value: '', clicks: 12, unique: 8 }],
  languages: [{ value: 'vi', clicks: 12, unique: 8 }],
  kinds: [{ value: 'human', clicks: 12, unique: 8 }],
  utm: {
    source: [{ value: '', clicks: 12, unique: 8 }],
    medium: [],
    campaign: [],
    term: [],
    content: [],
  },
};
