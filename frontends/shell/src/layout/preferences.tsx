import { type Language, languages, setLanguage, useTranslation } from '@linkway/kit/i18n';
import { setTheme, type ThemeChoice, themeChoices, useTheme } from '@linkway/kit/theme';
import styles from './public-layout.module.css';

export function LanguageSwitch() {
  const { t, i18n } = useTranslation('kit');
  return (
    <select
      className={styles.select}
      aria-label={t('language.label')}
      value={i18n.language}
      onChange={(event) => void setLanguage(event.target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`language.${language}`)}
        </option>
      ))}
    </select>
  );
}

export function ThemeSwitch() {
  const { t } = useTranslation('kit');
  const { choice } = useTheme();
  return (
    <select
      className={styles.select}
      aria-label={t('theme.label')}
      value={choice}
      onChange={(event) => setTheme(event.target.value as ThemeChoice)}
    >
      {themeChoices.map((theme) => (
        <option key={theme} value={theme}>
          {t(`theme.${theme}`)}
        </option>
      ))}
    </select>
  );
}
