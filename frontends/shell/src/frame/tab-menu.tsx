import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import styles from './tab-menu.module.css';
import { tabs } from './tabs';

interface Props {
  current: string;
  admin: boolean;
  /** Icons only. */
  compact?: boolean;
  onOpen?: () => void;
}

/** The built tabs in their groups, as links: they open in a new window like any link. */
export function TabMenu({ current, admin, compact = false, onOpen }: Props) {
  const { t } = useTranslation('frame');
  const shown = tabs.filter((tab) => admin || !tab.adminOnly);
  const groups = [...new Set(shown.map((tab) => tab.group))];
  return (
    <nav aria-label={t('menu')} className={compact ? styles.compact : undefined}>
      {groups.map((group) => (
        <div key={group} className={styles.group}>
          <h2 className={styles.heading}>{t(`group.${group}`)}</h2>
          <ul className={styles.list}>
            {shown
              .filter((tab) => tab.group === group)
              .map(({ key, icon: Icon }) => (
                <li key={key}>
                  <Link
                    to={`/dashboard?tab=${key}`}
                    className={styles.item}
                    aria-current={key === current ? 'page' : undefined}
                    title={compact ? t(`tab.${key}`) : undefined}
                    onClick={onOpen}
                  >
                    <Icon aria-hidden />
                    <span className={compact ? 'lw-visually-hidden' : undefined}>{t(`tab.${key}`)}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
