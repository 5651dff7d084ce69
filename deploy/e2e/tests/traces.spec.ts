import { randomBytes } from 'node:crypto';
import { Harness } from '@linkway/local/harness';
import { expect, test } from '@playwright/test';
import { Api, type MadeLink } from '../support/api.ts';
import { mode } from '../support/mode.ts';
import { TraceReceiver } from '../support/trace-receiver.ts';

// Each span is below the one before it: an edge that breaks begins another trace, or hangs somewhere else.
const creation: [service: string, name: RegExp][] = [
  ['gateway', /^POST \/api\/links$/],
  ['gateway', /^cmd\.links\.create\.v1$/],
  ['links', /^cmd\.links\.create\.v1$/],
  ['links', /^publish evt\.links\.link-created\.v1$/],
  ['redirect', /^handle evt\.links\.link-created\.v1$/],
];
const click: [service: string, name: RegExp][] = [
  ['redirect', /^publish evt\.redirect\.links-clicked\.v1$/],
  ['analytics', /^store /],
];

test('one trace leads from a request through every service that works for it @node', async ({ playwright }) => {
  test.slow();
  const receiver = new TraceReceiver();
  const harness = await Harness.start({
    processes: mode === 'processes',
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.start() },
  });
  const request = await playwright.request.newContext({ baseURL: harness.web });
  try {
    const api = new Api(request);
    await api.register();
    const traceId = randomBytes(16).toString('hex');
    const answer = await request.post('/api/links', {
      data: { url: 'https://example.com/traced' },
      headers: {
        'x-csrf-token': await api.csrfToken(),
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      },
    });
    expect(answer.status()).toBe(201);
    const link = (await answer.json()) as MadeLink;
    const visit = async () => (await request.get(link.short_url, { maxRedirects: 0 })).status();
    await expect.poll(visit).toBe(302);

    const names = (steps: typeof creation, trace?: string) =>
      receiver.path(steps, trace).map(({ service, name }) => `${service} ${name}`);
    await expect.poll(() => names(creation, traceId), { timeout: 30_000 }).toHaveLength(creation.length);
    await expect.poll(() => names(click), { timeout: 30_000 }).toHaveLength(click.length);
  } finally {
    await request.dispose();
    await harness.dispose();
    await receiver.stop();
  }
});
