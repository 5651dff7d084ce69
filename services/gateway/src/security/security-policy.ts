import {
  DEFAULT_REQUESTS_PER_MINUTE,
  getSecurityPolicyRpc,
  MIN_PASSWORD_LENGTH,
  type SecurityPolicy as Policy,
  securityChanged,
} from '@linkway/contracts';
import {
  AddressList,
  AppLogger,
  BlockedAddresses,
  EventTail,
  type Periodic,
  periodic,
  RpcClient,
  type Tail,
} from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

const REFRESH_EVERY_MS = 60_000;
/** Until identity has said for the first time. */
const RETRY_MS = 500;
/** Without hearing events, what was said is believed no longer where administrators are concerned. */
const BELIEVED_MS = 5_000;

/** What identity looks at when it is asked about a session. */
const judged = ['session_timeout', 'email_verification_required'] as const;

/** What holds until identity has said: as it is where no administrator has changed anything. */
const UNKNOWN = {
  version: 0,
  rate_limit_enabled: true,
  requests_per_minute: DEFAULT_REQUESTS_PER_MINUTE,
  min_password_length: MIN_PASSWORD_LENGTH,
};

/**
 * What administrators say in the security centre, as this node knows it: asked of identity at the start and once a minute, and
 * changed at once by its event. Whatever it guards is never guarded by less than was known.
 */
@Injectable()
export class SecurityPolicy implements OnModuleInit, OnModuleDestroy {
  private policy: Policy | null = null;
  private whitelist: AddressList | null = null;
  private readonly blocked = new BlockedAddresses();
  private saidAt = Number.NEGATIVE_INFINITY;
  private following: Tail | null = null;
  private readonly refreshing: Periodic;
  private readonly sessionChanges: (() => void)[] = [];

  constructor(
    private readonly rpc: RpcClient,
    private readonly tail: EventTail,
    logger: AppLogger,
  ) {
    const read = async () => {
      try {
        await this.ask();
      } catch (error) {
        // Services start in any order.
        if (this.policy === null) return RETRY_MS;
        throw error;
      }
    };
    this.refreshing = periodic(REFRESH_EVERY_MS, read, { name: 'asking for the security settings', logger });
  }

  onModuleInit(): void {
    this.following = this.tail.follow([securityChanged], (policy) => this.hear(policy), { believes: true });
    this.following.onGap(() => void this.refreshing.now());
    void this.refreshing.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.refreshing.stop();
  }

  /** As far as it is known here, for what must not wait. */
  get now(): Pick<Policy, keyof typeof UNKNOWN> {
    return this.policy ?? UNKNOWN;
  }

  /** Whether an address is refused, as far as is known here. */
  isBlocked(ip: string): boolean {
    return this.blocked.has(ip);
  }

  /** Called when what was said of sessions holds no longer: they end after another time, or other people may act in them. */
  onSessionChange(callback: () => void): void {
    this.sessionChanges.push(callback);
  }

  /** Whether administrators may act from an address. Asked of identity where this node may have missed a change. */
  async admits(ip: string): Promise<boolean> {
    await this.believed();
    return this.whitelist === null || this.whitelist.has(ip);
  }

  async requiresTwoFactor(): Promise<boolean> {
    return (await this.believed()).admin_two_factor_required;
  }

  private async believed(): Promise<Policy> {
    const isRecent = performance.now() - this.saidAt < BELIEVED_MS;
    if (this.policy && (isRecent || this.following?.isHeard())) return this.policy;
    return this.ask();
  }

  private async ask(): Promise<Policy> {
    const before = this.policy;
    const said = await this.rpc.call(getSecurityPolicyRpc, {});
    this.saidAt = performance.now();
    // An event that came meanwhile may be newer. Else the answer stands, also where a backup brought an older version back.
    if (this.policy && this.policy !== before && this.policy.version > said.version) return this.policy;
    return this.take(said);
  }

  private hear(policy: Policy): void {
    if (policy.version > (this.policy?.version ?? 0)) this.take(policy);
  }

  private take(policy: Policy): Policy {
    const known = this.policy;
    this.policy = policy;
    this.whitelist = policy.ip_whitelist_enabled ? new AddressList(policy.ip_whitelist) : null;
    this.blocked.set(policy.blocked);
    // What was remembered before the first answer may be from before a change that was not heard, too.
    if (!known || judged.some((name) => known[name] !== policy[name]))
      for (const change of this.sessionChanges) change();
    return policy;
  }
}
