import {
  type AuditAct,
  type AuditVerification,
  auditRecord,
  type Caller,
  domainsAuditRecorded,
  identityAuditRecorded,
  type ListAuditLogQuery,
  linksAuditRecorded,
  listAuditLogRpc,
  permissionsOfRole,
  type RpcInput,
  userDeleted,
  verifyAuditLogRpc,
} from '@linkway/contracts';
import { RpcClient, type RunningService, withCallContext } from '@linkway/platform';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { v7 as uuidv7 } from 'uuid';

export const ADMIN = { id: uuidv7(), email: 'admin@example.com', full_name: 'Lê Thị Quản Trị' };
export const BY = { email: ADMIN.email, full_name: ADMIN.full_name };
export const ADDRESS = '203.0.113.9';

export const callerOf = (role: 'user' | 'admin'): Caller => ({
  kind: 'session',
  user_id: ADMIN.id,
  workspace_id: ADMIN.id,
  session_id: uuidv7(),
  role,
  permissions: [...permissionsOfRole(role)],
});

/** Somebody signs in; override what matters. */
export const anAct = (over: Partial<AuditAct> = {}) =>
  auditRecord({
    id: uuidv7(),
    action: 'session.signed_in',
    user: { id: uuidv7(), email: 'an@example.com', full_name: 'Nguyễn An' },
    ip: '198.51.100.7',
    ...over,
  });

type Act = ReturnType<typeof anAct>;

interface Told {
  messageId?: string;
  at?: Date;
  /** Whose event it is. */
  by?: keyof typeof EVENTS;
}

const EVENTS = { identity: identityAuditRecorded, domains: domainsAuditRecorded, links: linksAuditRecorded };

/** Tells of acts as identity does, or another service. */
export class ActTeller {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly js: JetStreamClient,
  ) {}

  static async open(natsUrl: string): Promise<ActTeller> {
    const connection = await connect({ servers: natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    return new ActTeller(connection, jetstream(connection));
  }

  async tell(act: Act, { messageId = act.id, at = new Date(), by = 'identity' }: Told = {}): Promise<Act> {
    const envelope = {
      id: messageId,
      type: EVENTS[by].subject,
      occurred_at: at.toISOString(),
      producer: by,
      correlation_id: 'a correlation',
      causation_id: null,
      traceparent: null,
      data: act,
    };
    await this.js.publish(envelope.type, JSON.stringify(envelope), { msgID: messageId });
    return act;
  }

  /** The account of somebody is gone. */
  async tellDeleted(id: string, messageId = uuidv7()): Promise<void> {
    const data = { user_id: id, workspace_id: id, version: 3, deleted_at: new Date().toISOString() };
    const envelope = {
      id: messageId,
      type: userDeleted.subject,
      occurred_at: data.deleted_at,
      producer: 'identity',
      correlation_id: 'a correlation',
      causation_id: null,
      traceparent: null,
      data,
    };
    await this.js.publish(envelope.type, JSON.stringify(envelope), { msgID: messageId });
  }

  async tellMany(acts: readonly Act[]): Promise<void> {
    await Promise.all(acts.map((act) => this.tell(act)));
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** Asks as the gateway does for an administrator. */
export class AuditAsker {
  constructor(
    private readonly running: RunningService,
    private readonly caller = callerOf('admin'),
  ) {}

  list(query: Partial<ListAuditLogQuery> = {}) {
    return this.rpc.call(listAuditLogRpc, query, { caller: this.caller, timeoutMs: 20_000 });
  }

  verify(
    noted: RpcInput<typeof verifyAuditLogRpc>['noted'] = {},
    next?: AuditVerification['next'],
  ): Promise<AuditVerification> {
    return withCallContext(
      'a verification',
      null,
      () => this.rpc.call(verifyAuditLogRpc, { noted, ...(next && { next }), by: BY }, { caller: this.caller }),
      null,
      ADDRESS,
    );
  }

  private get rpc(): RpcClient {
    return this.running.get<RpcClient>(RpcClient);
  }
}
