import {
  isWebhookUrl,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  usualWebhookEvents,
  type WebhookEvent,
  webhookEvents,
} from '@linkway/contracts/rules';
import type { Webhook } from '@linkway/kit/api';
import { currentLanguage } from '@linkway/kit/i18n';
import { errorMessage } from '@linkway/kit/ui/form';

export interface WebhookValues {
  url: string;
  description: string;
  events: WebhookEvent[];
  /** Of bots as well, where clicks are told. */
  bot_clicks: boolean;
}

export const emptyWebhook: WebhookValues = {
  url: '',
  description: '',
  events: [...usualWebhookEvents],
  bot_clicks: false,
};

export const valuesOf = ({ url, description, events, bot_clicks = false }: Webhook): WebhookValues => ({
  url,
  description,
  events: webhookEvents.filter((each) => events.includes(each)),
  bot_clicks,
});

export const sentOf = ({ url, description, events, bot_clicks }: WebhookValues): WebhookValues => ({
  url: url.trim(),
  description: description.trim(),
  events: webhookEvents.filter((each) => events.includes(each)),
  bot_clicks,
});

const said = (code: Parameters<typeof errorMessage>[0]): string => errorMessage(code, currentLanguage());

export function urlFault(url = ''): string | null {
  const text = url.trim();
  if (text === '') return said('webhooks.url_required');
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return said('request.field_too_long');
  return isWebhookUrl(text) ? null : said('webhooks.url_invalid');
}

export const descriptionFault = (text = ''): string | null =>
  text.trim().length > MAX_WEBHOOK_DESCRIPTION_LENGTH ? said('request.field_too_long') : null;

export const eventsFault = (events: readonly WebhookEvent[] = []): string | null =>
  events.length === 0 ? said('webhooks.events_required') : null;
