import { AppLogger } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/**
 * What the index `short_links_folded` holds of a link, in small letters and without marks; a line end is in none of them, so that nothing
 * is found across two.
 */
export const SEARCHED = `(lower(short_code) || E'\\n' || links_folded(original_url) || E'\\n' || links_folded(title))`;

/** How long its absence is believed: somebody may add it. */
const ABSENT_MS = 60_000;
const SHORTEST = 3;

interface State {
  /** Whether the index parts words by letters of all languages, or by those of ASCII alone, as the database's locale has it. */
  letters: boolean;
}

/** Whether a text can be looked up in the index of searches: the server may lack the extensions, and the text may be too short. */
@Injectable()
export class SearchIndexRepository {
  private state: State | null = null;
  private askAgainAt = 0;
  private isTold = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly logger: AppLogger,
  ) {}

  /** Whether it finds links that have all of some words; the rest is looked for among what one of them finds. */
  async serves(words: readonly string[]): Promise<boolean> {
    this.state ??= await this.look(Date.now());
    const { letters } = this.state ?? {};
    return letters !== undefined && words.some((word) => isIndexed(word, letters));
  }

  private async look(now: number): Promise<State | null> {
    if (now < this.askAgainAt) return null;
    const valid: unknown[] = await this.database.query(
      `SELECT FROM pg_index WHERE indexrelid = to_regclass('short_links_folded') AND indisvalid`,
    );
    if (valid.length === 0) {
      this.askAgainAt = now + ABSENT_MS;
      this.tellOfAbsence();
      return null;
    }
    const [state]: State[] = await this.database.query(`SELECT show_trgm('ế') <> '{}' AS letters`);
    return state ?? null;
  }

  private tellOfAbsence(): void {
    if (this.isTold) return;
    this.isTold = true;
    this.logger.warn('searches have no index: they look at the newest links alone', {
      hint: 'PostgreSQL lacks pg_trgm or btree_gin: see the README of links',
    });
  }
}

/**
 * Whether a part of a searched word has three characters that the index knows of: in a row, or with the ends of the part, which count for
 * two before it and one after it where the word goes on there.
 */
export function isIndexed(word: string, letters: boolean): boolean {
  const text = folded(word);
  const parts = text.matchAll(letters ? /[\p{L}\p{N}]+/gu : /[A-Za-z0-9]+/g);
  return [...parts].some(({ 0: part, index }) => {
    const before = index > 0 ? 2 : 0;
    const after = index + part.length < text.length ? 1 : 0;
    return before + Array.from(part).length + after >= SHORTEST;
  });
}

/** As `links_folded` has it, of the letters that people search with. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd');
