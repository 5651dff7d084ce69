import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events and kept answers of links with many options are longer than what a row holds by default. Each was compressed, taken out of its row and put
 * back, to be deleted a moment or a day later: with up to 8 kB it stays in its row as it is.
 */
export class KeepInRows1795800009000 implements MigrationInterface {
  readonly name = 'KeepInRows1795800009000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} SET (toast_tuple_target = 8160)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} RESET (toast_tuple_target)`);
  }
}

const TABLES = ['outbox', 'idempotency_keys'];
