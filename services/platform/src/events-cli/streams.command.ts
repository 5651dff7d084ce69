import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import { shardOf } from '../events/streams.js';
import { fillOf } from '../events/trim-stream.js';
import { ageText, type Command, type CommandContext, table, UsageError } from './command.js';

/** How full the streams are, and how far each consumer came. */
export const streamsCommand: Command = {
  name: 'streams',
  usage: [['streams', 'fill, oldest message and lag of each consumer']],
  async run(context, args) {
    if (args.length > 0) throw new UsageError('streams takes nothing further');
    const rows: string[][] = [];
    for await (const info of context.manager.streams.list()) {
      const own = [info.config.name, fillText(info), String(info.state.messages), oldestText(info)];
      const consumers = await durables(context, info.config.name);
      if (consumers.length === 0) rows.push([...own, ...withoutDurable(info.config.name)]);
      for (const [index, consumer] of consumers.entries()) {
        const { name, num_pending, num_ack_pending } = consumer;
        rows.push([...(index === 0 ? own : ['', '', '', '']), name, String(num_pending), String(num_ack_pending)]);
      }
    }
    const head = ['STREAM', 'FILL', 'MESSAGES', 'OLDEST', 'CONSUMER', 'LAG', 'IN HAND'];
    for (const line of table(head, rows)) context.say(line);
  },
};

/** Analytics keeps how far it came beside the clicks, where NATS does not see it. */
const withoutDurable = (stream: string): string[] =>
  shardOf(stream) === null ? ['-', '-', '-'] : ['analytics', 'analytics_lag_messages', '-'];

async function durables({ manager }: CommandContext, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  for await (const consumer of manager.consumers.list(stream)) if (consumer.config.durable_name) found.push(consumer);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fillText(info: StreamInfo): string {
  const mib = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
  const { max_bytes: limit } = info.config;
  return limit > 0 ? `${Math.round(fillOf(info) * 100)} % of ${mib(limit)}` : mib(info.state.bytes);
}

function oldestText({ state }: StreamInfo): string {
  return state.messages > 0 ? ageText(Date.now() - Date.parse(state.first_ts)) : '-';
}
