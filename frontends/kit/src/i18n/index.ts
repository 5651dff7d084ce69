export { useTranslation } from 'react-i18next';
export { type Formats, useFormats } from './format';
export { currentLanguage, setLanguage, showLanguage, startI18n, translator, withTexts } from './instance';
export { type Language, languages, type Namespace, registerNamespaces, type Texts } from './registry';
export type { TextNamespace, TextsOf } from './texts';
