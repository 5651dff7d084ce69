import { signInNewDevice } from '@linkway/contracts';
import { agentOf } from '@linkway/platform/visitor';
import { Injectable } from '@nestjs/common';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import { Notifier } from '../notification/notifier.js';
import { type Origin, storableAddress } from '../session/new-session.js';
import type { User } from '../user/user.entity.js';

type Manager = Parameters<Notifier['tellIn']>[1];

/** Tells an owner of a sign-in with a browser that the account was never entered with. */
@Injectable()
export class NewDeviceNotice {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly notifier: Notifier,
  ) {}

  /** Before the browser is remembered, in a transaction that holds the account: of two sign-ins at once one is the first. Whether it is told. */
  async addIn({ id }: User, { device, ip, user_agent }: Origin, manager: Manager): Promise<boolean> {
    if (device === undefined || (await this.devices.isOf(id, device, manager))) return false;
    const { browser, os } = agentOf(user_agent);
    const variables = { browser, os, ip_address: storableAddress(ip) };
    await this.notifier.tellIn({ userId: id, notification: signInNewDevice, variables }, manager);
    return true;
  }

  /** After the commit. */
  send(): void {
    this.notifier.wake();
  }
}
