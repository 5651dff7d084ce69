import type { MemberCaller } from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { [[Noun]] } from './[[noun]].entity.js';
import { [[Noun]]Repository } from './[[noun]].repository.js';

@Injectable()
export class [[Noun]]Service {
  constructor(
    private readonly [[nounsCamel]]: [[Noun]]Repository,
    private readonly outbox: Outbox,
  ) {}

  /** Those of the caller's workspace, newest first. */
  list(caller: MemberCaller): Promise<[[Noun]][]> {
    return this.[[nounsCamel]].listOf(caller.workspace_id);
  }

  /** Makes one in the caller's workspace; an event that tells of it is emitted in the same transaction. */
  async create(caller: MemberCaller, name: string): Promise<string> {
    const id = uuidv7();
    await this.outbox.transaction(async (manager) => {
      await this.[[nounsCamel]].insert(manager, {
        id,
        workspace_id: caller.workspace_id,
        user_id: caller.user_id,
        name,
      });
    });
    return id;
  }
}
