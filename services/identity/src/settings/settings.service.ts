import {
  listActiveDomainsRpc,
  type MemberCaller,
  offeredLanguagesRpc,
  type RpcInput,
  type Settings,
  timeZoneOf,
  type updateSettingsRpc,
  userChanged,
} from '@linkway/contracts';
import { fieldError, Outbox, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { accountState } from '../user/account-state.js';
import { chosenOf } from '../user/user.view.js';
import { SettingsRepository } from './settings.repository.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly settings: SettingsRepository,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
  ) {}

  async get(caller: MemberCaller): Promise<Settings> {
    const { user } = await this.sessions.ofCaller(caller);
    const chosen = chosenOf(user);
    return {
      ...chosen,
      language: chosen.language ?? user.language,
      auto_delete_links: !!user.settings?.auto_delete_links_since,
      email_notifications: user.settings?.email_notifications ?? true,
      push_notifications: user.settings?.push_notifications ?? false,
      privacy_mode: !!user.settings?.own_visits_token,
      // An administrator who acts as the user has a browser of their own.
      own_visits_token:
        caller.kind === 'session' && caller.impersonator_id === undefined
          ? (user.settings?.own_visits_token ?? null)
          : null,
    };
  }

  async update(input: RpcInput<typeof updateSettingsRpc>, caller: MemberCaller): Promise<Settings> {
    const { added_language, display_mode, timezone, chosen_seconds_ago: secondsAgo = 0 } = input;
    // What it lacks is in English, as mails are.
    const language = input.language ?? (added_language === undefined ? undefined : 'en');
    const { default_domain, auto_delete_links, privacy_mode, email_notifications, push_notifications } = input;
    const { user } = await this.sessions.ofCaller(caller);
    const isChoice = language !== undefined || display_mode !== undefined;
    const ofLinks = { default_domain, auto_delete_links, privacy_mode };
    const isOfLinks = Object.values(ofLinks).some((choice) => choice !== undefined);
    if (default_domain) await this.requireDomain(default_domain);
    if (added_language !== undefined) await this.requireLanguage(added_language);
    const isOfNotifications = email_notifications !== undefined || push_notifications !== undefined;
    if (isOfNotifications || isChoice || isOfLinks || timezone !== undefined) {
      await this.outbox.transaction(async (manager, emit) => {
        // First, as it locks the account.
        const changed = isOfLinks ? await this.settings.chooseForLinks(user.id, ofLinks, manager) : null;
        if (isChoice)
          await this.settings.choose(user.id, { language, added_language, display_mode, secondsAgo }, manager);
        // In the form that is kept; the contract has seen that it has one.
        if (timezone !== undefined) {
          await this.settings.chooseTimeZone(user.id, timezone && timeZoneOf(timezone), manager);
        }
        if (isOfNotifications) {
          await this.settings.chooseNotifications(user.id, { email_notifications, push_notifications }, manager);
        }
        emit(userChanged, { user_id: user.id, ...(changed && { account: accountState(changed) }) });
      });
    }
    return this.get(caller);
  }

  /** Throws `languages.not_offered`. One that is withdrawn later stays chosen: pages show it again once it is back. */
  private async requireLanguage(code: string): Promise<void> {
    const { data } = await this.rpc.call(offeredLanguagesRpc, {});
    if (!data.some((language) => language.code === code)) throw fieldError('added_language', 'languages.not_offered');
  }

  /** Throws `links.domain_unavailable` for one that no link can be made on. */
  private async requireDomain(id: string): Promise<void> {
    const { data } = await this.rpc.call(listActiveDomainsRpc, {});
    if (!data.some((domain) => domain.id === id && domain.is_free)) {
      throw fieldError('default_domain', 'links.domain_unavailable');
    }
  }
}
