import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { RecoveryCode } from './recovery-code.entity.js';

@Injectable()
export class RecoveryCodeRepository {
  constructor(@InjectRepository(RecoveryCode) private readonly codes: Repository<RecoveryCode>) {}

  left(userId: string): Promise<number> {
    return this.codes.countBy({ user_id: userId });
  }

  all(userId: string, manager: EntityManager): Promise<RecoveryCode[]> {
    return manager.findBy(RecoveryCode, { user_id: userId });
  }

  async replaceAll(userId: string, digests: Buffer[], manager: EntityManager): Promise<void> {
    await manager.delete(RecoveryCode, { user_id: userId });
    await manager.insert(
      RecoveryCode,
      digests.map((digest) => ({ id: uuidv7(), user_id: userId, digest })),
    );
  }

  /** Some that another key has sealed. */
  sealedByOther(keyId: Buffer, most: number): Promise<RecoveryCode[]> {
    return this.codes.query(
      'SELECT id, user_id, digest FROM recovery_codes WHERE substring(digest FROM 2 FOR 4) <> $1 LIMIT $2',
      [keyId, most],
    );
  }

  async reseal(id: string, digest: Buffer): Promise<void> {
    await this.codes.update({ id }, { digest });
  }

  /** Uses one, once: of those who come at once with it, one is told true. */
  async use(id: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.delete(RecoveryCode, { id });
    return affected === 1;
  }
}
