import type { PushBrowser } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost } from '@linkway/kit/ui';
import { useRef } from 'react';
import { useDeviceName } from '../device-name';
import styles from '../settings-page.module.css';
import type { usePush } from './use-push';

/** The browsers that notifications are pushed to, each with its way out; and whether this one can be. */
export function PushBrowsers({ push }: { push: ReturnType<typeof usePush> }) {
  const { t } = useTranslation('settings');
  const { browsers, failure, isFetching, refresh, support, hasThis, busy, addThis, remove } = push;
  const list = useRef<HTMLUListElement>(null);
  if (failure) {
    return <ErrorCard error={failure} title={t('notifications.browsers_failed')} retry={refresh} busy={isFetching} />;
  }
  if (!browsers) return <Ghost height={64} />;
  return (
    <>
      {support !== 'fine' && (
        <p className={styles.warning} role="status">
          {t(support === 'denied' ? 'notifications.denied' : 'notifications.unsupported')}
        </p>
      )}
      {!hasThis && support === 'fine' && (
        <Button loading={busy('this')} onClick={() => void addThis()}>
          {t('notifications.add_this')}
        </Button>
      )}
      {browsers.length > 0 && (
        <ul ref={list} className={styles.devices} tabIndex={-1} aria-label={t('notifications.browsers')}>
          {browsers.map((browser) => (
            <Browser
              key={browser.id}
              browser={browser}
              busy={busy(browser.id)}
              // The button that was pressed goes with its line.
              onRemove={() => void remove(browser).then((gone) => gone && list.current?.focus())}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Browser({ browser, busy, onRemove }: { browser: PushBrowser; busy: boolean; onRemove: () => void }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormats();
  const name = useDeviceName()(browser);
  const { current, created_at, last_success_at } = browser;
  return (
    <li className={styles.device} data-row>
      <div className={styles.about}>
        <p className={styles.name}>
          {name} {current && <span className={styles.current}>{t('notifications.this')}</span>}
        </p>
        <p className={styles.when}>
          {t('notifications.added', { time: dateTime(created_at) })}
          <br />
          {last_success_at
            ? t('notifications.last_success', { time: dateTime(last_success_at) })
            : t('notifications.no_success')}
        </p>
      </div>
      <Button loading={busy} aria-label={t('notifications.remove_of', { name })} onClick={onRemove}>
        {t('notifications.remove')}
      </Button>
    </li>
  );
}
