import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { analyticsConfig } from './config.js';

export const service = defineService({ name: 'analytics', config: analyticsConfig, module: AppModule });
export default service;

runIfMain(import.meta, service);
