import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The queue of mails with their inbox, what administrators say of the server and of the texts. */
export class Mails1795740000000 implements MigrationInterface {
  readonly name = 'Mails1795740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mails (
        id uuid NOT NULL,
        key text NOT NULL,
        mail text NOT NULL,
        language text NOT NULL,
        user_id uuid,
        recipient text NOT NULL,
        time_zone text,
        state text NOT NULL DEFAULT 'waiting',
        variables bytea,
        content bytea,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        leased_until timestamptz,
        send_before timestamptz NOT NULL,
        error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT mails_pkey PRIMARY KEY (id),
        CONSTRAINT mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT mails_language_check CHECK (language IN ('en', 'vi')),
        CONSTRAINT mails_state_check CHECK (state IN ('waiting', 'sent', 'kept', 'failed'))
      )`);
    await runner.query('CREATE UNIQUE INDEX mails_key_key ON mails (key)');
    await runner.query(`CREATE INDEX mails_waiting_idx ON mails (next_attempt_at) WHERE state = 'waiting'`);
    await runner.query(`CREATE INDEX mails_kept_idx ON mails (created_at, id) WHERE state = 'kept'`);
    await runner.query('CREATE INDEX mails_user_id_idx ON mails (user_id, mail, created_at)');
    await runner.query('CREATE INDEX mails_created_at_idx ON mails (created_at)');
    await runner.query(`
      CREATE TABLE mail_templates (
        mail text NOT NULL,
        language text NOT NULL,
        subject text NOT NULL,
        html_content text NOT NULL,
        text_content text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        updated_by uuid,
        CONSTRAINT mail_templates_pkey PRIMARY KEY (mail, language),
        CONSTRAINT mail_templates_language_check CHECK (language IN ('en', 'vi'))
      )`);
    await runner.query(`
      CREATE TABLE smtp_settings (
        id integer NOT NULL DEFAULT 1,
        host text NOT NULL,
        port integer NOT NULL,
        secure boolean NOT NULL,
        username text NOT NULL,
        password bytea,
        from_email text NOT NULL,
        from_name text NOT NULL,
        enabled boolean NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        updated_by uuid,
        CONSTRAINT smtp_settings_pkey PRIMARY KEY (id),
        CONSTRAINT smtp_settings_id_check CHECK (id = 1)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE smtp_settings, mail_templates, mails');
  }
}
