import 'reflect-metadata';
import {
  type EventData,
  listActiveDomainsRpc,
  type RpcInput,
  resolveRouteRpc,
  sessionEnded,
  signOutRpc,
} from '@linkway/contracts';
import { Controller, Injectable, Module } from '@nestjs/common';
import {
  AppError,
  DatabaseModule,
  DeadLetter,
  databaseEnv,
  defineService,
  type EventMeta,
  Inbox,
  OnEvent,
  Outbox,
  RetryLater,
  Rpc,
  type RpcCall,
  RpcClient,
  serviceConfig,
} from '../src/index.js';

/** What the receiving service saw, for the tests to look at. */
@Injectable()
export class Seen {
  readonly attempts: string[] = [];
  readonly effects: string[] = [];
  failuresLeft = 0;
}

@Controller()
class ProducerApi {
  constructor(
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(signOutRpc)
  async signOut(input: RpcInput<typeof signOutRpc>, call: RpcCall): Promise<{ ended: boolean }> {
    const { caller } = call;
    if (caller?.kind !== 'session') throw new AppError('auth.unauthenticated');
    // A call to the other service within the transaction, so that one trace holds all kinds of edges.
    await this.outbox.transaction(async (_manager, emit) => {
      await this.rpc.call(listActiveDomainsRpc, {}, { caller });
      emit(sessionEnded, { session_id: input.session_token, user_id: caller.user_id });
      if (input.session_token.startsWith('ffffffff')) throw new AppError('auth.forbidden');
    });
    return { ended: true };
  }
}

@Controller()
class ConsumerApi {
  constructor(
    private readonly inbox: Inbox,
    private readonly seen: Seen,
  ) {}

  @Rpc(listActiveDomainsRpc)
  list(): { data: [] } {
    return { data: [] };
  }

  @Rpc(resolveRouteRpc)
  resolve(input: RpcInput<typeof resolveRouteRpc>): { routes: [] } {
    if (input.code === 'taken') throw new AppError('links.code_taken', { code: 'taken' }, { retryAfterSeconds: 7 });
    if (input.code === 'broken') throw new Error('a detail that must not leave');
    return { routes: [] };
  }

  @OnEvent(sessionEnded)
  async ended(event: EventData<typeof sessionEnded>, meta: EventMeta): Promise<void> {
    this.seen.attempts.push(event.session_id);
    if (event.session_id.startsWith('00000000-dead')) throw new DeadLetter('cannot be handled');
    if (this.seen.failuresLeft-- > 0) throw new RetryLater('not yet', 10);
    await this.inbox.once(meta, async () => {
      this.seen.effects.push(event.session_id);
    });
  }
}

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [] })], controllers: [ProducerApi] })
class ProducerModule {}

@Module({
  imports: [DatabaseModule.forService({ entities: [], migrations: [] })],
  controllers: [ConsumerApi],
  providers: [Seen],
})
class ConsumerModule {}

export const producer = defineService({
  name: 'producer',
  config: serviceConfig({ ...databaseEnv }),
  module: ProducerModule,
});
export const consumer = defineService({
  name: 'consumer',
  config: serviceConfig({ ...databaseEnv }),
  module: ConsumerModule,
});
