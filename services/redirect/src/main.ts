import 'reflect-metadata';
import { defineService, Health, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { redirectConfig } from './config.js';
import { keepReady } from './readiness.js';
import { standInFor } from './stand-in/stand-in.js';
import { serverOptions } from './visit/server-options.js';
import { answerFirst, registerVisits } from './visit/visit.routes.js';
import { VisitService } from './visit/visit.service.js';

export const service = defineService({
  name: 'redirect',
  config: redirectConfig,
  module: AppModule,
  http: {
    fastify: () => serverOptions,
    configure: async (app, config) => {
      keepReady(app.get(Health, { strict: false }));
      await registerVisits(app.getHttpAdapter().getInstance(), app.get(VisitService), config);
    },
    before: (app, next) => answerFirst(app.get(VisitService), next),
    standIn: standInFor,
  },
});
export default service;

runIfMain(import.meta, service);
