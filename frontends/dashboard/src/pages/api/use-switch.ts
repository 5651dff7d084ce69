import { type ApiKey, api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { useKeysOnScreen, withKey } from './use-keys';

/** Switches a key on or off at once, with undo, which leads back to the key; a refusal sets it back and says why. */
export function useSwitch(focus: (key: ApiKey) => void, problems: RowProblems): (key: ApiKey) => Promise<void> {
  const { t } = useTranslation(['api', 'dashboard']);
  const { show, renew } = useKeysOnScreen();

  const set = async ({ id, key_name }: ApiKey, active: boolean): Promise<boolean> => {
    problems.forget(id);
    await show(withKey(id, { is_active: active }));
    try {
      await body(api.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body: { is_active: active } }));
      return true;
    } catch (error) {
      await show(withKey(id, { is_active: !active }));
      const text = t('not_updated', { name: isolated(key_name), reason: asProblem(error).detail });
      problems.tell(id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      renew();
    }
  };

  return async (key) => {
    const active = !key.is_active;
    if (!(await set(key, active))) return;
    const name = isolated(key.key_name);
    toast(active ? t('switched_on', { name }) : t('switched_off', { name }), {
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
