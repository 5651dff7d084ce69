import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { identityConfig } from './config.js';

export const service = defineService({ name: 'identity', config: identityConfig, module: AppModule });
export default service;

runIfMain(import.meta, service);
