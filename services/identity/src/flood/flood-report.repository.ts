import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { FloodReport } from './flood-report.entity.js';

/** Longer than any process tries to tell one. */
const KEPT = "interval '1 day'";

@Injectable()
export class FloodReportRepository {
  constructor(@InjectRepository(FloodReport) private readonly reports: Repository<FloodReport>) {}

  /** Of a report all is counted, or nothing. */
  inOne<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.reports.manager.transaction(work);
  }

  /** False where it was counted before. One that is being counted is waited for. */
  async isNew(id: string, manager: EntityManager): Promise<boolean> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(FloodReport)
      .values({ id })
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }

  /** Removes some that nobody tells again; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.reports, { table: 'flood_reports', by: 'received_at', where: `< now() - ${KEPT}` });
  }
}
