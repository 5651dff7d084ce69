import type { DisplayMode, Locale } from '@linkway/contracts';
import { randomKey } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Profile } from '../user/profile.entity.js';
import { User } from '../user/user.entity.js';
import { UserSettings } from './user-settings.entity.js';

/** Nobody guesses it, though it would open nothing. */
const OWN_VISITS_BYTES = 18;

/** What somebody chooses; of what is not there the former choice stays. */
export interface Choice {
  language: Locale | undefined;
  /** Goes with the language: one that is chosen without takes it away. */
  added_language: string | undefined;
  display_mode: DisplayMode | undefined;
  /** When that was. */
  secondsAgo: number;
}

/** Likewise. */
export interface LinkChoice {
  default_domain: string | null | undefined;
  auto_delete_links: boolean | undefined;
  privacy_mode: boolean | undefined;
}

/** Likewise. */
export interface NotificationChoice {
  email_notifications: boolean | undefined;
  push_notifications: boolean | undefined;
}

@Injectable()
export class SettingsRepository {
  /** The last choice holds: one that was made after this one stays. */
  async choose(userId: string, choice: Choice, manager: EntityManager): Promise<void> {
    const { language, added_language, display_mode, secondsAgo } = choice;
    const kept = (name: string, ...more: string[]): string => {
      const isLast = `excluded.${name} IS NOT NULL AND excluded.${name}_chosen_at >= coalesce(s.${name}_chosen_at, '-infinity')`;
      return [name, `${name}_chosen_at`, ...more]
        .map((column) => `${column} = CASE WHEN ${isLast} THEN excluded.${column} ELSE s.${column} END`)
        .join(', ');
    };
    await manager.query(
      `INSERT INTO user_settings AS s (user_id, language, language_chosen_at, display_mode, display_mode_chosen_at, added_language)
       VALUES ($1, $2, CASE WHEN $2::text IS NOT NULL THEN now() - make_interval(secs => $4) END,
               $3, CASE WHEN $3::text IS NOT NULL THEN now() - make_interval(secs => $4) END, $5)
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now(), ${kept('language', 'added_language')}, ${kept('display_mode')}`,
      [userId, language ?? null, display_mode ?? null, secondsAgo, added_language ?? null],
    );
    if (language === undefined) return;
    // Of mails, too.
    await manager.query(
      'UPDATE users SET language = s.language FROM user_settings s WHERE users.id = $1 AND s.user_id = $1',
      [userId],
    );
  }

  /** As `next`, of which what is not there stays. The account is locked first, as it is by whoever changes its standing. */
  async chooseForLinks(
    user_id: string,
    { default_domain, auto_delete_links, privacy_mode }: LinkChoice,
    manager: EntityManager,
  ): Promise<User> {
    await manager.increment(User, { id: user_id }, 'version', 1);
    await manager.query(
      `INSERT INTO user_settings AS s (user_id, default_domain, auto_delete_links_since, own_visits_token)
       VALUES ($1, $2, CASE WHEN $4::boolean THEN now() END, CASE WHEN $5::boolean THEN $6 END)
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now(),
         default_domain = CASE WHEN $3::boolean THEN excluded.default_domain ELSE s.default_domain END,
         auto_delete_links_since = CASE WHEN $4::boolean THEN coalesce(s.auto_delete_links_since, now())
           WHEN $4::boolean IS NULL THEN s.auto_delete_links_since END,
         own_visits_token = CASE WHEN $5::boolean THEN coalesce(s.own_visits_token, $6)
           WHEN $5::boolean IS NULL THEN s.own_visits_token END`,
      [
        user_id,
        default_domain ?? null,
        default_domain !== undefined,
        auto_delete_links ?? null,
        privacy_mode ?? null,
        randomKey(OWN_VISITS_BYTES),
      ],
    );
    return manager.findOneOrFail(User, { where: { id: user_id }, relations: { profile: true, settings: true } });
  }

  /** Of what is not there the former choice stays. */
  async chooseNotifications(
    userId: string,
    { email_notifications, push_notifications }: NotificationChoice,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO user_settings AS s (user_id, email_notifications, push_notifications)
       VALUES ($1, coalesce($2::boolean, true), coalesce($3::boolean, false))
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now(),
         email_notifications = coalesce($2::boolean, s.email_notifications),
         push_notifications = coalesce($3::boolean, s.push_notifications)`,
      [userId, email_notifications ?? null, push_notifications ?? null],
    );
  }

  /** null: none any more; mails go on in the last one. */
  async chooseTimeZone(user_id: string, timezone: string | null, manager: EntityManager): Promise<void> {
    await manager.upsert(UserSettings, { user_id, timezone }, ['user_id']);
    if (timezone !== null) await manager.update(Profile, { user_id }, { timezone });
  }
}
