import { Injectable } from '@nestjs/common';
import { PushRepository } from './push.repository.js';

type Manager = Parameters<PushRepository['add']>[2];

/** Takes notifications that are to be pushed, in the transaction of what they tell of. */
@Injectable()
export class PushQueue {
  private readonly wakers: (() => void)[] = [];

  constructor(private readonly pushes: PushRepository) {}

  /** To every browser of the account, where it wants that; after the commit `wake` sends them at once. */
  async add(notificationId: string, userId: string, manager: Manager): Promise<void> {
    await this.pushes.add(notificationId, userId, manager);
  }

  wake(): void {
    for (const waker of this.wakers) waker();
  }

  onWake(waker: () => void): void {
    this.wakers.push(waker);
  }
}
