import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys.js';

@Module({ providers: [ApiKeys], exports: [ApiKeys] })
export class ApiKeyModule {}
