import { describe, expect, it } from '@jest/globals';
import { Sealing } from '@linkway/platform';
import { WebhookKeeping } from '../src/webhook/webhook-keeping.js';
import { useLinks, uuidv7 } from './harness.js';

const [KEY, FORMER, LOST] = ['new', 'former', 'lost'].map((name) => `the ${name} key for tests, of many characters`);
const links = useLinks({ ENCRYPTION_KEY: KEY as string, ENCRYPTION_KEY_PREVIOUS: FORMER as string });
const by = (key = '', previous = '') => new Sealing({ service: 'links', current: key, previous });

describe('the secrets of webhooks', () => {
  it('are sealed with the key of today, so that the former one can be given up', async () => {
    const add = async (key?: string): Promise<string> => {
      const id = uuidv7();
      await links.query(
        `INSERT INTO webhooks (id, workspace_id, user_id, url, description, events, secret)
         VALUES ($1, $2, $2, 'https://example.com/', '', '{}', $3)`,
        [id, uuidv7(), by(key).seal(`secret of ${id}`, `webhook ${id}`)],
      );
      return id;
    };
    const sealed = async (id: string): Promise<Buffer> => {
      const [row] = await links.query<{ secret: Buffer }>('SELECT secret FROM webhooks WHERE id = $1', [id]);
      return row?.secret ?? Buffer.of();
    };
    const lost = await add(LOST);
    const former = [await add(FORMER), await add(FORMER)];
    const own = await add(KEY);
    const before = await sealed(own);
    const untouched = await sealed(lost);
    await links.service.get<WebhookKeeping>(WebhookKeeping).clean();
    for (const id of [...former, own]) {
      expect(by(KEY).open(await sealed(id), `webhook ${id}`)).toBe(`secret of ${id}`);
    }
    expect(await sealed(own)).toEqual(before);
    expect(await sealed(lost)).toEqual(untouched);
  });
});
