import {
  type MemberCaller,
  type RpcInput,
  type Settings,
  timeZoneOf,
  type updateSettingsRpc,
  userChanged,
} from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { chosenOf } from '../user/user.view.js';
import { SettingsRepository } from './settings.repository.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly settings: SettingsRepository,
    private readonly outbox: Outbox,
  ) {}

  async get(caller: MemberCaller): Promise<Settings> {
    const { user } = await this.sessions.ofCaller(caller);
    const chosen = chosenOf(user);
    return { ...chosen, language: chosen.language ?? user.language };
  }

  async update(input: RpcInput<typeof updateSettingsRpc>, caller: MemberCaller): Promise<Settings> {
    const { language, display_mode, timezone, chosen_seconds_ago: secondsAgo = 0 } = input;
    const { user } = await this.sessions.ofCaller(caller);
    const isChoice = language !== undefined || display_mode !== undefined;
    if (isChoice || timezone !== undefined) {
      await this.outbox.transaction(async (manager, emit) => {
        if (isChoice) await this.settings.choose(user.id, { language, display_mode, secondsAgo }, manager);
        // In the form that is kept; the contract has seen that it has one.
        if (timezone !== undefined) {
          await this.settings.chooseTimeZone(user.id, timezone && timeZoneOf(timezone), manager);
        }
        emit(userChanged, { user_id: user.id });
      });
    }
    return this.get(caller);
  }
}
