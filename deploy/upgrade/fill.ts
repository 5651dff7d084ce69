import { randomUUID } from 'node:crypto';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import { type Contents, clicksOf, eventually, type KeptLink, visit } from './contents.ts';

const PASSWORD = 'open sesame 1';
const MANY = 25;
const RENEWALS = [
  {
    database: 'linkway_identity',
    statement: "UPDATE sessions SET created_at = now(), last_seen_at = now(), expires_at = now() + interval '7 days'",
  },
];

/** Makes an account and links of every kind on a running release, follows them, and tells what a later one must keep. */
export async function fill(web: string, release: string): Promise<Contents> {
  const account = { email: 'keeper@example.com', password: 'kept-password-1' };
  const session = ApiSession.resume(web, {});
  await session.send('POST', '/api/auth/register', { ...account, full_name: 'Keeper', accept_terms: true });
  const make = (name: string, more: Record<string, unknown> = {}) =>
    session.createLink({ url: `https://example.com/${name}`, title: name, ...more });

  const plain = await make('plain');
  await repeat(MANY, () => follow(web, plain, 'desktop'));
  const named = await make('named', { custom_code: 'kept-code', expires_at: '2099-12-31T23:59:59Z' });
  await follow(web, named, 'desktop');
  const byDevice = await make('device', { device_targeting: { mobile: 'https://example.com/phone' } });
  await follow(web, byDevice, 'desktop');
  await follow(web, byDevice, 'phone');
  const locked = await make('locked', { password: PASSWORD });
  await eventually(() => visit(web, locked.short_code, 'desktop', PASSWORD), isFollowed);
  const capped = await make('capped', { max_clicks: 2 });
  await repeat(2, () => follow(web, capped, 'desktop'));
  const paused = await make('paused');
  await follow(web, paused, 'desktop');
  await session.send('PUT', `/api/links/${paused.id}`, { is_active: false });
  const guest = await ApiSession.resume(web, {}).send<MadeLink>('POST', '/api/guest/links', {
    url: 'https://example.com/guest',
    device_id: randomUUID(),
  });
  await follow(web, guest, 'desktop');

  const kept: [MadeLink, number | null, string | null][] = [
    [plain, MANY, null],
    [named, 1, null],
    [byDevice, 2, null],
    [locked, 1, PASSWORD],
    [capped, 2, null],
    [paused, 1, null],
    [guest, null, null],
  ];
  const links: KeptLink[] = [];
  for (const [link, clicks, password] of kept) {
    if (
      clicks !== null &&
      (await eventually(
        () => clicksOf(session, link.id),
        (n) => n >= clicks,
      )) !== clicks
    ) {
      throw new Error(`${link.short_code} does not come to ${clicks} clicks`);
    }
    links.push({ id: link.id, code: link.short_code, password, clicks, answers: [] });
  }
  // The pause and the cap must have reached the redirect service before its answers are taken down.
  for (const link of [paused, capped]) {
    await eventually(
      () => visit(web, link.short_code, 'desktop'),
      ({ status }) => status !== 302,
    );
  }
  const answered = await withAnswers(web, links, session);
  return { release, account, session: session.jar(), links: answered, renewals: RENEWALS };
}

/** What each link answers, taken down last: these visits are clicks as well. */
async function withAnswers(web: string, links: readonly KeptLink[], session: ApiSession): Promise<KeptLink[]> {
  const answered: KeptLink[] = [];
  for (const link of links) {
    const answers = [];
    for (const agent of ['desktop', 'phone'] as const) {
      answers.push({ agent, ...(await visit(web, link.code, agent)) });
    }
    const followed = answers.filter(({ status }) => status === 302).length;
    const clicks = link.clicks === null ? null : link.clicks + followed;
    if (clicks !== null)
      await eventually(
        () => clicksOf(session, link.id),
        (count) => count >= clicks,
      );
    answered.push({ ...link, clicks, answers });
  }
  return answered;
}

const isFollowed = ({ status }: { status: number }) => status === 302 || status === 303;

async function follow(web: string, link: MadeLink, agent: 'desktop' | 'phone'): Promise<void> {
  const { status } = await eventually(() => visit(web, link.short_code, agent), isFollowed);
  if (!isFollowed({ status })) throw new Error(`${link.short_url} answers ${status}`);
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let count = 0; count < times; count += 1) await work();
}
