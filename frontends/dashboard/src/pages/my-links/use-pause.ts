import { api, asProblem, body, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import { useLinkOnScreen } from './use-links';

/** Pauses or activates a link at once, with undo, which leads back to the link; a refusal sets it back and says why. */
export function usePause(focus: (link: Link) => void): (link: Link) => Promise<void> {
  const { t } = useTranslation('dashboard');
  const show = useLinkOnScreen();
  const changed = useLinksChanged();

  const set = async (link: Link, active: boolean): Promise<boolean> => {
    await show(link.id, { is_active: active });
    try {
      await body(api.PUT('/api/links/{id}', { params: { path: { id: link.id } }, body: { is_active: active } }));
      return true;
    } catch (error) {
      await show(link.id, { is_active: !active });
      toast(asProblem(error).detail, { kind: 'error' });
      return false;
    } finally {
      void changed();
    }
  };

  return async (link) => {
    const active = !link.is_active;
    if (!(await set(link, active))) return;
    const address = shortAddress(link.short_url);
    toast(active ? t('links.activated', { address }) : t('links.paused', { address }), {
      action: {
        label: t('undo'),
        run: () => {
          focus(link);
          void set(link, !active);
        },
      },
    });
  };
}
