import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { type MailPurpose, MailRequest } from './mail-request.entity.js';

@Injectable()
export class MailRequestRepository {
  constructor(@InjectRepository(MailRequest) private readonly requests: Repository<MailRequest>) {}

  async add(
    request: Pick<MailRequest, 'id' | 'purpose' | 'email_lower' | 'language' | 'until' | 'ip'>,
    manager: EntityManager = this.requests.manager,
  ): Promise<void> {
    await manager.insert(MailRequest, request);
  }

  /**
   * Does `work` for the next one of these purposes that no other process has, and removes it, in one transaction of the caller's. null: there is none. One
   * that fails is behind all others the next time.
   */
  async takeNext(
    purposes: readonly MailPurpose[],
    work: (request: MailRequest, manager: EntityManager) => Promise<void>,
    manager: EntityManager,
  ): Promise<{ request: MailRequest; error?: unknown } | null> {
    const request = await manager
      .createQueryBuilder(MailRequest, 'request')
      .where('request.purpose IN (:...purposes)', { purposes })
      .orderBy({ 'request.attempts': 'ASC', 'request.created_at': 'ASC' })
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
    if (!request) return null;
    try {
      // A transaction within this one: what fails leaves nothing behind.
      await manager.transaction((within) => work(request, within));
    } catch (error) {
      await manager.increment(MailRequest, { id: request.id }, 'attempts', 1);
      return { request, error };
    }
    await manager.delete(MailRequest, { id: request.id });
    return { request };
  }

  async remove(id: string): Promise<void> {
    await this.requests.delete({ id });
  }
}
