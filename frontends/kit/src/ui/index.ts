// What every page of the dashboard begins with. The antd parts in use are in facades by what they are for, so that a page loads what it
// uses; a name that a remote needs and that is in none is added first.
export { Button, Segmented, Tooltip } from 'antd';
export { lazyDialog } from './lazy-dialog';
export { PageHead } from './page-head';
export { UiProvider } from './provider';
export { StaleNotice } from './stale-notice';
