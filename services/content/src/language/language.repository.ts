import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Language } from './language.entity.js';

const ADDING_LOCK = "hashtextextended('linkway.content.add-language', 0)";

@Injectable()
export class LanguageRepository {
  constructor(@InjectRepository(Language) private readonly languages: Repository<Language>) {}

  /** By their codes, without their texts. */
  list(): Promise<Omit<Language, 'texts'>[]> {
    return this.languages.find({
      select: { code: true, name: true, is_active: true, version: true, created_at: true, updated_at: true },
      order: { code: 'ASC' },
    });
  }

  find(code: string): Promise<Language | null> {
    return this.languages.findOneBy({ code });
  }

  /** All of them, while nobody else adds one. */
  async lockForAdding(manager: EntityManager): Promise<string[]> {
    await manager.query(`SELECT pg_advisory_xact_lock(${ADDING_LOCK})`);
    return (await manager.find(Language, { select: { code: true } })).map(({ code }) => code);
  }

  /** One by one for whoever changes it. */
  lock(code: string, manager: EntityManager): Promise<Language | null> {
    return manager.findOne(Language, { where: { code }, lock: { mode: 'pessimistic_write' } });
  }

  save(language: Language, manager: EntityManager): Promise<Language> {
    return manager.save(language);
  }

  async remove(code: string, manager: EntityManager): Promise<void> {
    await manager.delete(Language, { code });
  }
}
