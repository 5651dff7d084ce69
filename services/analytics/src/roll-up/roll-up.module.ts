import { Module } from '@nestjs/common';
import { CLOCK } from '../clock.js';
import { LeaseModule, Leases } from '../lease/lease.module.js';
import { LookRepository } from './look.repository.js';
import { RollUpRepository } from './roll-up.repository.js';
import { ROLL_UP_LEASE, RollUpService } from './roll-up.service.js';

@Module({
  imports: [LeaseModule],
  providers: [
    LookRepository,
    RollUpRepository,
    RollUpService,
    { provide: CLOCK, useValue: () => Date.now() },
    { provide: ROLL_UP_LEASE, inject: [Leases], useFactory: (leases: Leases) => leases.of('roll-up') },
  ],
  exports: [RollUpService],
})
export class RollUpModule {}
