import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditVerification } from '@linkway/contracts';
import { CONFIG, fieldError } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import type { Link } from './audit-entry.js';
import type { Broken } from './chain-check.js';

/** A proof of the chain, as far as it has come. */
export interface Proof {
  /** Of the entry that tells of it: however often a portion is asked for, it is told once. */
  readonly id: string;
  /** The last entry that was looked at. */
  readonly reached: Link;
  /** The last one that there was when it began. */
  readonly until: number;
  readonly entries: number;
  readonly firstSeq: number | null;
  readonly missing: number;
  readonly first: Broken | null;
  readonly noted: { readonly seq?: number | undefined; readonly hash?: string | undefined };
}

type Next = NonNullable<AuditVerification['next']>;

/** What a proof has found is no longer worth much once it stood still for so long. */
const GOES_ON_FOR_MS = 3_600_000;

/**
 * Lets whoever asks carry a proof from one portion to the next, whichever process has that: sealed, so that the digest that it has reached
 * and what it has found are what was read here, and not what somebody says.
 */
@Injectable()
export class ProofSeal {
  constructor(@Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'VISITOR_SECRET'>) {}

  seal(proof: Proof): Next {
    const text = Buffer.from(JSON.stringify({ ...proof, at: Date.now() })).toString('base64url');
    return `${text}.${this.signature(text)}`;
  }

  /** Throws `audit_log.next_invalid`. */
  open(next: Next): Proof {
    const [text = '', signature = ''] = next.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.signature(text))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw nextInvalid();
    const { at, ...proof } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Proof & { at: number };
    if (Date.now() - at > GOES_ON_FOR_MS) throw nextInvalid();
    return proof;
  }

  private signature(text: string): string {
    return createHmac('sha256', this.config.VISITOR_SECRET).update(`audit proof 1 ${text}`).digest('base64url');
  }
}

const nextInvalid = () => fieldError('next', 'audit_log.next_invalid');
