import { BlockedAddresses } from '@linkway/platform';
import type { Blocked } from './blocked-file.js';

/** Which addresses get no answer but that they are blocked. */
export class BlockedBook {
  private readonly addresses = new BlockedAddresses();
  private version = 0;

  /** Costs nothing where none is blocked. */
  has(ip: string): boolean {
    return this.addresses.has(ip);
  }

  /** Takes up what an event or a file tells; false where something newer is known. */
  hear({ version, blocked }: Blocked): boolean {
    if (version <= this.version) return false;
    this.set({ version, blocked });
    return true;
  }

  /** What identity says stands, also where a backup brought an older version back. False where it is known. */
  set({ version, blocked }: Blocked): boolean {
    if (version === this.version) return false;
    this.version = version;
    this.addresses.set(blocked);
    return true;
  }
}
