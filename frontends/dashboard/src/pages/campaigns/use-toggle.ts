import { type CampaignStatus, toggledStatus } from '@linkway/contracts/rules';
import { asProblem, type Campaign } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useRef } from 'react';
import type { RowProblems } from '../../parts/use-row-problems';
import { setStatus, useCampaignOnScreen } from './use-campaigns';

/**
 * Pauses a campaign that runs and lets any other run, at once and with undo; a refusal sets it back and says why. Of a campaign one change
 * is sent after the other.
 */
export function useToggle(
  problems: RowProblems,
  focus?: (campaign: Campaign) => void,
): (campaign: Campaign) => Promise<void> {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  const { show, renew } = useCampaignOnScreen();
  /** What was asked for last of each campaign, until that is done. */
  const last = useRef(new Map<string, Promise<unknown>>());

  const change = async (
    { id, status: before }: Campaign,
    status: CampaignStatus,
    earlier: Promise<unknown> | undefined,
    isLast: () => boolean,
  ): Promise<boolean> => {
    problems.forget(id);
    await show(id, { status });
    await earlier;
    try {
      await setStatus(id, status, before);
      return isLast();
    } catch (error) {
      if (!isLast()) return false;
      await show(id, { status: before });
      const text = t('not_updated', { reason: asProblem(error).detail });
      problems.tell(id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      if (isLast()) renew();
    }
  };
  const set = (campaign: Campaign, status: CampaignStatus): Promise<boolean> => {
    const { id } = campaign;
    const earlier = last.current.get(id);
    const isLast = (): boolean => last.current.get(id) === work;
    const work = change(campaign, status, earlier, isLast).finally(() => {
      if (isLast()) last.current.delete(id);
    });
    last.current.set(id, work);
    return work;
  };

  return async (campaign) => {
    const status = toggledStatus(campaign.status);
    if (!(await set(campaign, status))) return;
    toast(t('status_updated'), {
      about: campaign.id,
      action: {
        label: t('dashboard:undo'),
        run: () => {
          focus?.(campaign);
          void set({ ...campaign, status }, campaign.status);
        },
      },
    });
  };
}
