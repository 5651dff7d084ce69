import { AppLogger, MaliciousLinkReporter, RpcClient } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { MaliciousLinks } from './malicious-links.js';

const reporter = {
  provide: MaliciousLinkReporter,
  inject: [RpcClient, AppLogger],
  useFactory: (rpc: RpcClient, logger: AppLogger) => new MaliciousLinkReporter(rpc, logger),
};

@Module({ providers: [reporter, MaliciousLinks], exports: [MaliciousLinks] })
export class MaliciousLinkModule {}
