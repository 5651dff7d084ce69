import { createHmac, randomBytes } from 'node:crypto';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { networksOf } from '../address/network.js';
import type { LinksConfig } from '../config.js';
import { QuotaRepository } from './quota.repository.js';

/** A counter of a guest, and how many times the limit of one guest it has. */
export interface GuestKey {
  key: string;
  share: number;
}

const SALT_BYTES = 32;
const DAYS_REMEMBERED = 4;

/**
 * What guests are counted by. A network is a digest, keyed with a random salt of the day that all processes share and that
 * is deleted with its counters, and with GUEST_KEY_SECRET: from then on nobody can tell which address it was.
 */
@Injectable()
export class GuestKeys {
  private readonly salts = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly quotas: QuotaRepository,
    @Inject(CONFIG) private readonly config: LinksConfig,
  ) {}

  /** Always the device first: two requests never wait for each other's row. */
  async of(deviceId: string, ip: string, day: string): Promise<GuestKey[]> {
    const networks = networksOf(ip).map(async ({ name, share }) => ({ key: await this.network(name, day), share }));
    return [{ key: `device:${deviceId}`, share: 1 }, ...(await Promise.all(networks))];
  }

  async network(name: string, day: string): Promise<string> {
    const digest = createHmac('sha256', await this.salt(day))
      .update(this.config.GUEST_KEY_SECRET)
      .update('\n')
      .update(name);
    return `net:${digest.digest('base64url')}`;
  }

  private salt(day: string): Promise<Buffer> {
    const known = this.salts.get(day);
    if (known) return known;
    const asked = this.quotas.salt(day, randomBytes(SALT_BYTES)).catch((error: unknown) => {
      this.salts.delete(day);
      throw error;
    });
    this.salts.set(day, asked);
    // Keys come in the order of their days, so the first is the oldest.
    for (const old of [...this.salts.keys()].slice(0, -DAYS_REMEMBERED)) this.salts.delete(old);
    return asked;
  }
}
