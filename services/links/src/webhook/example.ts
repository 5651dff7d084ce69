import type { MemberCaller, WebhookEvent } from '@linkway/contracts';
import type { MessageData } from './message.js';

const LINK = {
  id: '00000000-0000-7000-8000-000000000001',
  short_code: 'example',
  short_url: 'https://go.example.com/example',
};
const CLICK_ID = '00000000-0000-7000-8000-000000000002';

type Data = { [E in WebhookEvent]: (caller: MemberCaller) => MessageData<E> };

const linkOf = ({ user_id, workspace_id }: MemberCaller): MessageData<'link.created'> => ({
  ...LINK,
  original_url: 'https://example.com/landing',
  domain_id: null,
  has_password: false,
  title: 'Example',
  description: '',
  tags: ['Example'],
  expires_at: null,
  max_clicks: null,
  device_targeting: {},
  starts_at: null,
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
  is_active: true,
  workspace_id,
  user_id,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});

const examples: Data = {
  'link.created': linkOf,
  'link.updated': linkOf,
  'link.deleted': () => ({ id: LINK.id, short_code: LINK.short_code, host: 'go.example.com' }),
  'link.clicked': () => ({
    clicks: [
      {
        id: CLICK_ID,
        clicked_at: new Date().toISOString(),
        link_id: LINK.id,
        short_code: LINK.short_code,
        host: 'go.example.com',
        country: 'VN',
        device: 'mobile',
        browser: 'chrome',
        referrer: 'news.example.com',
        kind: 'human',
      },
    ],
    skipped: null,
  }),
  'link.limit_reached': () => ({ limit: 'clicks', value: 100, link: LINK }),
};

/** The data of a message about a link that is none, for whoever tries their receiver. */
export const exampleOf = (event: WebhookEvent, caller: MemberCaller): MessageData<WebhookEvent> =>
  examples[event](caller);
