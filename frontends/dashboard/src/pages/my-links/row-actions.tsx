import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, Dropdown, Tooltip } from '@linkway/kit/ui';
import {
  BarChartOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  MoreOutlined,
  PauseOutlined,
  PlayCircleOutlined,
} from '@linkway/kit/ui/icons';
import { shortAddress } from '../../data/short-address';
import type { LinkActions } from './link-row';
import styles from './my-links-page.module.css';

/** Analytics and edit in the row, the rest in a menu. */
export function RowActions({ link, pause, edit, remove }: LinkActions & { link: Link }) {
  const { t } = useTranslation('dashboard');
  const address = shortAddress(link.short_url);
  return (
    <span className={styles.actions}>
      <Tooltip title={t('links.analytics')}>
        <Button
          type="text"
          icon={<BarChartOutlined />}
          aria-label={t('links.analytics_of', { address })}
          onClick={() => openTab('analytics', { link: link.id })}
        />
      </Tooltip>
      <Tooltip title={t('links.edit')}>
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-label={t('links.edit_of', { address })}
          onClick={() => edit(link)}
        />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            link.is_active
              ? { key: 'pause', icon: <PauseOutlined />, label: t('links.pause'), onClick: () => pause(link) }
              : { key: 'pause', icon: <PlayCircleOutlined />, label: t('links.activate'), onClick: () => pause(link) },
            {
              key: 'open',
              icon: <ExportOutlined />,
              label: (
                <a href={link.short_url} target="_blank" rel="noreferrer">
                  {t('links.open')}
                </a>
              ),
            },
            { type: 'divider' },
            {
              key: 'delete',
              danger: true,
              icon: <DeleteOutlined />,
              label: t('links.delete'),
              onClick: () => remove(link),
            },
          ],
        }}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={t('links.more_of', { address })} />
      </Dropdown>
    </span>
  );
}
