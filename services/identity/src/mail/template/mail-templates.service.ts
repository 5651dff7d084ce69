import {
  allMails,
  findMail,
  type Locale,
  type MailDefinition,
  type MailTemplate,
  type MailText,
  type RenderedMail,
} from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { checkText } from './check-text.js';
import type { EditedMailText } from './mail-template.entity.js';
import { MailTemplateRepository } from './mail-template.repository.js';
import { render, shut } from './render.js';

/** The texts of mails: the registry's, or what an administrator has made of them. */
@Injectable()
export class MailTemplates {
  constructor(private readonly edited: MailTemplateRepository) {}

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

  async save(name: string, language: Locale, text: MailText, updatedBy: string | null): Promise<MailTemplate> {
    const mail = known(name);
    checkText(mail, text);
    await this.edited.save(mail.name, language, text, updatedBy);
    return this.get(name);
  }

  async reset(name: string, language: Locale): Promise<MailTemplate> {
    await this.edited.remove(known(name).name, language);
    return this.get(name);
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
