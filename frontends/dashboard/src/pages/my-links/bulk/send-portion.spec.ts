import { beforeAll, expect, it } from '@jest/globals';
import type { ChangeLinks } from '@linkway/kit/api';
import { problem, serveApi, startApp } from '@linkway/kit/testing';
import { aLink } from '../../fixtures';
import { sendPortion } from './send-portion';

const { id } = aLink(1);
const back: ChangeLinks = { ids: [id], action: 'set-campaign', campaign_id: null };

beforeAll(() => startApp());

it('sends what a process of the former release does not know once more without it, under a key of its own', async () => {
  const errors = [{ field: 'expected', code: 'request.field_unknown', detail: 'Unknown' }];
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'POST /api/links/bulk': async (request) =>
      'expected' in ((await request.clone().json()) as object)
        ? problem(400, 'request.invalid', { errors })
        : { body: { data: [{ id, changed: true, code: null, detail: null }] } },
  });
  const expected = { campaign_id: aLink(2).id };
  expect((await sendPortion({ ...back, expected })).data).toHaveLength(1);
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(await Promise.all(sent.map((request) => request.clone().json()))).toEqual([{ ...back, expected }, back]);
  const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
});
