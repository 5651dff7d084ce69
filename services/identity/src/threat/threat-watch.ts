import type { ThreatType } from '@linkway/contracts';
import { LOOPBACK, networkOf, type Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SecurityCountRepository } from './security-count.repository.js';
import { ThreatRepository } from './threat.repository.js';

type Manager = Parameters<Parameters<Outbox['transaction']>[0]>[0];

/** Refusals that mean a wrong password. */
const WRONG_PASSWORDS = new Set(['auth.bad_credentials', 'auth.current_password_wrong']);

/**
 * Counts acts for rules and statistics, in the transaction that tells the audit log of them: both have them, or neither. The numbers of the
 * statistics, which are of everybody's acts, come last: who waits for a threat of one network keeps none of them from others.
 */
@Injectable()
export class ThreatWatch {
  constructor(
    private readonly threats: ThreatRepository,
    private readonly counts: SecurityCountRepository,
  ) {}

  async refused(
    { action, reason, ip }: { action: string; reason: string; ip: string | null },
    times: number,
    manager: Manager,
  ): Promise<void> {
    if (WRONG_PASSWORDS.has(reason)) await this.ofNetwork('brute_force', ip, times, manager);
    if (action === 'session.refused') await this.counts.add('failed_sign_ins', times, manager);
  }

  async registered(ip: string, manager: Manager): Promise<void> {
    await this.ofNetwork('spam', ip, 1, manager);
    await this.counts.add('registrations', 1, manager);
  }

  async flooded(ip: string, times: number, manager: Manager): Promise<void> {
    await this.ofNetwork('ddos', ip, times, manager);
  }

  /** Of somebody who is signed in or has a key: `userId`. */
  async maliciousLinks(
    { userId, ip }: { userId: string | null; ip: string | null },
    times: number,
    manager: Manager,
  ): Promise<void> {
    if (userId === null) return this.ofNetwork('malicious_link', ip, times, manager);
    const acts = { type: 'malicious_link', subject: userId, user_id: userId, times } as const;
    await this.threats.count({ ...acts, ip_address: addressOf(ip) }, manager);
  }

  async lockedOut(userId: string, ip: string | null, manager: Manager): Promise<void> {
    const acts = { type: 'lock_out', subject: userId, user_id: userId, times: 1 } as const;
    await this.threats.count({ ...acts, ip_address: addressOf(ip) }, manager);
    await this.counts.add('lock_outs', 1, manager);
  }

  /** This machine is no network: behind a proxy that hides addresses it is everybody. */
  private async ofNetwork(
    type: Exclude<ThreatType, 'lock_out'>,
    ip: string | null,
    times: number,
    manager: Manager,
  ): Promise<void> {
    const network = addressOf(ip);
    if (network === null) return;
    await this.threats.count({ type, subject: network, ip_address: network, user_id: null, times }, manager);
  }
}

/** What can be blocked: an IPv4 address, or the /64 of an IPv6 one. */
function addressOf(ip: string | null): string | null {
  const network = networkOf(ip ?? '');
  return network === LOOPBACK || network === UNKNOWN ? null : network;
}

const UNKNOWN = networkOf('');
