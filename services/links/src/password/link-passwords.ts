import { CONFIG, HashLimiter } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import type { LinksConfig } from '../config.js';

// The same letters may arrive composed or decomposed, depending on the keyboard; Vietnamese ones often do.
const canonical = (password: string): string => password.normalize('NFKC');

/**
 * Hashes of links' passwords: argon2id with the package's parameters, those that OWASP recommends (19 MiB, 2 passes). They
 * wait in one bounded queue, of which `caller` (a workspace) has a few places. Throws `service.busy`.
 */
@Injectable()
export class LinkPasswords {
  private readonly limiter: HashLimiter;

  constructor(@Inject(CONFIG) config: LinksConfig) {
    this.limiter = new HashLimiter({
      concurrency: config.HASH_CONCURRENCY,
      queue: config.HASH_QUEUE,
      perNetwork: config.HASH_PER_WORKSPACE,
    });
  }

  hash(password: string, caller: string): Promise<string> {
    return this.limiter.run(caller, () => hash(canonical(password)));
  }

  verify(stored: string, password: string, caller: string): Promise<boolean> {
    return this.limiter.run(caller, () => verify(stored, canonical(password)));
  }
}
