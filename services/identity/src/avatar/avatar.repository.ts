import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Profile } from '../user/profile.entity.js';
import { Avatar } from './avatar.entity.js';

export interface NewAvatar {
  user_id: string;
  key: string;
  /** Under which it is told. */
  url: string;
  image: Buffer;
}

@Injectable()
export class AvatarRepository {
  constructor(@InjectRepository(Avatar) private readonly avatars: Repository<Avatar>) {}

  async findImage(key: string): Promise<Buffer | null> {
    return (await this.avatars.findOneBy({ key }))?.image ?? null;
  }

  async findOf(user_id: string): Promise<Buffer | null> {
    return (await this.avatars.findOneBy({ user_id }))?.image ?? null;
  }

  /** In the place of the former one. */
  async put({ user_id, key, url, image }: NewAvatar, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO avatars (user_id, key, image) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET key = excluded.key, image = excluded.image, created_at = now()`,
      [user_id, key, image],
    );
    await manager.update(Profile, { user_id }, { avatar_url: url });
  }

  /** Whether there was one. */
  async delete(user_id: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.delete(Avatar, { user_id });
    await manager.update(Profile, { user_id }, { avatar_url: null });
    return affected === 1;
  }
}
