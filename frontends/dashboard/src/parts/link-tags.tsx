import type { Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Tooltip } from '@linkway/kit/ui';
import {
  ApartmentOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  ExperimentOutlined,
  GlobalOutlined,
  LockOutlined,
  MobileOutlined,
  ThunderboltOutlined,
} from '@linkway/kit/ui/icons';
import type { ReactNode } from 'react';
import { hasDevices, hasLocations, linkState } from '../data/link-state';
import styles from './link-tags.module.css';

/** What state a link is in, and what it has beside its address. */
export function LinkTags({ link }: { link: Link }) {
  const { t } = useTranslation('dashboard');
  const { dateTime, number } = useFormats();
  const state = linkState(link);
  const label = {
    active: t('state.active'),
    quarantined: t('state.quarantined'),
    paused: t('state.paused'),
    scheduled: t('state.scheduled'),
    expired: t('state.expired'),
    used_up: t('state.used_up'),
  }[state];
  return (
    <span className={styles.tags}>
      <span className={`${styles.tag} ${styles[state]}`}>{label}</span>
      {link.has_password && <Mark icon={<LockOutlined />} text={t('state.password')} />}
      {link.starts_at && state === 'scheduled' && (
        <Mark icon={<CalendarOutlined />} text={t('state.starts', { time: dateTime(link.starts_at) })} />
      )}
      {link.expires_at && state !== 'expired' && (
        <Mark icon={<ClockCircleOutlined />} text={t('state.expires', { time: dateTime(link.expires_at) })} />
      )}
      {link.max_clicks !== null && (
        <Mark
          icon={<ThunderboltOutlined />}
          text={t('state.limit', { count: link.max_clicks, shown: number(link.max_clicks) })}
        />
      )}
      {(link.rules?.length ?? 0) > 0 && <Mark icon={<ApartmentOutlined />} text={t('state.rules')} />}
      {link.ab_test && <Mark icon={<ExperimentOutlined />} text={t('state.ab_test')} />}
      {hasLocations(link) && <Mark icon={<GlobalOutlined />} text={t('state.locations')} />}
      {hasDevices(link) && <Mark icon={<MobileOutlined />} text={t('state.devices')} />}
    </span>
  );
}

function Mark({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Tooltip title={text}>
      <span className={styles.mark} role="img" aria-label={text}>
        {icon}
      </span>
    </Tooltip>
  );
}
