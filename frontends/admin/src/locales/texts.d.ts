import type { TextsOf } from '@linkway/kit/i18n';
import type { namespaces } from './index';

declare global {
  interface LinkwayTexts extends TextsOf<typeof namespaces> {}
}
