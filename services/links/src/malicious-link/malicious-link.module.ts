import { MaliciousLinkReporter } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { MaliciousLinks } from './malicious-links.js';

@Module({ providers: [MaliciousLinkReporter, MaliciousLinks], exports: [MaliciousLinks] })
export class MaliciousLinkModule {}
