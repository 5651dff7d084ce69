import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The inbox tells several handlers of one event apart, and the database knows how far it came in each stream. Additive: a
 * former release writes `event_id` alone, and what it wrote (an empty handler) counts for every handler.
 */
export class EventHandling1764200000000 implements MigrationInterface {
  readonly name = 'EventHandling1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbox ADD COLUMN handler text NOT NULL DEFAULT ''`);
    await runner.query('CREATE UNIQUE INDEX inbox_event_handler ON inbox (event_id, handler)');
    await runner.query('ALTER TABLE inbox DROP CONSTRAINT inbox_pkey');
    await runner.query('ALTER TABLE inbox ADD CONSTRAINT inbox_pkey PRIMARY KEY USING INDEX inbox_event_handler');
    await runner.query(`CREATE TABLE event_positions (
      stream text PRIMARY KEY,
      created timestamptz NOT NULL,
      sequence bigint NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      rewound_at timestamptz
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_positions');
    await runner.query('DELETE FROM inbox a USING inbox b WHERE a.event_id = b.event_id AND a.handler > b.handler');
    await runner.query('ALTER TABLE inbox DROP CONSTRAINT inbox_pkey');
    await runner.query('ALTER TABLE inbox ADD CONSTRAINT inbox_pkey PRIMARY KEY (event_id)');
    await runner.query('ALTER TABLE inbox DROP COLUMN handler');
  }
}
