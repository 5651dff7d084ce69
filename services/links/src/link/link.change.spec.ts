import { describe, expect, it } from '@jest/globals';
import type { UpdateLink } from '@linkway/contracts';
import type { Domain } from '../domain/domain.entity.js';
import { changed } from './link.change.js';
import { newLink } from './link.draft.js';
import type { OwnedLink } from './link.repository.js';

const workspace = '01a1f88e-6347-7143-9bcb-d4953ea7ddd5';
const domain = (domain_name: string): Domain => ({
  id: `id of ${domain_name}`,
  domain_name,
  is_active: true,
  is_free: true,
  sort_order: 0,
  version: 1,
});

const link = Object.assign(
  newLink(
    {
      url: 'https://example.com/',
      title: 'Title',
      expires_at: '2099-01-01T00:00:00Z',
      max_clicks: 3,
      device_targeting: { mobile: 'https://m.example/' },
      workspace_id: workspace,
      user_id: workspace,
      device_id: null,
      password_hash: 'hash',
    },
    domain('a.example'),
    new Date('2026-01-01T00:00:00Z'),
  ),
  { short_code: 'code' },
) as OwnedLink;
const unchanged = { passwordHash: null, newDomain: null };
const later = new Date('2026-02-01T00:00:00Z');

describe('changed', () => {
  it('keeps everything that is not sent, and counts the version', () => {
    expect(changed(link, {}, unchanged, later)).toEqual(
      Object.assign(structuredClone(link), { version: 2, updated_at: later }),
    );
  });

  it('may go where it was kept from by another code or domain alone', () => {
    const kept = Object.assign(structuredClone(link), { kept_from: 'b.example' });
    const keptFrom = (changes: UpdateLink, newDomain: Domain | null = null) =>
      changed(kept, changes, { ...unchanged, newDomain }).kept_from;
    expect(keptFrom({ title: 'Other', custom_code: '' })).toBe('b.example');
    expect(keptFrom({ custom_code: kept.short_code })).toBe('b.example');
    expect(keptFrom({ custom_code: 'other' })).toBeNull();
    expect(keptFrom({}, domain('c.example'))).toBeNull();
  });

  it('does not touch the link that it is given', () => {
    changed(link, { title: 'Other' }, unchanged, later);
    expect(link.title).toBe('Title');
  });

  it('takes values off with null and tells them from absent ones', () => {
    const off = { password: null, expires_at: null, max_clicks: null, device_targeting: {}, title: '' };
    expect(changed(link, off, unchanged)).toMatchObject({
      password_hash: null,
      expires_at: null,
      max_clicks: null,
      device_targeting: {},
      title: '',
    });
  });

  it('takes over the hash of a new password only when one was sent', () => {
    expect(changed(link, { password: 'new' }, { ...unchanged, passwordHash: 'new hash' }).password_hash).toBe(
      'new hash',
    );
    expect(changed(link, {}, { ...unchanged, passwordHash: 'new hash' }).password_hash).toBe('hash');
  });

  it('moves to another host with its domain, and keeps the code for an empty one', () => {
    const moved = changed(link, { custom_code: '' }, { ...unchanged, newDomain: domain('B.example:8443') });
    expect(moved).toMatchObject({ host: 'b.example', short_code: 'code', selected_domain_id: 'id of B.example:8443' });
    expect(changed(link, { custom_code: 'other' }, unchanged)).toMatchObject({
      host: 'a.example',
      short_code: 'other',
    });
  });
});

describe('newLink', () => {
  it("belongs to its workspace, a guest's to itself", () => {
    expect(link).toMatchObject({ tenant_id: workspace, host: 'a.example', version: 1, is_active: true });
    const guest = newLink(
      { url: 'https://example.com', workspace_id: null, user_id: null, device_id: 'device', password_hash: null },
      domain('a.example'),
    );
    expect(guest.tenant_id).toBe(guest.id);
    expect(guest).toMatchObject({
      title: '',
      description: '',
      expires_at: null,
      max_clicks: null,
      device_targeting: {},
    });
  });
});
