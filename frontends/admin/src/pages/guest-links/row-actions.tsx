import type { ListedGuestLink } from '@linkway/kit/api';
import { useCopy } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button, Tooltip } from '@linkway/kit/ui';
import { CheckOutlined, CopyOutlined, DeleteOutlined } from '@linkway/kit/ui/icons';
import styles from './guest-links-page.module.css';
import { shortOf } from './short-of';

export function RowActions({ link, remove }: { link: ListedGuestLink; remove: () => void }) {
  const { t } = useTranslation(['guest-links', 'kit']);
  const { copied, copy } = useCopy(link.short_url);
  const name = shortOf(link);
  return (
    <span className={styles.actions}>
      <Tooltip title={copied ? t('kit:copied') : t('kit:copy')}>
        <Button
          type="text"
          icon={copied ? <CheckOutlined className={styles.copied} /> : <CopyOutlined />}
          aria-label={t('kit:copy_named', { name })}
          onClick={() => void copy()}
        />
      </Tooltip>
      <span className="lw-visually-hidden" aria-live="polite">
        {copied && t('kit:copied')}
      </span>
      <ActionTooltip title={t('delete.confirm')}>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('delete.open_of', { name })}
          onClick={remove}
        />
      </ActionTooltip>
    </span>
  );
}
