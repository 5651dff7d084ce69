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
export { DatabaseModule } from './database/database.module.js';
export { isOutage } from './database/outage.js';
export { DeadLetters } from './events/dead-letters.js';
export { EventPublisher } from './events/event-publisher.js';
export { EventTail, type Tail } from './events/event-tail.js';
export { type EventMeta, OnEvent, readEvent } from './events/on-event.decorator.js';
export { DeadLetter, RetryLater } from './events/outcome.js';
export {
  clickStream,
  deadLetterStream,
  ensureStream,
  eventStream,
  type StreamDefinition,
} from './events/streams.js';
export { HashLimiter, type HashLimits } from './hash/hash-limiter.js';
export { Health, type HealthReport } from './health/health.js';
export { Inbox } from './inbox/inbox.js';
export { AppLogger, type LogFields } from './log/logger.js';
export { Metrics } from './metrics/metrics.js';
export { NatsService } from './nats/nats.service.js';
export { type Emit, Outbox } from './outbox/outbox.js';
export { AppError, type AppErrorOptions } from './problem/app-error.js';
export { fromProblem, invalidInput, toProblem } from './problem/problem.js';
export { currentCall, withCallContext } from './rpc/call-context.js';
export { Rpc, type RpcCall, requireCaller } from './rpc/rpc.decorator.js';
export { RpcClient } from './rpc/rpc-client.js';
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
export { SERVICE_NAME } from './service/tokens.js';
export { SpanKind, type SpanOptions, Tracing } from './telemetry/tracing.js';
