import { AppLogger } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import webPush from 'web-push';
import { Encryption } from '../encryption/encryption.js';
import type { PushKeysRow } from './push-keys.entity.js';
import { PushKeysRepository } from './push-keys.repository.js';

const PRIVATE_KEY = 'push-private-key';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The VAPID keys (RFC 8292): a browser takes pushes from whoever has those that it subscribed with, so they stay for good. */
@Injectable()
export class PushKeys implements OnApplicationBootstrap {
  constructor(
    private readonly rows: PushKeysRepository,
    private readonly encryption: Encryption,
    private readonly logger: AppLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if ((await this.get()) === null)
      this.logger.error('the key of pushes cannot be opened: ENCRYPTION_KEY is another one');
  }

  async publicKey(): Promise<string> {
    return (await this.row()).public_key;
  }

  /** null: the key that sealed the private one is not known. */
  async get(): Promise<VapidKeys | null> {
    const { public_key, private_key } = await this.row();
    const privateKey = this.encryption.open(private_key, PRIVATE_KEY);
    return privateKey === null ? null : { publicKey: public_key, privateKey };
  }

  /** Seals with the key of today what the one before has sealed. */
  async reseal(): Promise<void> {
    const row = await this.rows.find();
    if (!row || this.encryption.keyId.equals(row.private_key.subarray(1, 1 + this.encryption.keyId.length))) return;
    const opened = this.encryption.open(row.private_key, PRIVATE_KEY);
    if (opened === null) return;
    await this.rows.reseal(row.private_key, this.encryption.seal(opened, PRIVATE_KEY));
  }

  private async row(): Promise<PushKeysRow> {
    const known = await this.rows.find();
    if (known) return known;
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    return this.rows.keep({ public_key: publicKey, private_key: this.encryption.seal(privateKey, PRIVATE_KEY) });
  }
}
