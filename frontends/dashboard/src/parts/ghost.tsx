export { Ghost } from '@linkway/kit/ui';
