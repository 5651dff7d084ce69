import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR } from '@linkway/local/harness';

/** Who sends the requests, and which operations they leave out. */
export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly without: readonly string[];
  /** Ids of links of its own, to be read, changed and deleted. */
  readonly links: readonly string[];
}

/** Its answer does not end. */
const ENDLESS = ['followClicks'];
/** What would end the session that the others are asked with; `guest` asks it. */
const ENDING = ['logout'];

const LINKS = 50;

async function makeLinks(session: ApiSession): Promise<string[]> {
  const links: string[] = [];
  for (let nth = 0; nth < LINKS; nth += 1)
    links.push((await session.createLink({ url: `https://example.com/${nth}` })).id);
  return links;
}

/** A guest, an administrator in the web app, and a program with a key of an account with the Premium plan. */
export async function callers(web: string): Promise<Caller[]> {
  const admin = await ApiSession.signIn(web, ADMINISTRATOR.email, ADMINISTRATOR.password);
  const owner = await ApiSession.register(web);
  const { id } = await owner.send<{ id: string }>('GET', '/api/me');
  await admin.send('PATCH', `/api/admin/users/${id}`, { subscription_type: 'premium' });
  const { api_key } = await owner.send<{ api_key: string }>('POST', '/api/api-keys', {
    key_name: 'Fuzz',
    permissions: ['read', 'write'],
  });
  const links = await makeLinks(owner);
  return [
    { name: 'guest', headers: {}, without: ENDLESS, links },
    {
      name: 'administrator',
      headers: { cookie: admin.cookie, 'x-csrf-token': admin.csrfToken },
      without: [...ENDLESS, ...ENDING],
      links: await makeLinks(admin),
    },
    { name: 'key', headers: { authorization: `Bearer ${api_key}` }, without: ENDLESS, links },
  ];
}
