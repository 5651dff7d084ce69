import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { [[serviceCamel]]Config } from './config.js';

export const service = defineService({ name: '[[service]]', config: [[serviceCamel]]Config, module: AppModule });
export default service;

runIfMain(import.meta, service);
