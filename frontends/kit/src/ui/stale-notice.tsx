import { Button } from 'antd';
import { asProblem } from '../api/problem';
import { useFormats } from '../i18n/format';
import type { Stale } from '../query/page-query';
import styles from './stale-notice.module.css';
import { useTexts } from './texts';

/** Over what could not be renewed: of when it is, why, and another try. Nothing, where all is as it is told. */
export function StaleNotice({ stale }: { stale: Stale | null }) {
  const { t } = useTexts();
  const { dateTime } = useFormats();
  if (!stale) return null;
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.text}>
        <strong>{t('stale', { time: hourToday(dateTime(new Date(stale.since)), dateTime) })}</strong>{' '}
        {asProblem(stale.error).detail}
      </p>
      <Button loading={stale.busy} onClick={stale.again}>
        {t('try_again')}
      </Button>
    </div>
  );
}

/** Of today, the hour alone. */
const hourToday = (time: string, dateTime: (at: Date) => string): string =>
  time.replace(`${dateTime(new Date()).split(' ')[0]} `, '');
