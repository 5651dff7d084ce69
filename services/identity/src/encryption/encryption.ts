import { CONFIG, Sealing } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { IdentityConfig } from '../config.js';

/** Seals what identity keeps and has to read again. */
@Injectable()
export class Encryption extends Sealing {
  constructor(@Inject(CONFIG) { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }: IdentityConfig) {
    super({ service: 'identity', current: ENCRYPTION_KEY, previous: ENCRYPTION_KEY_PREVIOUS });
  }
}
