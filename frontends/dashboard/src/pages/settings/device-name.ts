import type { PlacedSession } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useValueName } from '../../charts/readings';

/** A browser and what it runs on, as "Chrome on Windows". */
export function useDeviceName(): (device: Pick<PlacedSession, 'browser' | 'os' | 'device_type'>) => string {
  const { t } = useTranslation('settings');
  const name = useValueName();
  return ({ browser, os, device_type }) => {
    const what = browser ? name('browser', browser) : t('devices.unknown');
    const on = os ? name('os', os) : name('device', device_type);
    return t('devices.name', { browser: what, os: on });
  };
}
