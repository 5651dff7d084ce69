import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { gatewayConfig } from './config.js';
import { configureServer, serverOptions } from './http/server.js';

/** The one HTTP API, and on a single node the web app and `/{code}` on the same port. */
export const service = defineService({
  name: 'gateway',
  config: gatewayConfig,
  module: AppModule,
  http: { fastify: serverOptions, configure: configureServer },
});
export default service;

runIfMain(import.meta, service);
