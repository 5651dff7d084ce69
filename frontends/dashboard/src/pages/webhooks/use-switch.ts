import { api, asProblem, body, type Webhook } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useRef } from 'react';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { nameOf, useWebhooksOnScreen, withWebhook } from './use-webhooks';

/** Switches a webhook on or off at once, with undo; a refusal sets it back and says why. Of a webhook one change is sent after the other. */
export function useSwitch(
  focus: (webhook: Webhook) => void,
  problems: RowProblems,
): (webhook: Webhook) => Promise<void> {
  const { t } = useTranslation(['webhooks', 'dashboard']);
  const { show, renew } = useWebhooksOnScreen();
  /** What was asked for last of each webhook, until that is done. */
  const last = useRef(new Map<string, Promise<unknown>>());

  const change = async (
    webhook: Webhook,
    active: boolean,
    before: Promise<unknown> | undefined,
    isLast: () => boolean,
  ): Promise<boolean> => {
    const { id } = webhook;
    problems.forget(id);
    await show(withWebhook(id, { is_active: active, disabled_reason: active ? null : 'owner', failing_since: null }));
    await before;
    try {
      await body(api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body: { is_active: active } }));
      return isLast();
    } catch (error) {
      if (!isLast()) return false;
      await show(withWebhook(id, webhook));
      const text = t('not_updated', { name: isolated(nameOf(webhook)), reason: asProblem(error).detail });
      problems.tell(id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      if (isLast()) renew();
    }
  };
  const set = (webhook: Webhook, active: boolean): Promise<boolean> => {
    const before = last.current.get(webhook.id);
    const isLast = (): boolean => last.current.get(webhook.id) === work;
    const work = change(webhook, active, before, isLast).finally(() => {
      if (isLast()) last.current.delete(webhook.id);
    });
    last.current.set(webhook.id, work);
    return work;
  };

  return async (webhook) => {
    const active = !webhook.is_active;
    if (!(await set(webhook, active))) return;
    const name = isolated(nameOf(webhook));
    toast(t(active ? 'switched_on' : 'switched_off', { name }), {
      about: webhook.id,
      action: {
        label: t('dashboard:undo'),
        run: () => {
          focus(webhook);
          void set({ ...webhook, is_active: active }, !active);
        },
      },
    });
  };
}
