import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { hashDevice } from './hash-device.js';
import { KnownDevice } from './known-device.entity.js';

// As long as browsers keep its cookie.
const KEPT = "interval '400 days'";
/** Of an account: nobody has so many, but whoever signs in with a new one each time. */
const MOST = 100;
/** Of accounts from before there was a bound. */
const LEAVE_AT_ONCE = 1_000;

@Injectable()
export class KnownDeviceRepository {
  constructor(@InjectRepository(KnownDevice) private readonly devices: Repository<KnownDevice>) {}

  /** Whether the account of that address was ever entered with the device. */
  isKnown(emailLower: string, device: string): Promise<boolean> {
    return this.devices.existsBy({ device_hash: hashDevice(device), user: { email_lower: emailLower } });
  }

  /** Likewise, of an account, in a transaction. */
  isOf(userId: string, device: string, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(KnownDevice, { device_hash: hashDevice(device), user_id: userId });
  }

  /** Also while others do so for the same device, by whoever holds the user. Of too many those go that were not used for longest. */
  async remember(userId: string, device: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO known_devices (user_id, device_hash) VALUES ($1, $2)
       ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = now()`,
      [userId, hashDevice(device)],
    );
    await manager.query(
      `DELETE FROM known_devices WHERE user_id = $1 AND device_hash IN (
         SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC LIMIT ${LEAVE_AT_ONCE} OFFSET ${MOST})`,
      [userId],
    );
  }

  async forgetAll(userId: string, manager: EntityManager): Promise<void> {
    await manager.delete(KnownDevice, { user_id: userId });
  }

  /** Removes some that nobody used for long; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.devices, { table: 'known_devices', by: 'last_used_at', where: `< now() - ${KEPT}` });
  }
}
