import { useTranslation } from '@linkway/kit/i18n';
import { chooseAdded, useAddedLanguages, useShownAdded } from '@linkway/kit/ui';
import styles from './added-languages.module.css';

/** Languages that an administrator has added, each by its own name; nothing where there are none. */
export function AddedLanguages() {
  const { t } = useTranslation('frame');
  const languages = useAddedLanguages();
  const shown = useShownAdded();
  if (languages.length === 0) return null;
  return (
    <div className={styles.list} role="group" aria-label={t('more_languages')}>
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          className={styles.choice}
          lang={code}
          aria-pressed={shown === code}
          onClick={() => chooseAdded(code)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
