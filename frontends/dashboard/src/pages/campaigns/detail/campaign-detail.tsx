import { asProblem, type Campaign } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, Ghost, lazyDialog, PageHead, Panel, StaleNotice } from '@linkway/kit/ui';
import {
  DeleteOutlined,
  EditOutlined,
  NotificationOutlined,
  PauseOutlined,
  PlayCircleOutlined,
} from '@linkway/kit/ui/icons';
import { type Dialog, useDialogs } from '@linkway/kit/ui/table';
import type { ReactNode } from 'react';
import { useRowProblems } from '../../../parts/use-row-problems';
import { StatusTag } from '../status-tag';
import { useCampaign } from '../use-campaigns';
import { usePeriod } from '../use-period';
import { useToggle } from '../use-toggle';
import styles from './campaign-detail.module.css';
import { CampaignLinks } from './campaign-links';
import { Figures } from './figures';
import { useLinksQuery } from './use-campaign-links';

const ended = ({ dialog }: { dialog: Dialog<Campaign> }): void => {
  dialog.end();
  dialog.afterClose();
};
const CampaignDialog = lazyDialog<{ dialog: Dialog<Campaign> }>(() => import('../campaign-dialog'), ended);
const DeleteCampaign = lazyDialog(() => import('../delete-campaign'), ended);

interface Props {
  id: string;
  /** It took the place of the list. */
  next: boolean;
  /** Back to the list. */
  leave: () => void;
}

/** Neither is there, nor will it be: no campaign has such an id, or it was deleted. */
const isGone = (error: unknown): boolean => ['campaigns.not_found', 'request.invalid'].includes(asProblem(error).code);

/** One campaign: how it stands, what it has led to, and its links. */
export default function CampaignDetail({ id, next, leave }: Props) {
  const { t } = useTranslation('campaigns');
  const [query, change] = useLinksQuery();
  const { data, failure, stale, isFetching, refresh } = useCampaign(id);
  const back = (
    <Button type="link" className={styles.back} onClick={leave}>
      ← {t('detail.back')}
    </Button>
  );
  const trouble = failure ?? stale?.error;
  if (trouble && isGone(trouble)) {
    return (
      <>
        <PageHead title={t('title')} text={t('text')} next={next} />
        <EmptyState
          icon={<NotificationOutlined />}
          title={t('detail.gone')}
          text={t('detail.gone_text')}
          action={<Button onClick={leave}>{t('detail.back')}</Button>}
        />
      </>
    );
  }
  if (!data) {
    return (
      <>
        {back}
        {failure ? (
          <>
            <PageHead title={t('title')} text={t('text')} next={next} />
            <ErrorCard error={failure} title={t('detail.not_loaded')} retry={refresh} busy={isFetching} />
          </>
        ) : (
          <Ghost height={480} />
        )}
      </>
    );
  }
  return (
    <>
      {back}
      <StaleNotice stale={stale} />
      <Detail campaign={data} links={[query, change]} next={next} leave={leave} />
    </>
  );
}

interface DetailProps extends Omit<Props, 'id'> {
  campaign: Campaign;
  links: ReturnType<typeof useLinksQuery>;
}

function Detail({ campaign, links: [query, change], next, leave }: DetailProps) {
  const { t } = useTranslation('campaigns');
  const problems = useRowProblems();
  const toggle = useToggle(problems);
  const dialogs = useDialogs<'edit' | 'delete', Campaign>();
  const problem = problems.of(campaign.id);
  const runs = campaign.status === 'active';
  return (
    <>
      <PageHead
        title={<bdi>{campaign.name}</bdi>}
        text={<StatusTag status={campaign.status} />}
        next={next}
        action={
          <div className={styles.buttons}>
            <Button icon={runs ? <PauseOutlined /> : <PlayCircleOutlined />} onClick={() => void toggle(campaign)}>
              {runs ? t('pause') : t('run')}
            </Button>
            <Button icon={<EditOutlined />} onClick={() => dialogs.open('edit', campaign)}>
              {t('edit')}
            </Button>
            <Button icon={<DeleteOutlined />} onClick={() => dialogs.open('delete', campaign)}>
              {t('delete')}
            </Button>
          </div>
        }
      />
      {problem && <p className={styles.refused}>{problem}</p>}
      <Figures campaign={campaign} />
      <Facts campaign={campaign} />
      <CampaignLinks query={query} change={change} />
      {dialogs.of('edit').map((dialog) => (
        <CampaignDialog key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteCampaign key={dialog.id} dialog={dialog} problems={problems} onGone={leave} />
      ))}
    </>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { dateTime } = useFormats();
  const period = usePeriod();
  const { description, target_audience, created_at, updated_at } = campaign;
  const written = (text: string): ReactNode =>
    text === '' ? (
      <span className={styles.none}>{t('detail.none')}</span>
    ) : (
      <bdi className={styles.written}>{text}</bdi>
    );
  const facts: [label: string, value: ReactNode][] = [
    [t('column.period'), period(campaign)],
    [t('form.description'), written(description)],
    [t('form.target_audience'), written(target_audience)],
    [t('detail.created'), dateTime(created_at)],
    [t('detail.updated'), dateTime(updated_at)],
  ];
  return (
    <Panel title={t('detail.about')} className={styles.about}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
