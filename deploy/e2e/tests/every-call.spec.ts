import { newAccount } from '../support/api.ts';
import { callsOf, failEachOnce, noNetwork, unavailable } from '../support/failing.ts';
import { everyFlow } from '../support/flows.ts';
import { expect, test } from '../support/test.ts';

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
    // What is called where nothing fails; each of it must have failed then.
    const undisturbed = await (await anotherBrowser()).newPage();
    const calls = callsOf(undisturbed);
    const url = `${linkway.destination}/made`;
    await everyFlow(undisturbed, newAccount(), url);
    await undisturbed.close();
    const failed = await failEachOnce(page, fail);
    await everyFlow(page, newAccount(), url);
    expect(calls.size).toBeGreaterThan(12);
    expect([...calls].filter((call) => !failed.has(call))).toEqual([]);
  });
}
