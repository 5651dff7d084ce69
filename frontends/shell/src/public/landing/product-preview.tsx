import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { useTheme } from '@linkway/kit/theme';
import { Icon } from '../../layout/icon';
import { phonePictures, phoneSize, pictures, size } from './preview-pictures';
import styles from './product-preview.module.css';

/** What the owner of links sees of them: a screen of the product itself, in the page's language and theme. */
export function ProductPreview() {
  const { t } = useTranslation('public');
  const { mode } = useTheme();
  return (
    <section className={styles.section} aria-labelledby="preview-title">
      <h2 id="preview-title" className={styles.title}>
        {t('preview.title')}
      </h2>
      <p className={styles.text}>{t('preview.text')}</p>
      <ul className={styles.points}>
        {(['one', 'two', 'three'] as const).map((point) => (
          <li key={point}>
            <Icon name="check" size={16} />
            {t(`preview.${point}`)}
          </li>
        ))}
      </ul>
      <picture>
        <source media="(max-width: 767px)" srcSet={phonePictures[currentLanguage()][mode].pathname} {...phoneSize} />
        <img
          className={styles.picture}
          src={pictures[currentLanguage()][mode].pathname}
          alt={t('preview.picture')}
          {...size}
          loading="lazy"
        />
      </picture>
    </section>
  );
}
