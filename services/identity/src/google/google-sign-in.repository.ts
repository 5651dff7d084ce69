import { createHash } from 'node:crypto';
import { randomKey, removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { GoogleSignIn } from './google-sign-in.entity.js';

/** Somebody reads the terms, or looks for a code. */
const VALID = "interval '15 minutes'";
/** A repetition is known by it: longer than an id token of Google's is valid. */
const KEPT = "interval '1 hour'";

export type Told = Pick<GoogleSignIn, 'issuer' | 'subject' | 'email' | 'full_name' | 'terms_accepted'>;

@Injectable()
export class GoogleSignInRepository {
  constructor(@InjectRepository(GoogleSignIn) private readonly signIns: Repository<GoogleSignIn>) {}

  /** The ticket, 256 random bits, is given out once; null: something was kept by that nonce before. */
  async add(told: Told, nonce: string): Promise<{ ticket: string; expires_at: Date } | null> {
    const ticket = randomKey();
    const [row] = await this.signIns.query<{ expires_at: Date }[]>(
      `INSERT INTO google_sign_ins (ticket_hash, nonce_hash, issuer, subject, email, full_name, terms_accepted, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${VALID}) ON CONFLICT (nonce_hash) DO NOTHING RETURNING expires_at`,
      [
        hashOf('ticket', ticket),
        hashOf('nonce', nonce),
        told.issuer,
        told.subject,
        told.email,
        told.full_name,
        told.terms_accepted,
      ],
    );
    return row ? { ticket, expires_at: row.expires_at } : null;
  }

  /** null: it is unknown, over, or was used. */
  async findOpen(ticket: string): Promise<Told | null> {
    const [row] = await this.signIns.query<Told[]>(
      `SELECT issuer, subject, email, full_name, terms_accepted FROM google_sign_ins
       WHERE ticket_hash = $1 AND used_at IS NULL AND expires_at > now()`,
      [hashOf('ticket', ticket)],
    );
    return row ?? null;
  }

  /** Uses it up: of those who come at once with it, one is told true. What it said is forgotten. */
  async use(ticket: string, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE google_sign_ins SET used_at = now(), email = NULL, full_name = NULL
       WHERE ticket_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING 1`,
      [hashOf('ticket', ticket)],
    );
    return rows.length === 1;
  }

  /** Removes some that are over; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.signIns, { table: 'google_sign_ins', by: 'expires_at', where: `< now() - ${KEPT}` });
  }
}

// A fast hash is right: both have 256 random bits.
const hashOf = (what: 'ticket' | 'nonce', key: string): Buffer =>
  createHash('sha256').update(`google ${what} ${key}`).digest();
