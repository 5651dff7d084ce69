import { describe, expect, it } from '@jest/globals';
import {
  changeUtmTemplateRpc,
  createUtmTemplateRpc,
  deleteUtmTemplateRpc,
  listUtmTemplatesRpc,
  MOST_UTM_TEMPLATES,
  userDeleted,
} from '@linkway/contracts';
import { callerOf, eventually, outcomes, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
type Caller = ReturnType<typeof callerOf>;
const make = (caller: Caller, name: string, more: object = { utm_source: 'news' }) =>
  links.call(createUtmTemplateRpc, { name, ...more }, caller);
const names = async (caller: Caller) =>
  (await links.call(listUtmTemplatesRpc, {}, caller)).data.map(({ name }) => name);

describe('templates of campaign parameters', () => {
  it('are kept by name, changed in part, and deleted, each workspace its own', async () => {
    const [caller, other] = [callerOf(), callerOf()];
    const made = await make(caller, ' Hè 2026 ', { utm_source: 'zalo', utm_campaign: 'hè' });
    expect(made).toMatchObject({ name: 'Hè 2026', utm_source: 'zalo', utm_medium: '', utm_campaign: 'hè' });
    await make(caller, 'a first');
    expect(await names(caller)).toEqual(['a first', 'Hè 2026']);
    expect(await names(other)).toEqual([]);
    const changed = await links.call(changeUtmTemplateRpc, { id: made.id, utm_medium: 'chat', utm_source: '' }, caller);
    expect(changed).toMatchObject({ name: 'Hè 2026', utm_source: '', utm_medium: 'chat', utm_campaign: 'hè' });
    for (const id of [made.id, uuidv7()]) {
      expect(await refusal(links.call(changeUtmTemplateRpc, { id, utm_term: 'x' }, other))).toBe(
        'utm_templates.not_found',
      );
      expect(await refusal(links.call(deleteUtmTemplateRpc, { id }, other))).toBe('utm_templates.not_found');
    }
    await links.call(deleteUtmTemplateRpc, { id: made.id }, caller);
    expect(await names(caller)).toEqual(['a first']);
    expect(await refusal(links.call(deleteUtmTemplateRpc, { id: made.id }, caller))).toBe('utm_templates.not_found');
  });

  it('have each name once, whatever its case, and something to fill in', async () => {
    const caller = callerOf();
    const first = await make(caller, 'Spring');
    // As after an answer that was lost.
    expect((await make(caller, 'Spring')).id).toBe(first.id);
    for (const [name, more] of [
      ['SPRING', undefined],
      ['Spring', { utm_source: 'other' }],
    ] as const) {
      const error = await refused(make(caller, name, more));
      expect([error?.code, error?.errors?.[0]?.field]).toEqual(['utm_templates.name_taken', 'name']);
    }
    const second = await make(caller, 'Summer');
    expect(await refusal(links.call(changeUtmTemplateRpc, { id: second.id, name: 'spring' }, caller))).toBe(
      'utm_templates.name_taken',
    );
    expect((await links.call(changeUtmTemplateRpc, { id: second.id, name: 'SUMMER' }, caller)).name).toBe('SUMMER');
    expect(await refusal(links.call(changeUtmTemplateRpc, { id: second.id, utm_source: '' }, caller))).toBe(
      'utm_templates.empty',
    );
    for (const [name, more, code] of [
      ['', undefined, 'utm_templates.name_required'],
      ['Empty', {}, 'utm_templates.empty'],
      ['Long', { utm_source: 'x'.repeat(201) }, 'request.field_too_long'],
      ['n'.repeat(61), undefined, 'request.field_too_long'],
    ] as const)
      expect((await refused(make(caller, name, more)))?.errors?.[0]?.code).toBe(code);
  });

  it('are no more than there may be, and of one name one, whoever makes them at once', async () => {
    const caller = callerOf();
    await links.query(
      `INSERT INTO utm_templates (workspace_id, id, name, name_key, utm_source, utm_medium, utm_campaign, utm_term, utm_content)
       SELECT $1, gen_random_uuid(), 'T' || n, 't' || n, 'x', '', '', '', '' FROM generate_series(1, $2::int) n`,
      [caller.workspace_id, MOST_UTM_TEMPLATES - 2],
    );
    const same = ['Same', 'same', 'SAME'].map((name) => make(caller, name));
    expect(await outcomes(same)).toEqual({ none: 1, 'utm_templates.name_taken': 2 });
    const more = ['a', 'b', 'c'].map((name) => make(caller, name));
    expect(await outcomes(more)).toEqual({ none: 1, 'utm_templates.limit_reached': 2 });
  });

  it('leave with their account', async () => {
    const caller = callerOf();
    await make(caller, 'Gone');
    await links.publish(userDeleted, {
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      deleted_at: new Date().toISOString(),
      version: 2,
    });
    await eventually(async () => expect(await names(caller)).toEqual([]));
  });
});
