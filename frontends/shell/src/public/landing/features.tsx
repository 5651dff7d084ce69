import { useTranslation } from '@linkway/kit/i18n';
import { Icon, type IconName } from '../../layout/icon';
import styles from './sections.module.css';

// Only what is built.
const features = [
  ['exact', 'check'],
  ['statistics', 'chart'],
  ['password', 'lock'],
  ['devices', 'devices'],
  ['expiry', 'clock'],
  ['security', 'shield'],
] as const satisfies [string, IconName][];

export function Features() {
  const { t } = useTranslation('public');
  return (
    <section id="features" className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title" className={styles.title}>
        {t('features.title')}
      </h2>
      <p className={styles.lead}>{t('features.text')}</p>
      <ul className={styles.grid}>
        {features.map(([key, icon]) => (
          <li key={key} className={styles.feature}>
            <span className={styles.icon}>
              <Icon name={icon} />
            </span>
            <h3 className={styles.name}>{t(`features.${key}.title`)}</h3>
            <p className={styles.text}>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
