export { EmptyState } from '@linkway/kit/ui';
