import { AppLogger, FloodReporter, RpcClient } from '@linkway/platform';
import { Global, Module } from '@nestjs/common';
import { SharedCounts } from './shared-counts.js';

const floods = {
  provide: FloodReporter,
  inject: [RpcClient, AppLogger],
  useFactory: (rpc: RpcClient, logger: AppLogger) => new FloodReporter(rpc, logger),
};

@Global()
@Module({ providers: [SharedCounts, floods], exports: [SharedCounts, FloodReporter] })
export class LimitModule {}
