import { api, asProblem, body, type PushBrowser, type PushState } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useState } from 'react';
import { allowPushes, type PushSupport, pushSupport, subscribe, unsubscribe } from './push-browser';

const PUSH = ['push'];

/** The browsers that notifications are pushed to, and the ways to have this one among them or any not. */
export function usePush() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const query = usePageQuery<PushState>({ queryKey: PUSH, queryFn: () => body(api.GET('/api/me/push')) });
  const [support, setSupport] = useState<PushSupport>(pushSupport);
  const [busy, setBusy] = useState<readonly string[]>([]);
  const browsers = query.data?.browsers;

  const work = async (
    name: string,
    run: () => Promise<unknown>,
    failed: (reason: string) => string,
  ): Promise<boolean> => {
    setBusy((all) => [...all, name]);
    try {
      await run();
      return true;
    } catch (error) {
      toast(failed(asProblem(error).detail), { kind: 'error' });
      return false;
    } finally {
      setBusy((all) => all.filter((one) => one !== name));
      void client.invalidateQueries({ queryKey: PUSH });
    }
  };

  return {
    ...query,
    browsers,
    support,
    hasThis: browsers?.some(({ current }) => current) ?? false,
    busy: (name: string): boolean => busy.includes(name),
    /** After a press: whether this browser is pushed to from now on; else it is said why. */
    addThis: async (): Promise<boolean> => {
      if (support === 'unsupported' || !(await allowPushes())) {
        setSupport(pushSupport());
        return false;
      }
      setSupport('fine');
      const key = query.data?.public_key ?? '';
      const add = async (): Promise<void> => {
        const given = await subscribe(key).catch((error: unknown) => {
          // The browser's own words are for developers.
          throw new Error(t('notifications.browser_failed'), { cause: error });
        });
        await body(api.POST('/api/me/push/browsers', { body: given }));
      };
      return work('this', add, (reason) => t('notifications.not_added', { reason }));
    },
    remove: ({ id, current }: PushBrowser) =>
      work(
        id,
        async () => {
          await body(api.DELETE('/api/me/push/browsers/{id}', { params: { path: { id } } }));
          if (current) await unsubscribe();
          client.setQueryData<PushState>(
            PUSH,
            (known) => known && { ...known, browsers: known.browsers.filter((one) => one.id !== id) },
          );
          toast(t('notifications.removed'));
        },
        (reason) => t('notifications.not_removed', { reason }),
      ),
  };
}
