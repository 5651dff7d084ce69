import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Profile } from '../user/profile.entity.js';
import { User } from '../user/user.entity.js';

/** Of what an owner may change; what is not there stays. */
export interface ProfileChanges {
  full_name?: string;
  phone?: string | null;
}

@Injectable()
export class ProfileRepository {
  async update(userId: string, { full_name, ...own }: ProfileChanges, manager: EntityManager): Promise<void> {
    if (full_name !== undefined) await manager.update(User, { id: userId }, { full_name });
    if (Object.keys(own).length > 0) await manager.update(Profile, { user_id: userId }, own);
  }
}
