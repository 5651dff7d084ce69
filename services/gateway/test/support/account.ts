import {
  deleteAvatarRpc,
  getAvatarRpc,
  getProfileRpc,
  getSettingsRpc,
  type Profile,
  type RpcInput,
  type Settings,
  setAvatarRpc,
  type User,
  updateProfileRpc,
  updateSettingsRpc,
} from '@linkway/contracts';
import { AppError, defineService, Rpc, type RpcCall, randomKey, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';
import { ApiKeyResponder } from './api-keys.js';
import { IdentityExports } from './data-export.js';
import { ImpersonationResponder } from './impersonation.js';

/** Answers as identity does, what is asked of an account too. */
@Controller()
export class AccountResponder extends ImpersonationResponder {
  private readonly phones = new Map<string, string | null>();
  /** By their keys, in base64. */
  private readonly avatars = new Map<string, string>();

  @Rpc(getProfileRpc)
  async profile(_input: RpcInput<typeof getProfileRpc>, { caller }: RpcCall<typeof getProfileRpc>): Promise<Profile> {
    return this.profileOf(this.userOf(caller.user_id));
  }

  @Rpc(updateProfileRpc)
  async updateProfile(
    { full_name, phone, timezone }: RpcInput<typeof updateProfileRpc>,
    { caller }: RpcCall<typeof updateProfileRpc>,
  ): Promise<Profile> {
    const user = this.userOf(caller.user_id);
    if (phone !== undefined) this.phones.set(user.id, phone);
    const chosen = timezone !== undefined && { chosen: { ...this.settingsOf(user), timezone } };
    return this.profileOf(await this.change(user, { ...(full_name && { full_name }), ...chosen }));
  }

  @Rpc(setAvatarRpc)
  async setAvatar(
    { image }: RpcInput<typeof setAvatarRpc>,
    { caller }: RpcCall<typeof setAvatarRpc>,
  ): Promise<Profile> {
    const user = this.userOf(caller.user_id);
    const key = randomKey(16);
    this.avatars.set(key, image);
    return this.profileOf(await this.change(user, { avatar_url: `/api/avatars/${key}` }));
  }

  @Rpc(deleteAvatarRpc)
  async deleteAvatar(_input: RpcInput<typeof deleteAvatarRpc>, { caller }: RpcCall<typeof deleteAvatarRpc>) {
    const user = this.userOf(caller.user_id);
    this.avatars.delete(user.avatar_url?.split('/').at(-1) ?? '');
    await this.change(user, { avatar_url: null });
    return {};
  }

  @Rpc(getAvatarRpc)
  async avatar({ key }: RpcInput<typeof getAvatarRpc>) {
    const image = this.avatars.get(key);
    if (image === undefined) throw new AppError('avatar.not_found');
    return { image };
  }

  @Rpc(getSettingsRpc)
  async settings(
    _input: RpcInput<typeof getSettingsRpc>,
    { caller }: RpcCall<typeof getSettingsRpc>,
  ): Promise<Settings> {
    return this.settingsOf(this.userOf(caller.user_id));
  }

  @Rpc(updateSettingsRpc)
  async updateSettings(
    { chosen_seconds_ago: _ago, ...changes }: RpcInput<typeof updateSettingsRpc>,
    { caller }: RpcCall<typeof updateSettingsRpc>,
  ): Promise<Settings> {
    const user = this.userOf(caller.user_id);
    return this.settingsOf(await this.change(user, { chosen: { ...this.settingsOf(user), ...changes } }));
  }

  private settingsOf({ chosen }: User): Settings {
    return { language: null, display_mode: null, timezone: null, ...chosen };
  }

  private profileOf({ id, email, full_name, chosen, avatar_url = null, created_at }: User): Profile {
    const chosen_timezone = chosen?.timezone ?? null;
    const timezone = chosen_timezone ?? 'Asia/Ho_Chi_Minh';
    return { email, full_name, timezone, chosen_timezone, avatar_url, created_at, phone: this.phones.get(id) ?? null };
  }
}

@Module({ controllers: [AccountResponder, ApiKeyResponder, IdentityExports] })
class IdentityModule {}

export const identity = defineService({ name: 'identity', config: serviceConfig({}), module: IdentityModule });
