import type { TextsOf } from '@linkway/kit/i18n';
import type { googleTexts } from './google';
import type { namespaces } from './index';
import type { recoveryTexts } from './recovery';
import type { reportTexts } from './report';

declare global {
  interface LinkwayTexts
    extends TextsOf<typeof namespaces & typeof googleTexts & typeof recoveryTexts & typeof reportTexts> {}
}
