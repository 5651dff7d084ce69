import { Injectable } from '@nestjs/common';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';

type Manager = Parameters<KnownDeviceRepository['isOf']>[2];

/**
 * Whether whoever holds an account reads the mail of its address. That the address is confirmed does not say so: a stranger may open an
 * account under it, and its owner may follow the link that comes to her. A browser in which both the link was opened and the account
 * entered does.
 */
export const isHolderKnown = ({ email_verified_at, confirmed_devices }: User): boolean =>
  email_verified_at !== null && confirmed_devices === null;

@Injectable()
export class KnownHolder {
  constructor(
    private readonly users: UserRepository,
    private readonly devices: KnownDeviceRepository,
  ) {}

  /**
   * `confirms`: the link has just confirmed the address. In a browser that the account was never entered with the link alone makes it no
   * known device: it may not be the holder's. `device` is left out by a gateway of the former release alone, with which all are known.
   */
  async linkOpenedIn(
    userId: string,
    { device, confirms }: { device: string | undefined; confirms: boolean },
    manager: Manager,
  ): Promise<void> {
    if (device === undefined) return;
    // Whoever enters the account in that browser at this moment is either seen here, or sees what is written here.
    await this.users.hold(userId, manager);
    if (await this.devices.isOf(userId, device, manager)) {
      await this.users.knowHolder(userId, manager);
    } else if (confirms) {
      await this.users.keepConfirmedDevice(userId, device, manager);
    } else {
      await this.users.addConfirmedDevice(userId, device, manager);
    }
  }

  /** Of somebody who has shown all that the account asks for, in a transaction that holds it. */
  async enteredIn({ id }: User, device: string | undefined, manager: Manager): Promise<void> {
    if (device !== undefined) await this.users.knowHolderBy(id, device, manager);
  }

  /** By a password that is set by a mailed link, which has just confirmed the address or not. Whether that was not known before. */
  async resetIn(userId: string, { confirms }: { confirms: boolean }, manager: Manager): Promise<boolean> {
    const wasUnknown = await this.users.knowHolder(userId, manager);
    return wasUnknown || confirms;
  }
}
