import { type ApiKey, api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useRef } from 'react';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { keyState, useKeysOnScreen, withKey } from './use-keys';

/** Switches a key on or off at once, with undo, which leads back to the key; a refusal sets it back and says why. */
export function useSwitch(focus: (key: ApiKey) => void, problems: RowProblems): (key: ApiKey) => Promise<void> {
  const { t } = useTranslation(['api', 'dashboard']);
  const { show, renew } = useKeysOnScreen();
  /** What was asked for last of each key, until that is done. */
  const last = useRef(new Map<string, Promise<unknown>>());

  /** Whether it is done, and nothing else was asked for since. Of a key one change is sent after the other. */
  const set = (key: ApiKey, active: boolean): Promise<boolean> => {
    const before = last.current.get(key.id);
    const isLast = (): boolean => last.current.get(key.id) === work;
    const work = change(key, active, before, isLast).finally(() => {
      if (isLast()) last.current.delete(key.id);
    });
    last.current.set(key.id, work);
    return work;
  };
  const change = async (
    { id, key_name }: ApiKey,
    active: boolean,
    before: Promise<unknown> | undefined,
    isLast: () => boolean,
  ): Promise<boolean> => {
    problems.forget(id);
    await show(withKey(id, { is_active: active }));
    await before;
    try {
      await body(api.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body: { is_active: active } }));
      return isLast();
    } catch (error) {
      // What was asked for since is shown already, and says itself how it went.
      if (!isLast()) return false;
      await show(withKey(id, { is_active: !active }));
      const text = t('not_updated', { name: isolated(key_name), reason: asProblem(error).detail });
      problems.tell(id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      if (isLast()) renew();
    }
  };
  const done = (key: ApiKey, active: boolean): string => {
    const name = isolated(key.key_name);
    if (!active) return t('switched_off', { name });
    const opens = keyState({ ...key, is_active: true }) === 'on';
    return opens ? t('switched_on', { name }) : t('switched_on_expired', { name });
  };

  return async (key) => {
    const active = !key.is_active;
    if (!(await set(key, active))) return;
    toast(done(key, active), {
      about: key.id,
      action: {
        label: t('dashboard:undo'),
        run: () => {
          focus(key);
          void set(key, !active);
        },
      },
    });
  };
}
