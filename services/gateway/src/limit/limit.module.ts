import { FloodReporter } from '@linkway/platform';
import { Global, Module } from '@nestjs/common';
import { SharedCounts } from './shared-counts.js';

@Global()
@Module({ providers: [SharedCounts, FloodReporter], exports: [SharedCounts, FloodReporter] })
export class LimitModule {}
