import { describe, expect, it, jest } from '@jest/globals';
import { type AppLogger, Metrics } from '@linkway/platform';
import type { Encryption } from '../../encryption/encryption.js';
import type { Delivery, MailDelivery } from './delivery.js';
import type { LeasedMail, MailRepository } from './mail.repository.js';
import { MailWorker } from './mail.worker.js';
import type { MailQueue } from './mail-queue.service.js';

const mail = (id: string): LeasedMail => ({
  id,
  mail: 'smtp_test',
  language: 'en',
  recipient: `${id}@example.com`,
  time_zone: null,
  variables: null,
  attempts: 1,
  created_at: new Date(),
  late: false,
});

/** A round with two mails, of which that becomes; how often the next ones were asked for by it. */
async function wakesAfter(delivery: Delivery): Promise<number> {
  const wake = jest.fn();
  const mails = {
    lease: async () => [mail('one'), mail('two')],
    waiting: async () => ({ count: 0, seconds: 0, due_ms: null }),
    postpone: async () => undefined,
    finish: async () => undefined,
  };
  const worker = new MailWorker(
    mails as unknown as MailRepository,
    { wake } as unknown as MailQueue,
    { way: async () => ({ to: 'inbox' }), deliver: async () => delivery } as unknown as MailDelivery,
    {} as Encryption,
    { warn: () => undefined } as unknown as AppLogger,
    new Metrics('identity'),
  );
  await worker.round();
  await worker.onModuleDestroy();
  return wake.mock.calls.length;
}

describe('a mail', () => {
  it.each<[string, Delivery]>([
    ['is sent', { state: 'sent' }],
    ['failed for good', { state: 'failed', error: 'mail.recipient_refused' }],
    ['was refused alone', { state: 'again', error: 'mail.message_refused' }],
  ])('that %s makes room for the next', async (_what, delivery) => {
    expect(await wakesAfter(delivery)).toBe(2);
  });

  it.each(['mail.connection_failed', 'mail.authentication_failed', 'mail.smtp_disabled'] as const)(
    'that does not leave for %s has no others tried one right after the other',
    async (error) => {
      expect(await wakesAfter({ state: 'again', error })).toBe(0);
    },
  );
});
