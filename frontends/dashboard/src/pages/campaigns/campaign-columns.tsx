import type { Campaign } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import {
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  PlusOutlined,
} from '@linkway/kit/ui/icons';
import { type Column, RowMenu } from '@linkway/kit/ui/table';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import styles from './campaigns-page.module.css';
import { StatusTag } from './status-tag';
import { useMoney } from './use-money';
import { usePeriod } from './use-period';

interface Actions {
  open: (campaign: Campaign) => void;
  edit: (campaign: Campaign) => void;
  toggle: (campaign: Campaign) => void;
  addLink: (campaign: Campaign) => void;
  remove: (campaign: Campaign) => void;
}

/** The address of one campaign. */
export const searchOf = (id: string): string => `?${new URLSearchParams({ tab: 'campaigns', campaign: id })}`;

/** What the list shows of a campaign. */
export function useCampaignColumns(problems: RowProblems, actions: Actions): Column<Campaign>[] {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  const { number } = useFormats();
  const money = useMoney();
  const period = usePeriod();
  return [
    {
      key: 'name',
      title: t('column.name'),
      main: true,
      minWidth: 200,
      render: ({ id, name, description }) => (
        <span className={styles.campaign}>
          <Link className={styles.name} to={{ search: searchOf(id) }}>
            <bdi>{name}</bdi>
          </Link>
          {description && <bdi className={styles.description}>{description}</bdi>}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      minWidth: 132,
      card: 'line',
      render: ({ id, status }) => {
        const problem = problems.of(id);
        return (
          <>
            <StatusTag status={status} />
            {problem && <p className={styles.problem}>{problem}</p>}
          </>
        );
      },
    },
    {
      key: 'period',
      title: t('column.period'),
      minWidth: 204,
      under: 'name',
      render: (campaign) => <span className={styles.period}>{period(campaign)}</span>,
      cardRender: period,
    },
    {
      key: 'links',
      title: t('column.links'),
      align: 'end',
      minWidth: 84,
      render: ({ links_count }) => number(links_count),
      cardRender: ({ links_count }) => t('links', { count: links_count, shown: number(links_count) }),
    },
    {
      key: 'clicks',
      title: t('column.clicks'),
      align: 'end',
      minWidth: 96,
      render: ({ clicks_count }) => number(clicks_count),
      cardRender: ({ clicks_count }) => t('clicks', { count: clicks_count, shown: number(clicks_count) }),
    },
    {
      key: 'budget',
      title: t('column.budget'),
      align: 'end',
      minWidth: 148,
      under: 'name',
      render: ({ budget, currency }) => money(budget, currency),
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 3 },
      card: 'actions',
      render: (campaign) => <RowActions campaign={campaign} {...actions} />,
    },
  ];
}

/** Open and edit in the row, the rest in a menu. */
function RowActions({ campaign, open, edit, toggle, addLink, remove }: Actions & { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const name = isolated(campaign.name);
  return (
    <span className={styles.actions}>
      <ActionTooltip title={t('open')}>
        <Button type="text" icon={<EyeOutlined />} aria-label={t('open_of', { name })} onClick={() => open(campaign)} />
      </ActionTooltip>
      <ActionTooltip title={t('edit')}>
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-label={t('edit_of', { name })}
          onClick={() => edit(campaign)}
        />
      </ActionTooltip>
      <RowMenu
        name={name}
        items={[
          campaign.status === 'active'
            ? { key: 'toggle', icon: <PauseOutlined />, label: t('pause'), run: () => toggle(campaign) }
            : { key: 'toggle', icon: <PlayCircleOutlined />, label: t('run'), run: () => toggle(campaign) },
          { key: 'add', icon: <PlusOutlined />, label: t('add_link'), run: () => addLink(campaign) },
          {
            key: 'delete',
            apart: true,
            danger: true,
            icon: <DeleteOutlined />,
            label: t('delete'),
            run: () => remove(campaign),
          },
        ]}
      />
    </span>
  );
}
