import { describe, expect, it } from '@jest/globals';
import { createLinkwayClient, type LinkWithClicks } from '../generated/client.js';

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' },
  });

describe('createLinkwayClient', () => {
  it('sends what the contract says and gives the answer its type', async () => {
    const sent: Request[] = [];
    const client = createLinkwayClient({
      baseUrl: 'https://go.example',
      fetch: async (request) => {
        sent.push(request);
        return answer(201, { short_code: 'summer' } satisfies Partial<LinkWithClicks>);
      },
    });
    const { data } = await client.POST('/api/links', {
      params: { header: { 'Idempotency-Key': 'k1', 'X-CSRF-Token': 't1' } },
      body: { url: 'https://example.com', custom_code: 'summer' },
    });
    expect(data?.short_code).toBe('summer');
    expect(sent[0]?.url).toBe('https://go.example/api/links');
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('k1');
    expect(sent[0]?.headers.get('X-CSRF-Token')).toBe('t1');
    expect(await sent[0]?.json()).toEqual({ url: 'https://example.com', custom_code: 'summer' });
  });

  it('gives a problem as the error', async () => {
    const client = createLinkwayClient({
      baseUrl: 'https://go.example',
      fetch: async (request) => answer(404, { code: 'links.not_found', detail: new URL(request.url).pathname }),
    });
    const { error, response } = await client.GET('/api/links/{id}', { params: { path: { id: 'a/b' } } });
    expect(response.status).toBe(404);
    expect(error?.code).toBe('links.not_found');
    expect(error?.detail).toBe('/api/links/a%2Fb');
  });
});
