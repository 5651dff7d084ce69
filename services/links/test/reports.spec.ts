import { describe, expect, it } from '@jest/globals';
import {
  decideReportRpc,
  getLinkRpc,
  listReportCasesRpc,
  REPORTS_PER_DAY,
  type ReportKind,
  reportLinkRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { callerOf, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const admin = callerOf(uuidv7(), { role: 'admin' });
let networks = 0;
const ip = (): string => `198.51.100.${(networks += 1)}`;
const report = (link: string, more: { ip?: string; kind?: ReportKind; details?: string; email?: string } = {}) =>
  links.call(reportLinkRpc, { link, kind: 'phishing', ip: ip(), ...more });
const cases = (state: 'open' | 'decided' = 'open') => links.call(listReportCasesRpc, { state, limit: 100 }, admin);
const caseOf = async (id: string, state: 'open' | 'decided' = 'open') =>
  (await cases(state)).data.find(({ link_id }) => link_id === id);
const decide = (
  id: string,
  decision: 'quarantine' | 'dismiss',
  addresses: string[] = [],
  more: { scope?: 'address' | 'path' | 'host' } = {},
) => links.call(decideReportRpc, { id, decision, addresses, note: 'looked at it', ...more }, admin);

describe('reports of a link', () => {
  it('are one case that counts each reporter once, and end with a decision', async () => {
    const caller = callerOf();
    const url = `https://${uuidv7()}.example/login?x=1`;
    const link = await links.create(caller, { url, device_targeting: { mobile: 'https://play.example/' } });
    const address = `https://go.example:8443/${link.short_code}`;
    const first = ip();
    expect(await report(address, { ip: first, details: 'It asks for a PIN.', email: 'a@example.com' })).toEqual({
      received: true,
    });
    await report(`${address}+`, { ip: first, kind: 'spam' });
    await Promise.all([
      report(`${address}?utm=1`),
      report(`go.example/${link.short_code}/`),
      report(address, { kind: 'malware' }),
    ]);
    const found = await caseOf(link.id);
    expect(found).toMatchObject({
      state: 'open',
      reports: 4,
      kinds: { phishing: 3, malware: 1 },
      link: { original_url: url, addresses: [url, 'https://play.example/'], is_quarantined: false },
    });
    expect(found?.last).toHaveLength(4);
    expect(found?.last.at(-1)).toMatchObject({ details: 'It asks for a PIN.', email: 'a@example.com' });
    const id = found?.id ?? '';
    expect(await refusal(decide(id, 'quarantine', ['https://other.example/']))).toBe('request.field_type');
    expect(await refusal(decide(id, 'quarantine'))).toBe('request.field_required');
    await decide(id, 'quarantine', [url]);
    await decide(id, 'quarantine', [url]);
    expect(await refusal(decide(id, 'dismiss'))).toBe('links.report_decided');
    const { quarantine } = await links.call(getLinkRpc, { id: link.id }, caller);
    expect(quarantine?.reasons).toEqual([{ address: url, source: 'report', threat: 'phishing' }]);
    expect(await refusal(links.create(caller, { url }))).toBe('links.url_blocked');
    await links.create(caller, { url: 'https://play.example/' });
    expect(await caseOf(link.id)).toBeUndefined();
    expect(await caseOf(link.id, 'decided')).toMatchObject({ state: 'quarantined', note: 'looked at it' });
  });

  it('quarantine a path with all parameters, or a host, where the administrator decides so', async () => {
    const caller = callerOf();
    for (const [scope, refused, open] of [
      ['address', '/login?from=mail', '/login?from=chat'],
      ['path', '/login?from=chat', '/other'],
      ['host', '/other', null],
    ] as const) {
      const host = `${uuidv7()}.example`;
      const url = `https://${host}/login?from=mail`;
      const link = await links.create(caller, { url });
      const edited = await links.create(caller, { url: `https://${host}/before` });
      await report(`go.example/${link.short_code}`);
      const { id = '' } = (await caseOf(link.id)) ?? {};
      await decide(id, 'quarantine', [url], { scope });
      expect((await links.call(getLinkRpc, { id: link.id }, caller)).quarantine).not.toBeNull();
      expect(await refusal(links.create(caller, { url: `https://${host}${refused}` }))).toBe('links.url_blocked');
      const changed = links.call(
        updateLinkRpc,
        { id: edited.id, changes: { url: `https://${host}${refused}` } },
        caller,
      );
      expect(await refusal(changed)).toBe('links.url_blocked');
      if (open !== null) await links.create(caller, { url: `https://${host}${open}` });
    }
  });

  it('may be dismissed, and begin anew after that', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    await report(`go.example/${link.short_code}`);
    const { id = '' } = (await caseOf(link.id)) ?? {};
    await decide(id, 'dismiss');
    expect((await links.call(getLinkRpc, { id: link.id }, caller)).quarantine).toBeNull();
    await report(`go.example/${link.short_code}`);
    expect(await caseOf(link.id)).toMatchObject({ reports: 1 });
    await links.query("UPDATE report_cases SET decided_at = now() - interval '181 days' WHERE id = $1", [id]);
    expect(await refusal(decide(uuidv7(), 'dismiss'))).toBe('links.report_not_found');
  });

  it('say the same of a link that there is not, and count as much', async () => {
    const from = ip();
    for (let times = 0; times < REPORTS_PER_DAY; times += 1) {
      expect(await report('go.example/nothing-here', { ip: from })).toEqual({ received: true });
    }
    expect(await refusal(report('go.example/nothing-here', { ip: from }))).toBe('links.report_limit');
    expect(await refusal(report('not a link'))).toBe('links.report_url_invalid');
    expect((await cases()).data.some(({ short_url }) => short_url.includes('nothing-here'))).toBe(false);
  });
});
