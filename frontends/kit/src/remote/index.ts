export { configOfPage, fetchConfig, type RuntimeConfig, type Tab, type TabGroup } from './config';
export { RemoteView } from './view';
