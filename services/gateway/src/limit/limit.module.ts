import { Global, Module } from '@nestjs/common';
import { SharedCounts } from './shared-counts.js';

@Global()
@Module({ providers: [SharedCounts], exports: [SharedCounts] })
export class LimitModule {}
