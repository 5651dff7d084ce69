import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { CountedReport } from './counted-report.entity.js';

/** Longer than any process tries to tell one. */
const KEPT = "interval '1 day'";

@Injectable()
export class CountedReportRepository {
  constructor(@InjectRepository(CountedReport) private readonly reports: Repository<CountedReport>) {}

  /** Counts all of a report, or nothing; nothing where it was counted before. One that is being counted is waited for. */
  async once(id: string, count: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.reports.manager.transaction(async (manager) => {
      if (await this.isNew(id, manager)) await count(manager);
    });
  }

  /** Removes some that nobody tells again; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.reports, { table: 'flood_reports', by: 'received_at', where: `< now() - ${KEPT}` });
  }

  private async isNew(id: string, manager: EntityManager): Promise<boolean> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(CountedReport)
      .values({ id })
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }
}
