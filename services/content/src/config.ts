import { type ConfigOf, databaseEnv, serviceConfig } from '@linkway/platform';

export const contentConfig = serviceConfig({ ...databaseEnv });
export type ContentConfig = ConfigOf<typeof contentConfig>;
