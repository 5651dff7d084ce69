import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import {
  ApartmentOutlined,
  BarChartOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  HistoryOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  QrcodeOutlined,
} from '@linkway/kit/ui/icons';
import { RowMenu } from '@linkway/kit/ui/table';
import { shortAddress } from '../../data/short-address';
import styles from './my-links-page.module.css';

export interface LinkActions {
  pause: (link: Link) => void;
  edit: (link: Link) => void;
  share: (link: Link) => void;
  explain: (link: Link) => void;
  history: (link: Link) => void;
  duplicate: (link: Link) => void;
  quarantine: (link: Link) => void;
  remove: (link: Link) => void;
}

/** Analytics and edit in the row, the rest in a menu. */
export function RowActions({
  link,
  pause,
  edit,
  share,
  explain,
  history,
  duplicate,
  remove,
}: LinkActions & { link: Link }) {
  const { t } = useTranslation(['my-links', 'dashboard']);
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
      <ActionTooltip title={t('edit')}>
        <Button type="text" icon={<EditOutlined />} aria-label={t('edit_of', { address })} onClick={() => edit(link)} />
      </ActionTooltip>
      <RowMenu
        name={address}
        items={[
          { key: 'share', icon: <QrcodeOutlined />, label: t('dashboard:share.title'), run: () => share(link) },
          link.is_active
            ? { key: 'pause', icon: <PauseOutlined />, label: t('pause'), run: () => pause(link) }
            : { key: 'pause', icon: <PlayCircleOutlined />, label: t('activate'), run: () => pause(link) },
          { key: 'open', icon: <ExportOutlined />, label: t('open'), href: link.short_url },
          { key: 'explain', icon: <ApartmentOutlined />, label: t('explain.menu'), run: () => explain(link) },
          { key: 'history', icon: <HistoryOutlined />, label: t('history.menu'), run: () => history(link) },
          { key: 'duplicate', icon: <CopyOutlined />, label: t('duplicate.menu'), run: () => duplicate(link) },
          {
            key: 'delete',
            apart: true,
            danger: true,
            icon: <DeleteOutlined />,
            label: t('delete'),
            run: () => remove(link),
          },
        ]}
      />
    </span>
  );
}
