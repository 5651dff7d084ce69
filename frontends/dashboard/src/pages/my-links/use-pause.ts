import { api, asProblem, body, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import type { RowProblems } from '../../parts/use-row-problems';
import { useLinkOnScreen } from './use-links';

/** Pauses or activates a link at once, with undo, which leads back to the link; a refusal sets it back and says why. */
export function usePause(focus: (link: Link) => void, problems: RowProblems): (link: Link) => Promise<void> {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const show = useLinkOnScreen();
  const changed = useLinksChanged();

  const set = async (link: Link, active: boolean): Promise<boolean> => {
    problems.forget(link.id);
    await show(link.id, { is_active: active });
    try {
      await body(api.PUT('/api/links/{id}', { params: { path: { id: link.id } }, body: { is_active: active } }));
      return true;
    } catch (error) {
      await show(link.id, { is_active: !active });
      const said = { address: shortAddress(link.short_url), reason: asProblem(error).detail };
      const text = active ? t('not_activated', said) : t('not_paused', said);
      problems.tell(link.id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      void changed();
    }
  };

  return async (link) => {
    const active = !link.is_active;
    if (!(await set(link, active))) return;
    const address = shortAddress(link.short_url);
    toast(active ? t('activated', { address }) : t('paused', { address }), {
      about: link.id,
      action: {
        label: t('dashboard:undo'),
        run: () => {
          focus(link);
          void set(link, !active);
        },
      },
    });
  };
}
