import { AVATAR_SIZE, MAX_KEPT_AVATAR_BYTES, type MemberCaller, type Profile, userChanged } from '@linkway/contracts';
import { AppError, Outbox, randomKey } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { imageSize } from 'image-size';
import { profileView } from '../profile/profile.view.js';
import { SessionService } from '../session/session.service.js';
import { UserRepository } from '../user/user.repository.js';
import { AvatarRepository } from './avatar.repository.js';

const KEY_BYTES = 16;

@Injectable()
export class AvatarService {
  constructor(
    private readonly sessions: SessionService,
    private readonly avatars: AvatarRepository,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  async get(key: string): Promise<Buffer> {
    const image = await this.avatars.findImage(key);
    if (!image) throw new AppError('avatar.not_found');
    return image;
  }

  async set(image: Buffer, caller: MemberCaller): Promise<Profile> {
    const { user } = await this.sessions.ofCaller(caller);
    if (!isSmallSquare(image)) throw new AppError('avatar.unreadable');
    const key = randomKey(KEY_BYTES);
    const url = `/api/avatars/${key}`;
    await this.outbox.transaction(async (manager, emit) => {
      await this.avatars.put({ user_id: user.id, key, url, image }, manager);
      emit(userChanged, { user_id: user.id });
    });
    return { ...profileView(user), avatar_url: url, has_password: await this.users.hasPassword(user.id) };
  }

  async delete(caller: MemberCaller): Promise<void> {
    const { user_id } = await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      if (await this.avatars.delete(user_id, manager)) emit(userChanged, { user_id });
    });
  }
}

/** What the gateway makes of a picture, by its bytes: nothing else is ever given out. */
function isSmallSquare(image: Buffer): boolean {
  if (image.length > MAX_KEPT_AVATAR_BYTES) return false;
  try {
    const { type, width, height } = imageSize(image);
    return type === 'webp' && width === height && width >= 1 && width <= AVATAR_SIZE;
  } catch {
    return false;
  }
}
