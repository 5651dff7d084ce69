import 'reflect-metadata';
import { defineService, runIfMain } from '@linkway/platform';
import { AppModule } from './app.module.js';
import { contentConfig } from './config.js';

export const service = defineService({ name: 'content', config: contentConfig, module: AppModule });
export default service;

runIfMain(import.meta, service);
