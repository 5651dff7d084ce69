import { Module } from '@nestjs/common';
import { CLOCK } from '../clock.js';
import { LeaseModule, Leases } from '../lease/lease.module.js';
import { ClickHouse } from '../store/clickhouse.js';
import { ClicksByDayRepository } from './clicks-by-day.repository.js';
import { BY_DAY_LEASE, ClicksByDayService } from './clicks-by-day.service.js';

@Module({
  imports: [LeaseModule],
  providers: [
    {
      provide: ClicksByDayRepository,
      inject: [ClickHouse],
      useFactory: (clickhouse: ClickHouse) => new ClicksByDayRepository(clickhouse),
    },
    ClicksByDayService,
    { provide: CLOCK, useValue: () => Date.now() },
    { provide: BY_DAY_LEASE, inject: [Leases], useFactory: (leases: Leases) => leases.of('clicks-by-day') },
  ],
})
export class ByDayModule {}
