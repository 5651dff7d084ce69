import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Icon } from '../../layout/icon';
import styles from './product-preview.module.css';

// An example, and named as one on the page: clicks of fourteen days and the countries they came from.
const days = [86, 112, 97, 141, 168, 122, 94, 131, 188, 214, 197, 243, 228, 263];
const total = days.reduce((sum, day) => sum + day, 0);
const countries = [
  ['VN', 0.46],
  ['US', 0.21],
  ['SG', 0.14],
  ['DE', 0.08],
] as const;

const WIDTH = 560;
const HEIGHT = 160;
const points = days.map((day, index): [number, number] => [
  (index * WIDTH) / (days.length - 1),
  HEIGHT - (day / 280) * HEIGHT,
]);
const line = `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/** A link as its owner sees it, drawn with the page's own means: it follows theme and language. */
export function ProductPreview({ domain }: { domain: string | null }) {
  const { t, i18n } = useTranslation('public');
  const { number, percent } = useFormats();
  const country = new Intl.DisplayNames([i18n.language], { type: 'region' });
  return (
    <section className={styles.section} aria-labelledby="preview-title">
      <div className={styles.words}>
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
      </div>
      <figure className={styles.figure}>
        <div className={styles.panel}>
          <div className={styles.head}>
            <span className={styles.link}>
              {domain ?? t('preview.domain')}/{t('preview.code')}
            </span>
            <span className={styles.active}>{t('preview.active')}</span>
          </div>
          <dl className={styles.numbers}>
            <div>
              <dt>{t('preview.clicks')}</dt>
              <dd>{number(total)}</dd>
            </div>
            <div>
              <dt>{t('preview.visitors')}</dt>
              <dd>{number(1687)}</dd>
            </div>
            <div>
              <dt>{t('preview.countries')}</dt>
              <dd>{number(23)}</dd>
            </div>
          </dl>
          <svg
            className={styles.chart}
            role="img"
            aria-label={t('preview.chart')}
            viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
          >
            {[0, 1, 2, 3].map((step) => (
              <path key={step} d={`M0 ${(step * HEIGHT) / 3}H${WIDTH}`} stroke="var(--lw-line)" />
            ))}
            <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`} fill="var(--lw-chart-1)" opacity="0.12" />
            <path d={line} fill="none" stroke="var(--lw-chart-1)" strokeWidth="2.5" strokeLinejoin="round" />
          </svg>
          <ul className={styles.bars}>
            {countries.map(([code, share]) => (
              <li key={code} className={styles.bar}>
                <span>{country.of(code)}</span>
                <span className={styles.track}>
                  <span className={styles.fill} style={{ width: `${share * 100}%` }} />
                </span>
                <span className={styles.share}>{percent(share)}</span>
              </li>
            ))}
          </ul>
        </div>
        <figcaption className={styles.caption}>{t('preview.caption')}</figcaption>
      </figure>
    </section>
  );
}
