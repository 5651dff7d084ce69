import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { postgresAccount } from '@linkway/platform/embedded';

/** Made anew at each start, or of no use to another machine. */
const LEFT_OUT = ['./logs', './run.json', './lock', './output.log', './hold', './nats/nats.conf', './nats/nats.pid'];

/** Packs a data folder whose release has stopped. */
export async function pack(dataDir: string, file: string): Promise<void> {
  const excluded = LEFT_OUT.map((path) => `--exclude=${path}`);
  const tar = spawn('tar', ['-cf', '-', ...excluded, '-C', dataDir, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const brotli = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: 64 * 1024 ** 2,
    },
  });
  const ended = exitOf(tar);
  await pipeline(tar.stdout, brotli, createWriteStream(file));
  await ended;
}

/** Unpacks it as whoever runs this; root gives the cluster to PostgreSQL's account, as the product itself does. */
export async function unpack(file: string, dataDir: string): Promise<void> {
  const tar = spawn('tar', ['-xpf', '-', '--no-same-owner', '-C', dataDir], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = exitOf(tar);
  await pipeline(createReadStream(file), createBrotliDecompress(), tar.stdin);
  await ended;
  const cluster = join(dataDir, 'postgres');
  const account = postgresAccount(cluster);
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
}

function exitOf(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
}
