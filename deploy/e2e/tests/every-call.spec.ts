import type { Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { callsOf, failEachOnce, noNetwork, unavailable } from '../support/failing.ts';
import { everyAdministratorFlow, everyFlow } from '../support/flows.ts';
import { expect, test } from '../support/test.ts';

// In one process, for both ways to fail are held against one run in which nothing fails.
test.describe.configure({ mode: 'default' });
let calls: ReadonlySet<string> | undefined;
let callsOfAdministrator: ReadonlySet<string> | undefined;

for (const [name, fail] of [
  ['is answered 503', unavailable],
  ['finds no network', noNetwork],
] as const) {
  test(`each call of each flow ${name} once: nothing typed is lost, and every message is in view`, async ({
    page,
    anotherBrowser,
    linkway,
    watch,
  }) => {
    watch.expect(/status of 503|net::ERR/);
    test.slow();
    const url = `${linkway.destination}/made`;
    if (!calls) {
      // What is called where nothing fails; each of it must have failed then.
      const undisturbed = await (await anotherBrowser()).newPage();
      const seen = callsOf(undisturbed);
      await everyFlow(undisturbed, newAccount(), url);
      await undisturbed.close();
      calls = seen;
    }
    const failed = await failEachOnce(page, fail);
    await everyFlow(page, newAccount(), url);
    expect(calls.size).toBeGreaterThan(12);
    expect([...calls].filter((call) => !failed.has(call))).toEqual([]);
  });
  test(`each call of an administrator, and of whoever has API keys, ${name} once`, async ({
    page,
    anotherBrowser,
    watch,
  }) => {
    watch.expect(/status of 503|net::ERR/);
    test.slow();
    // Of somebody else each time.
    const { request } = await anotherBrowser();
    const flow = async (of: Page): Promise<void> => {
      await new Api(of.context().request).signIn(administrator);
      const { email } = await new Api(request).register();
      await everyAdministratorFlow(of, email, `Key of ${email}`);
    };
    if (!callsOfAdministrator) {
      const undisturbed = await (await anotherBrowser()).newPage();
      const seen = callsOf(undisturbed);
      await flow(undisturbed);
      await undisturbed.close();
      callsOfAdministrator = seen;
    }
    const failed = await failEachOnce(page, fail);
    await flow(page);
    const log = ['', '/verification', '/export'].map((path) => `GET /api/admin/audit-log${path}`);
    for (const call of [
      'PATCH /api/admin/users/{id}',
      'PATCH /api/admin/security',
      'DELETE /api/admin/users/{id}',
      'POST /api/api-keys',
      'DELETE /api/api-keys/{id}',
      ...log,
    ])
      expect([...callsOfAdministrator]).toContain(call);
    expect([...callsOfAdministrator].filter((call) => !failed.has(call))).toEqual([]);
  });
}
