import type { Locale, MailDefinition, MailValues } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Encryption } from '../../encryption/encryption.js';
import { MailRepository } from './mail.repository.js';

export interface NewMail<M extends MailDefinition = MailDefinition> {
  /** Whoever asks again with the same key changes nothing. */
  key: string;
  mail: M;
  to: { user_id: string | null; email: string; time_zone: string | null };
  language: Locale;
  variables: MailValues<M>;
  /** It is of no use later; null: a day from now. */
  send_before: Date | null;
}

/** Where a mail is sealed. */
export const variablesOf = (id: string): string => `mail ${id} variables`;
export const contentOf = (id: string): string => `mail ${id} content`;

type Manager = NonNullable<Parameters<MailRepository['add']>[1]>;

/** Takes mails that are to be sent, in the transaction of what causes them. */
@Injectable()
export class MailQueue {
  private readonly wakers: (() => void)[] = [];

  constructor(
    private readonly mails: MailRepository,
    private readonly encryption: Encryption,
  ) {}

  /** After the commit `wake` sends it at once; else it leaves with the next round. */
  async add<M extends MailDefinition>(
    { mail, to, variables, ...rest }: NewMail<M>,
    manager?: Manager,
  ): Promise<{ id: string; queued: boolean }> {
    const id = uuidv7();
    const row = {
      ...rest,
      id,
      mail: mail.name,
      user_id: to.user_id,
      recipient: to.email,
      time_zone: to.time_zone,
      variables: this.encryption.seal(JSON.stringify(variables), variablesOf(id)),
    };
    return this.mails.add(row, manager);
  }

  wake(): void {
    for (const waker of this.wakers) waker();
  }

  /** `waker` is called when there is something new to send. */
  onWake(waker: () => void): void {
    this.wakers.push(waker);
  }
}
