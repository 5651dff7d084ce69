import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { redirectConfig } from './config.js';
import { keepReady } from './readiness.js';
import { serverOptions } from './visit/server-options.js';
import { registerVisits } from './visit/visit.routes.js';

export const service = defineService({
  name: 'redirect',
  config: redirectConfig,
  module: AppModule,
  http: {
    fastify: () => serverOptions,
    configure: async (app, config) => {
      keepReady(app);
      await registerVisits(app, config);
    },
  },
});
export default service;

await runIfMain(import.meta, service);
