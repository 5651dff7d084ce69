import type { LanguageEntry } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import styles from './languages-page.module.css';

/** Never all but a text, and never none but one: whole only where it is. */
export const percentOf = ({ texts_translated, texts_total }: LanguageEntry): number => {
  if (texts_translated === 0) return 0;
  if (texts_translated >= texts_total) return 100;
  return Math.min(99, Math.max(1, Math.round((texts_translated / texts_total) * 100)));
};

/** How much of a language is translated, as a bar and in numbers. */
export function LanguageProgress({ language }: { language: LanguageEntry }) {
  const { t } = useTranslation('languages');
  const { number } = useFormats();
  const percent = percentOf(language);
  const text = t('progress', {
    translated: number(language.texts_translated),
    total: number(language.texts_total),
    percent: number(percent),
  });
  return (
    <span className={styles.progress}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={t('column.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <span className={styles.done} style={{ inlineSize: `${percent}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
