/** PostgreSQL, NATS or ClickHouse under test, in a container or embedded: faults keep its port and its data. */
export interface TestServer {
  readonly url: string;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`, on the same port and data, and waits until it answers. */
  start(): Promise<void>;
  restart(): Promise<void>;
}

/** A server that the kit also throws away at the end, data included. */
export interface DisposableServer extends TestServer {
  dispose(): Promise<void>;
}
