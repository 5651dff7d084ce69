import { type ConfigOf, databaseEnv, serviceConfig } from '@linkway/platform';

export const [[serviceCamel]]Config = serviceConfig({ ...databaseEnv });
export type [[Service]]Config = ConfigOf<typeof [[serviceCamel]]Config>;
