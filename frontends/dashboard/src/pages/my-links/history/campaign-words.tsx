import { useTranslation } from '@linkway/kit/i18n';
import { useCampaign } from '../../../data/campaigns';
import { isolated } from '../../../data/isolated';

/** What a version or a change has in `campaign_id`, in words: versions keep ids, and names are told as they are now. */
function useSaid(of: unknown): string {
  const { t } = useTranslation('my-links');
  const id = typeof of === 'string' ? of : null;
  const { campaign, name } = useCampaign(id);
  if (id === null) return t('history.nothing');
  return campaign ? isolated(name) : name;
}

export function CampaignName({ of }: { of: unknown }) {
  return useSaid(of);
}

export function CampaignChange({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation('my-links');
  const [was, is] = [useSaid(before), useSaid(after)];
  // Both are gone, or are called the same.
  return was === is ? t('history.changed') : t('history.from_to', { before: was, after: is });
}
