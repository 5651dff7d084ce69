// What every page of the dashboard begins with. The antd parts in use are in facades by what they are for, so that a page loads what it
// uses; a name that a remote needs and that is in none is added first.
export { Button, Segmented, Tooltip } from 'antd';
export {
  type AddedLanguage,
  chooseAdded,
  LANGUAGES,
  useAddedLanguage,
  useAddedLanguages,
  useShownAdded,
} from '../added-language/use-added-language';
export { timeZone } from '../i18n/time-zone';
export { useAccountChoices } from '../session/account-choices';
export { ActionTooltip } from './action-tooltip';
export { type Amounts, useAmounts } from './amounts';
export { Avatar } from './avatar';
export { CodeBlock } from './code-block';
export { ElsewhereNotice } from './elsewhere-notice';
export { EmptyState } from './empty-state';
export { Ghost } from './ghost';
export { lazyDialog } from './lazy-dialog';
export { PageHead } from './page-head';
export { paramsOfOthers, usePageParams } from './page-params';
export { Panel } from './panel';
export { prepareUi, UiProvider } from './provider';
export { readableAddress, readableHost } from './readable-address';
export { StaleNotice } from './stale-notice';
export { dayStart, wallClock } from './wall-clock';
