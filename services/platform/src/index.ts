export { AddressList } from './address/address-list.js';
export { BlockedAddresses, type BlockedEntry } from './address/blocked-addresses.js';
export { type HostKind, kindOfAddress, kindOfHost } from './address/host-kind.js';
export { dottedQuad, hextets, mappedIpv4 } from './address/ip-address.js';
export { LOOPBACK, networkOf, type Prefixes, UNKNOWN } from './address/network.js';
export { plainPath } from './address/plain-path.js';
export { rangeText } from './address/range-text.js';
export { type RequestTarget, requestTarget } from './address/request-target.js';
export {
  type BaseConfig,
  baseEnv,
  CONFIG,
  ConfigError,
  type ConfigOf,
  type DatabaseConfig,
  databaseEnv,
  env,
  loadConfig,
  serviceConfig,
} from './config/service-config.js';
export { createIndexConcurrently } from './database/concurrent-index.js';
export { DatabaseModule } from './database/database.module.js';
export { isOutage } from './database/outage.js';
export { type OldRows, REMOVED_AT_ONCE, removeSome } from './database/remove-some.js';
export { isUndone, queryNamed, runStatement, type Statement } from './database/statement.js';
export { type Queries, type VersionedTable, versionedUpsert } from './database/versioned-upsert.js';
export { countsOn, type LastRead } from './events/counts-on.js';
export { DeadLetters } from './events/dead-letters.js';
export { clickShards, ensureStream, streamInfo } from './events/ensure-stream.js';
export { EventPublisher } from './events/event-publisher.js';
export { EventTail, type Tail } from './events/event-tail.js';
export { MessageFeed } from './events/message-feed.js';
export { type EventMeta, OnEvent, OnEvents, type OneOf } from './events/on-event.decorator.js';
export { DeadLetter, RetryLater } from './events/outcome.js';
export { readEvent } from './events/read-event.js';
export { storedMessage } from './events/stored-message.js';
export { StreamKeeper } from './events/stream-keeper.js';
export {
  clickStream,
  deadLetterStream,
  eventStream,
  type StreamDefinition,
  type StreamLimits,
} from './events/streams.js';
export { isToTrim, type TrimOptions, trimStream } from './events/trim-stream.js';
export { FloodReporter } from './flood/flood-reporter.js';
export {
  addressesOf,
  faultOfAddress,
  type GuardedRules,
  leadsNowhere,
  type Resolve,
} from './guarded/guarded-address.js';
export { GuardedError, type GuardedFailure } from './guarded/guarded-error.js';
export { type GuardedAnswer, type GuardedRequest, guardedRequest } from './guarded/guarded-request.js';
export { HashLimiter, type HashLimits } from './hash/hash-limiter.js';
export { requestHash } from './hash/request-hash.js';
export { Health, type HealthReport } from './health/health.js';
export { checksOf } from './health/readiness.controller.js';
export { Inbox } from './inbox/inbox.js';
export { LinksWithin } from './key-scope/links-within.js';
export { isApiKey, newApiKey } from './keys/api-key.js';
export { keyDigest } from './keys/digest.js';
export { randomKey } from './keys/random-key.js';
export { randomFromStock } from './keys/random-stock.js';
export { AppLogger, type LogFields } from './log/logger.js';
export { rarely, rarelyEach } from './log/rarely.js';
export { MaliciousLinkReporter } from './malicious-link/malicious-link-reporter.js';
export { atMost } from './memory/at-most.js';
export { httpServerDuration, secondsSince, statusClass } from './metrics/durations.js';
export { Metrics } from './metrics/metrics.js';
export { NatsService } from './nats/nats.service.js';
export { type Failure, failureOf } from './outbox/failure.js';
export { type Emit, type EmitOptions, eachStoredIn, Outbox, type OutboxValues, storedIn } from './outbox/outbox.js';
export { dropSetAside, listSetAside, replaySetAside, type Selection, type SetAside } from './outbox/set-aside.js';
export { type Periodic, type PeriodicOptions, periodic } from './periodic/periodic.js';
export { EventPositions } from './position/event-positions.js';
export { AppError, type AppErrorOptions } from './problem/app-error.js';
export { answerBrokenRequest } from './problem/broken-request.js';
export { fieldError } from './problem/field-error.js';
export { fromProblem, invalidInput, toProblem } from './problem/problem.js';
export { Belief } from './read-model/belief.js';
export { type Mend, type ReadModel, reasonOf, type ToldRow } from './read-model/range-comparison.js';
export { ReadModels } from './read-model/read-models.js';
export { pageOf, Republisher, type RepublishPage, type RepublishSource } from './read-model/republisher.js';
export { type Row, rangeReply, versionsReply } from './read-model/row.js';
export { PacedReports } from './report/paced-reports.js';
export { Admission, type Bounds, leavePlace } from './rpc/admission.js';
export { currentCall, withCallContext } from './rpc/call-context.js';
export { Neighbours } from './rpc/neighbours.js';
export { patienceLeft, refuseLate, withDeadline, withoutDeadline } from './rpc/patience.js';
export { Rpc, type RpcCall, requirePermission } from './rpc/rpc.decorator.js';
export { RpcClient } from './rpc/rpc-client.js';
export { Sealing, type SealingKeys } from './sealing/sealing.js';
export {
  defineService,
  type Environment,
  type HttpDefinition,
  type RunningService,
  type Service,
  type ServiceDefinition,
  type StartOptions,
} from './service/define-service.js';
export { runIfMain } from './service/run-if-main.js';
export { SilentStores } from './service/silent-stores.js';
export type { BeforeStart, Reached, StandIn } from './service/stand-in.js';
export { SERVICE_NAME } from './service/tokens.js';
export { type Hearing, Signals } from './signals/signals.js';
export { SpanKind, type SpanOptions, Tracing } from './telemetry/tracing.js';
export { ownText } from './text/own-text.js';
export { Together, type TogetherOptions } from './together/together.js';
