import { createHmac } from 'node:crypto';

/**
 * Numbers a visitor (address and user agent) for one UTC day and one workspace, as unsigned 64 bits. The key changes every
 * day and the address is not kept, so visitors cannot be followed over days, across workspaces or back to an address.
 */
export class VisitorHash {
  private day = '';
  private key: Buffer = Buffer.alloc(0);

  constructor(private readonly secret: string) {}

  of(visit: { clickedAt: string; workspaceId: string; ip: string; userAgent: string }): string {
    const hash = createHmac('sha256', this.keyOf(visit.clickedAt.slice(0, 10)))
      .update(`${visit.workspaceId}\n${visit.ip}\n${visit.userAgent}`)
      .digest();
    return hash.readBigUInt64BE(0).toString();
  }

  private keyOf(day: string): Buffer {
    if (day !== this.day) {
      this.key = createHmac('sha256', this.secret).update(day).digest();
      this.day = day;
    }
    return this.key;
  }
}
