import {
  type AuditAction,
  allMails,
  type Caller,
  findMail,
  type Locale,
  type MailDefinition,
  type MailTemplate,
  type MailText,
  type RenderedMail,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { userOf } from '../user-of.js';
import { checkText } from './check-text.js';
import type { EditedMailText } from './mail-template.entity.js';
import { MailTemplateRepository } from './mail-template.repository.js';
import { render, shut } from './render.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

/** The texts of mails: the registry's, or what an administrator has made of them. */
@Injectable()
export class MailTemplates {
  constructor(
    private readonly edited: MailTemplateRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** By which a mail is sent. */
  async textOf(mail: MailDefinition, language: Locale): Promise<MailText> {
    return (await this.edited.find(mail.name, language)) ?? mail.texts[language];
  }

  async list(): Promise<MailTemplate[]> {
    const edited = await this.edited.all();
    return allMails.map((mail) => viewOf(mail, edited));
  }

  async get(name: string): Promise<MailTemplate> {
    const mail = known(name);
    return viewOf(mail, await this.edited.of(mail.name));
  }

  async save(name: string, language: Locale, text: MailText, caller: Caller): Promise<MailTemplate> {
    const mail = known(name);
    checkText(mail, text);
    await this.outbox.transaction(async (...transaction) => {
      await this.edited.save(mail.name, language, { ...text, updated_by: userOf(caller) }, transaction[0]);
      await this.tell('mail.text_changed', { mail, language, caller }, transaction);
    });
    return this.get(name);
  }

  async reset(name: string, language: Locale, caller: Caller): Promise<MailTemplate> {
    const mail = known(name);
    await this.outbox.transaction(async (...transaction) => {
      const removed = await this.edited.remove(mail.name, language, transaction[0]);
      if (removed) await this.tell('mail.text_reset', { mail, language, caller }, transaction);
    });
    return this.get(name);
  }

  private tell(
    action: AuditAction,
    { mail, language, caller }: { mail: MailDefinition; language: Locale; caller: Caller },
    transaction: Transaction,
  ): Promise<void> {
    const target = { kind: 'mail_text', id: mail.name } as const;
    return this.trail.recordBy(caller, { action, target, details: { language } }, ...transaction);
  }

  preview(name: string, language: Locale, text: MailText): RenderedMail {
    const mail = known(name);
    checkText(mail, text);
    const examples = Object.fromEntries(Object.entries(mail.variables).map(([key, { example }]) => [key, example]));
    return shut(render(mail, text, examples, { language, time_zone: null }));
  }
}

function known(name: string): MailDefinition {
  const mail = findMail(name);
  if (!mail) throw new AppError('mail.not_found');
  return mail;
}

function viewOf(mail: MailDefinition, edited: readonly EditedMailText[]): MailTemplate {
  const textIn = (language: Locale) => {
    const own = edited.find((text) => text.mail === mail.name && text.language === language);
    const { subject, html_content, text_content } = own ?? mail.texts[language];
    return {
      subject,
      html_content,
      text_content,
      edited: own !== undefined,
      updated_at: own?.updated_at.toISOString() ?? null,
    };
  };
  const variables = Object.entries(mail.variables).map(([name, variable]) => ({ name, ...variable }));
  return { name: mail.name, variables, en: textIn('en'), vi: textIn('vi') };
}
