import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import {
  type AuditEntry,
  type AuditExportFormat,
  type AuditFilter,
  auditLogPortionRpc,
  type Caller,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { csvHead, entryLine } from './audit-csv.js';

export interface Export {
  readonly filter: AuditFilter;
  readonly beforeSeq: number;
  readonly caller: Caller;
}

/** The log as a file, which is asked for as fast as its reader takes it. One that breaks off was not all of it: its connection is cut. */
@Injectable()
export class AuditExports {
  constructor(private readonly rpc: RpcClient) {}

  read(format: AuditExportFormat, wanted: Export): Readable {
    // A reader that takes more is no part of the request any more.
    const portion = AsyncResource.bind((before_seq: number) => this.portion(wanted, before_seq));
    return Readable.from(format === 'csv' ? asCsv(portions(portion, wanted)) : asJson(portions(portion, wanted)), {
      objectMode: false,
    });
  }

  private async portion({ filter, caller }: Export, before_seq: number): Promise<AuditEntry[]> {
    return (await this.rpc.call(auditLogPortionRpc, { filter, before_seq }, { caller })).data;
  }
}

type Portion = (beforeSeq: number) => Promise<AuditEntry[]>;

async function* portions(portion: Portion, { beforeSeq }: Export): AsyncGenerator<AuditEntry[]> {
  for (let before = beforeSeq; before > 1; ) {
    const entries = await portion(before);
    const last = entries.at(-1);
    if (!last) return;
    yield entries;
    before = last.seq;
  }
}

async function* asCsv(found: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield csvHead;
  for await (const entries of found) yield entries.map(entryLine).join('');
}

async function* asJson(found: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entries of found) {
    yield before + entries.map((entry) => JSON.stringify(entry)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
