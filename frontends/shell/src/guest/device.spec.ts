import { beforeEach, expect, it } from '@jest/globals';
// oxlint-disable-next-line no-restricted-imports -- compared with the schema here; nothing of a test ships
import { claimLinksSchema } from '@linkway/contracts';
import { guestDeviceId } from './device';

const KEY = 'guest_device_id';
const claims = (device_id: string) =>
  claimLinksSchema.safeParse({ device_id, link_ids: ['01900000-0000-7000-8000-000000000001'] }).success;

beforeEach(() => localStorage.removeItem(KEY));

it('is 128 random bits, the same from then on', () => {
  const id = guestDeviceId();
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(claims(id)).toBe(true);
  expect(guestDeviceId()).toBe(id);
  localStorage.removeItem(KEY);
  expect(guestDeviceId()).not.toBe(id);
});

it.each(['device-1234', '3f2b8f0e-5b1c-4b7e-9b0a-2f6f5f0c1a11', 'A'.repeat(32)])(
  'is made anew where %s is kept, whose links no account can claim',
  (kept) => {
    localStorage.setItem(KEY, kept);
    const id = guestDeviceId();
    expect(claims(kept)).toBe(false);
    expect(claims(id)).toBe(true);
    expect(localStorage.getItem(KEY)).toBe(id);
  },
);
