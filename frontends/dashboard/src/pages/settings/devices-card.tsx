import type { PlacedSession } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, Panel, StaleNotice } from '@linkway/kit/ui';
import { useRef } from 'react';
import { useValueName } from '../../charts/readings';
import { useDeviceName } from './device-name';
import styles from './settings-page.module.css';
import { useDevices } from './use-devices';

export function DevicesCard() {
  const { t } = useTranslation('settings');
  const { data, failure, stale, isFetching, refresh, busy, end, endOthers } = useDevices();
  const list = useRef<HTMLUListElement>(null);
  const devices = data?.data;
  const others = devices?.filter(({ current }) => !current).length ?? 0;
  // The button that was pressed goes with its line.
  const thenFocus = async (ending: Promise<boolean>): Promise<void> => {
    if (await ending) list.current?.focus();
  };
  return (
    <Panel
      title={t('devices.title')}
      extra={
        others > 1 && (
          <Button loading={busy('others')} onClick={() => void thenFocus(endOthers())}>
            {t('devices.end_others')}
          </Button>
        )
      }
    >
      <p>{t('devices.text')}</p>
      {!devices && failure ? (
        <ErrorCard error={failure} title={t('devices.failed')} retry={refresh} busy={isFetching} />
      ) : (
        <>
          <StaleNotice stale={stale} />
          <ul ref={list} className={styles.devices} tabIndex={-1} aria-label={t('devices.title')}>
            {devices?.map((device) => (
              <Device
                key={device.id}
                device={device}
                busy={busy(device.id) || busy('others')}
                onEnd={() => void thenFocus(end(device))}
              />
            )) ?? (
              <li className={styles.device}>
                <Ghost width={240} height={40} />
              </li>
            )}
          </ul>
        </>
      )}
    </Panel>
  );
}

interface DeviceProps {
  device: PlacedSession;
  busy: boolean;
  onEnd: () => void;
}

function Device({ device, busy, onEnd }: DeviceProps) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormats();
  const name = useDeviceName()(device);
  const place = usePlaceName()(device);
  return (
    <li className={styles.device} data-row>
      <div className={styles.about}>
        <p className={styles.name}>
          {name} {device.current && <span className={styles.current}>{t('devices.current')}</span>}
        </p>
        <p className={styles.when}>
          {place ? `${place} · ${device.ip_address}` : device.ip_address}
          <br />
          {device.current
            ? t('devices.since', { time: dateTime(device.created_at) })
            : t('devices.last_used', { time: dateTime(device.last_used_at) })}
        </p>
      </div>
      {!device.current && (
        <Button disabled={busy} aria-label={t('devices.end_of', { name })} onClick={onEnd}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}

function usePlaceName(): (device: PlacedSession) => string {
  const name = useValueName();
  return ({ city, country }) => {
    if (!country) return '';
    return city ? name('city', city, country) : name('country', country);
  };
}
