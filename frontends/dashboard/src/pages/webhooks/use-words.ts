import type { Webhook } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { stateOf } from './use-webhooks';

const events = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.clicked',
  'link.limit_reached',
  'webhook.test',
] as const;
const faults = [
  'status',
  'redirected',
  'timed_out',
  'name_unknown',
  'address_private',
  'address_refused',
  'connection_failed',
  'tls_failed',
  'secret_unreadable',
  'unsendable',
] as const;
const keys = {
  'link.created': 'event.link_created',
  'link.updated': 'event.link_updated',
  'link.deleted': 'event.link_deleted',
  'link.clicked': 'event.link_clicked',
  'link.limit_reached': 'event.link_limit_reached',
  'webhook.test': 'event.webhook_test',
} as const;

/** What stands for codes of the API; a newer release may send others, which are shown as they are. */
export function useWords() {
  const { t } = useTranslation('webhooks');
  const { dateTime } = useFormats();
  return {
    event: (code: string): string => {
      const known = events.find((each) => each === code);
      return known ? t(keys[known]) : code;
    },
    fault: (code: string): string => t(`fault.${faults.find((each) => each === code) ?? 'other'}`),
    state: (webhook: Webhook): string =>
      t(`state.${stateOf(webhook)}`, { time: webhook.failing_since ? dateTime(webhook.failing_since) : '' }),
  };
}
