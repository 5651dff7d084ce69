import { useTranslation } from '@linkway/kit/i18n';
import { Button, Panel } from '@linkway/kit/ui';
import { shortAddress } from '../../../data/short-address';
import styles from '../my-links-page.module.css';
import type { BulkResult } from './use-bulk';

/** So many are named; the rest stay chosen. */
const NAMED = 10;

/** What was refused, and why, until it is read. */
export function BulkReport({ refused, close }: { refused: BulkResult['refused']; close: () => void }) {
  const { t } = useTranslation('my-links');
  return (
    <div role="alert" className={styles.report}>
      <Panel title={t('bulk.refused', { count: refused.length })}>
        <p>{t('bulk.refused_text')}</p>
        <ul>
          {refused.slice(0, NAMED).map(({ link, detail }) => (
            <li key={link.id}>
              <bdi>{shortAddress(link.short_url)}</bdi>: {detail}
            </li>
          ))}
        </ul>
        {refused.length > NAMED && <p>{t('bulk.refused_more', { count: refused.length - NAMED })}</p>}
        <Button onClick={close}>{t('bulk.close')}</Button>
      </Panel>
    </div>
  );
}
