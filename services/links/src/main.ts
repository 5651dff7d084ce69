import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { linksConfig } from './config.js';

export const service = defineService({ name: 'links', config: linksConfig, module: AppModule });
export default service;

runIfMain(import.meta, service);
