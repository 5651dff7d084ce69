import type { Locale, MailText } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { EditedMailText } from './mail-template.entity.js';

@Injectable()
export class MailTemplateRepository {
  constructor(@InjectRepository(EditedMailText) private readonly texts: Repository<EditedMailText>) {}

  all(): Promise<EditedMailText[]> {
    return this.texts.find();
  }

  of(mail: string): Promise<EditedMailText[]> {
    return this.texts.findBy({ mail });
  }

  find(mail: string, language: Locale): Promise<EditedMailText | null> {
    return this.texts.findOneBy({ mail, language });
  }

  async save(
    mail: string,
    language: Locale,
    text: MailText & { updated_by: string | null },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO mail_templates (mail, language, subject, html_content, text_content, updated_by)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (mail, language) DO UPDATE SET subject = excluded.subject, html_content = excluded.html_content,
         text_content = excluded.text_content, updated_by = excluded.updated_by, updated_at = now()`,
      [mail, language, text.subject, text.html_content, text.text_content, text.updated_by],
    );
  }

  /** False where there is none. */
  async remove(mail: string, language: Locale, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.delete(EditedMailText, { mail, language });
    return affected === 1;
  }
}
