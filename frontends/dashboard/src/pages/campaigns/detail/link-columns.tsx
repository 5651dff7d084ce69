import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { BarChartOutlined, CloseOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { shortAddress } from '../../../data/short-address';
import { Clicks } from '../../../parts/clicks';
import { LinkCell } from '../../../parts/link-cell';
import { LinkTags } from '../../../parts/link-tags';
import type { RowProblems } from '../../../parts/use-row-problems';
import styles from './campaign-detail.module.css';

/** What is shown of a link in its campaign. */
export function useLinkColumns(problems: RowProblems, takeOut: (link: Link) => void): Column<Link>[] {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  return [
    {
      key: 'link',
      title: t('dashboard:list.link'),
      main: true,
      // A title and a destination of which enough is seen, side by side.
      minWidth: 360,
      render: (link) => <LinkCell link={link} copied={t('detail.copied')} />,
      cardRender: (link) => <LinkCell link={link} copied={t('detail.copied')} lines />,
    },
    {
      key: 'status',
      title: t('column.status'),
      minWidth: 176,
      card: 'line',
      render: (link) => {
        const problem = problems.of(link.id);
        return (
          <>
            <LinkTags link={link} />
            {problem && <p className={styles.problem}>{problem}</p>}
          </>
        );
      },
    },
    {
      key: 'clicks',
      title: t('dashboard:list.clicks'),
      align: 'end',
      minWidth: 112,
      sort: { up: 'fewest_clicks', down: 'most_clicks' },
      render: ({ clicks_count }) => <Clicks count={clicks_count} />,
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 2 },
      card: 'actions',
      render: (link) => {
        const address = shortAddress(link.short_url);
        return (
          <span className={styles.actions}>
            <ActionTooltip title={t('dashboard:list.analytics')}>
              <Button
                type="text"
                icon={<BarChartOutlined />}
                aria-label={t('dashboard:list.analytics_of', { address })}
                onClick={() => openTab('analytics', { link: link.id })}
              />
            </ActionTooltip>
            <ActionTooltip title={t('detail.take_out')}>
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('detail.take_out_of', { address })}
                onClick={() => takeOut(link)}
              />
            </ActionTooltip>
          </span>
        );
      },
    },
  ];
}
