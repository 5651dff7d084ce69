import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { domainsConfig } from './config.js';

export const service = defineService({ name: 'domains', config: domainsConfig, module: AppModule });
export default service;

runIfMain(import.meta, service);
