import { Injectable } from '@nestjs/common';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';

type Manager = Parameters<KnownDeviceRepository['isOf']>[2];

/**
 * Whether whoever holds an account reads the mail of its address. That the address is confirmed does not say so: a stranger may open an
 * account under it, and its owner may follow the link that comes to her. A browser in which both the link was opened and the account
 * entered does; a confirmed address that an administrator has set does not.
 */
@Injectable()
export class KnownHolder {
  constructor(
    private readonly users: UserRepository,
    private readonly devices: KnownDeviceRepository,
  ) {}

  /** In a browser that the account was never entered with the link alone makes it no known device: it may not be the holder's. */
  async linkOpenedIn(userId: string, device: string | undefined, manager: Manager): Promise<void> {
    if (device === undefined) return;
    if (await this.devices.isOf(userId, device, manager)) await this.users.proveHolder(userId, manager);
    else await this.users.keepConfirmedDevice(userId, device, manager);
  }

  /** Of somebody who has shown all that the account asks for, in a transaction that holds it. */
  async enteredIn({ id, holder_proven_at }: User, device: string | undefined, manager: Manager): Promise<void> {
    if (holder_proven_at !== null || device === undefined) return;
    await this.users.proveHolderOf(id, device, manager);
  }

  /** By a password that is set by a mailed link. Whether that was not known before. */
  resetIn(userId: string, manager: Manager): Promise<boolean> {
    return this.users.proveHolder(userId, manager);
  }
}
