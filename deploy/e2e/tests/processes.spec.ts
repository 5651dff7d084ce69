import { pidOf } from '../support/running.ts';
import { expect, test } from '../support/test.ts';

test('links answer again after their process was killed, and no click is lost @processes', async ({
  api,
  request,
  linkway,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/survives` });
  const status = () =>
    request.get(link.short_url, { maxRedirects: 0 }).then(
      (answer) => answer.status(),
      () => 0,
    );
  await expect.poll(status).toBe(302);
  let answered = 1;
  for (const _ of [1, 2, 3, 4]) if ((await status()) === 302) answered += 1;
  const before = pidOf('redirect');
  process.kill(before, 'SIGKILL');
  await expect
    .poll(
      async () => {
        const now = await status();
        if (now === 302) answered += 1;
        return now === 302 && pidOf('redirect') !== before;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect
    .poll(async () => (await api.ok<{ total: number }>('GET', `/api/links/${link.id}/analytics?kind=all`)).total, {
      timeout: 20_000,
    })
    .toBe(answered);
});
