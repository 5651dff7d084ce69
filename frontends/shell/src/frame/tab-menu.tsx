import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { TabIcon } from './tab-icon';
import styles from './tab-menu.module.css';
import { tabsFor, titleOf, useTabs } from './tabs';

interface Props {
  current: string;
  admin: boolean;
  /** Icons only. */
  compact?: boolean;
  onOpen?: () => void;
}

/** The tabs of all remotes in their groups, as links: they open in a new window like any link. */
export function TabMenu({ current, admin, compact = false, onOpen }: Props) {
  const {
    t,
    i18n: { language },
  } = useTranslation('frame');
  const list = useTabs();
  const shown = tabsFor(list, admin);
  const groups = list.groups.filter(({ key }) => shown.some((tab) => tab.group === key));
  return (
    <nav aria-label={t('menu')} className={compact ? styles.compact : undefined}>
      {groups.map((group) => (
        <div key={group.key} className={styles.group}>
          <h2 className={styles.heading}>{titleOf(group, language)}</h2>
          <ul className={styles.list}>
            {shown
              .filter((tab) => tab.group === group.key)
              .map((tab) => (
                <li key={tab.key}>
                  <Link
                    to={`/dashboard?tab=${tab.key}`}
                    className={styles.item}
                    aria-current={tab.key === current ? 'page' : undefined}
                    title={compact ? titleOf(tab, language) : undefined}
                    onClick={onOpen}
                  >
                    <TabIcon name={tab.icon} />
                    <span className={compact ? 'lw-visually-hidden' : undefined}>{titleOf(tab, language)}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
