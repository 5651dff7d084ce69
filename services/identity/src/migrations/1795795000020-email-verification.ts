import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether whoever has not confirmed their address may act is for administrators to say; until they do, it is as it was. */
export class EmailVerification1795795000020 implements MigrationInterface {
  readonly name = 'EmailVerification1795795000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE security_settings ADD COLUMN email_verification_required boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE security_settings DROP COLUMN email_verification_required');
  }
}
