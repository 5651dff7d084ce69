import {
  type MemberCaller,
  type Profile,
  phoneOf,
  type RpcInput,
  timeZoneOf,
  type updateProfileRpc,
  userChanged,
} from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { SettingsRepository } from '../settings/settings.repository.js';
import { UserRepository } from '../user/user.repository.js';
import { type ProfileChanges, ProfileRepository } from './profile.repository.js';
import { profileView } from './profile.view.js';

@Injectable()
export class ProfileService {
  constructor(
    private readonly sessions: SessionService,
    private readonly profiles: ProfileRepository,
    private readonly settings: SettingsRepository,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  async get(caller: MemberCaller): Promise<Profile> {
    const { user } = await this.sessions.ofCaller(caller);
    return { ...profileView(user), has_password: await this.users.hasPassword(user.id) };
  }

  async update(input: RpcInput<typeof updateProfileRpc>, caller: MemberCaller): Promise<Profile> {
    const { user } = await this.sessions.ofCaller(caller);
    const changes = changesOf(input);
    const zone = zoneOf(input);
    if (Object.keys(changes).length > 0 || zone !== undefined) {
      await this.outbox.transaction(async (manager, emit) => {
        await this.profiles.update(user.id, changes, manager);
        if (zone !== undefined) await this.settings.chooseTimeZone(user.id, zone, manager);
        emit(userChanged, { user_id: user.id });
      });
    }
    const chosen = zone === undefined ? {} : { chosen_timezone: zone, ...(zone !== null && { timezone: zone }) };
    return { ...profileView(user), ...changes, ...chosen, has_password: await this.users.hasPassword(user.id) };
  }
}

/** In the form that is kept; the contract has seen that they have one. */
function changesOf({ full_name, phone }: RpcInput<typeof updateProfileRpc>): ProfileChanges {
  return {
    ...(full_name !== undefined && { full_name }),
    ...(phone !== undefined && { phone: phone === null ? null : phoneOf(phone) }),
  };
}

/** Likewise; it is the settings' as well. null: each browser's own; undefined: the former choice stays. */
const zoneOf = ({ timezone }: RpcInput<typeof updateProfileRpc>): string | null | undefined =>
  timezone && timeZoneOf(timezone);
