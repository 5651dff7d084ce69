import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { DownloadOutlined } from '@linkway/kit/ui/icons';
import type { ListQuery } from './list-query';
import styles from './logs-page.module.css';
import { type Format, useExport } from './use-log';

const FORMATS = ['csv', 'json'] as const;

interface Props {
  query: ListQuery;
  /** There are entries to export. */
  any: boolean;
  /** How many there are. */
  children: string;
}

/** All that the filters find, as a file. */
export function ExportBar({ query, any, children }: Props) {
  const { t } = useTranslation('logs');
  const { mutate, isPending, variables, error } = useExport(query);
  const busy = (format: Format): boolean => isPending && variables === format;
  return (
    <>
      <div className={styles.bar}>
        <p role="status">{children}</p>
        <div className={styles.exports}>
          {FORMATS.map((format) => (
            <Button
              key={format}
              icon={<DownloadOutlined />}
              disabled={!any}
              loading={busy(format)}
              onClick={() => mutate(format)}
            >
              {t(`export.${format}`)}
            </Button>
          ))}
        </div>
      </div>
      {error && <ErrorCard error={error} title={t('export.failed')} />}
    </>
  );
}
