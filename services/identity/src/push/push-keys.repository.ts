import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { PushKeysRow } from './push-keys.entity.js';

type NewKeys = Pick<PushKeysRow, 'public_key' | 'private_key'>;

@Injectable()
export class PushKeysRepository {
  constructor(@InjectRepository(PushKeysRow) private readonly rows: Repository<PushKeysRow>) {}

  /** null: there are none yet. */
  find(): Promise<PushKeysRow | null> {
    return this.rows.findOneBy({ id: 1 });
  }

  /** Of any number of processes that start for the first time the keys of one stay; it answers those. */
  async keep({ public_key, private_key }: NewKeys): Promise<PushKeysRow> {
    await this.rows.query(
      'INSERT INTO push_keys (id, public_key, private_key) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING',
      [public_key, private_key],
    );
    return this.rows.findOneByOrFail({ id: 1 });
  }

  async reseal(former: Buffer, private_key: Buffer): Promise<void> {
    await this.rows.update({ id: 1, private_key: former }, { private_key });
  }
}
