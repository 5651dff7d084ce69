export { Panel } from '@linkway/kit/ui';
