import { languages, useTranslation } from '@linkway/kit/i18n';
import { setTheme, type ThemeChoice, themeChoices, useTheme } from '@linkway/kit/theme';
import { useChooseLanguage } from './choose-language';
import { Icon, type IconName } from './icon';
import styles from './preferences.module.css';

/** EN or VI, by their names for who does not see them. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('kit');
  const chooseLanguage = useChooseLanguage();
  return (
    <div className={styles.group} role="group" aria-label={t('language.label')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.choice}
          lang={language}
          title={t(`language.${language}`)}
          aria-label={`${language.toUpperCase()} ${t(`language.${language}`)}`}
          aria-pressed={i18n.language === language}
          onClick={() => void chooseLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

const icons: Record<ThemeChoice, IconName> = { light: 'sun', dark: 'moon', system: 'screen' };

export function ThemeSwitch() {
  const { t } = useTranslation('kit');
  const { choice } = useTheme();
  return (
    <div className={styles.group} role="group" aria-label={t('theme.label')}>
      {themeChoices.map((theme) => (
        <button
          key={theme}
          type="button"
          className={styles.choice}
          title={t(`theme.${theme}`)}
          aria-label={t(`theme.${theme}`)}
          aria-pressed={choice === theme}
          onClick={() => setTheme(theme)}
        >
          <Icon name={icons[theme]} size={16} />
        </button>
      ))}
    </div>
  );
}
