import type { Screen } from './screens.ts';
import { dashboard } from './screens.ts';

const PATH = '**/api/admin/deployment';
const check = (name: string, state: 'ok' | 'warning' | 'failed', message: string | null = null) => ({
  name,
  state,
  message,
});
const TROUBLE = {
  checked_at: '2026-11-28T10:00:00.000Z',
  ready: false,
  services: [
    { name: 'gateway', state: 'ready', checks: [check('nats', 'ok')] },
    {
      name: 'links',
      state: 'not_ready',
      checks: [
        check('postgres', 'failed', 'connect ECONNREFUSED 10.0.0.12:5432 (the database does not answer)'),
        check('stream.EVT_LINKS', 'warning', '83 % full'),
        check('nats', 'ok'),
      ],
    },
    { name: 'content', state: 'away', checks: [] },
  ],
  checklist: ['services', 'https', 'public_url', 'domain', 'mail', 'two_factor', 'google'].map((key) => ({
    key,
    done: key === 'two_factor' ? null : key === 'domain',
    optional: key === 'google',
  })),
  public_url: null,
  main_domain: 'links-of-a-long-name.example.com',
};

const admin = { who: 'admin', path: dashboard('deployment') } as const;

export const deploymentScreens: readonly Screen[] = [
  { name: 'deployment', ...admin },
  { name: 'deployment-helm', who: 'admin', path: `${dashboard('deployment')}&with=helm` },
  {
    name: 'deployment-trouble',
    ...admin,
    answers: (page) => page.route(PATH, (route) => route.fulfill({ json: TROUBLE })),
    act: (page) => page.getByText('ECONNREFUSED').waitFor(),
  },
  { name: 'deployment-failed', ...admin, failing: PATH, printed: /status of 503/ },
];
