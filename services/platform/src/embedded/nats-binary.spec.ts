import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  adviceOnNats,
  checkNatsServer,
  isOlder,
  natsVersions,
  programCache,
  requireNatsServer,
} from './nats-binary.js';

let folder: string;
const environment = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-nats-'));
});

afterEach(() => {
  process.env = { ...environment };
  rmSync(folder, { recursive: true, force: true });
});

function program(path: string, script: string): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('the version of nats-server', () => {
  it.each([
    ['2.9.10', '2.9.10', false],
    ['2.9.9', '2.9.10', true],
    ['2.10.0', '2.9.10', false],
    ['1.4.1', '2.9.10', true],
    ['3.0.0', '2.12.0', false],
  ])('%s is older than %s: %s', (version, than, expected) => expect(isOlder(version, than)).toBe(expected));

  it('is refused below the least, with the ways to a newer one', () => {
    const old = program(join(folder, 'nats-server'), 'echo "nats-server: v2.9.9"');
    expect(() => checkNatsServer(old)).toThrow(/2\.9\.9, and 2\.9\.10 is the oldest to run on.*apt-get install/);
  });

  it('is advised upon between the least and the maintained one, and only there', () => {
    const debian = program(join(folder, 'nats-server'), 'echo "nats-server: v2.9.10"');
    expect(adviceOnNats(checkNatsServer(debian))).toContain('gets no security releases');
    expect(adviceOnNats(natsVersions.maintained)).toBeNull();
  });

  it('must be told at all', () => {
    expect(() => checkNatsServer(program(join(folder, 'nats-server'), 'echo hello'))).toThrow('reinstall it');
  });
});

describe('a fetched nats-server', () => {
  const age = (path: string) => (Date.now() - statSync(path).mtimeMs) / 86_400_000;
  /** An apt-get and a dpkg-deb that hand out a newer program, and nothing else in PATH. */
  function onlyPackages(works: boolean): string {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    program(join(bin, 'apt-get'), works ? ': > nats-server_2.deb' : 'exit 1');
    program(
      join(bin, 'dpkg-deb'),
      '/bin/mkdir -p "$3/usr/sbin"; /usr/bin/printf "#!/bin/sh\\necho newer\\n" > "$3/usr/sbin/nats-server"; /bin/chmod 755 "$3/usr/sbin/nats-server"; /usr/bin/touch -d 2022-01-01 "$3/usr/sbin/nats-server"',
    );
    process.env.PATH = bin;
    return join(folder, 'cache');
  }
  function cached(cache: string, days: number): string {
    mkdirSync(cache, { recursive: true });
    const path = program(join(cache, 'nats-server'), 'echo old');
    const time = new Date(Date.now() - days * 86_400_000);
    utimesSync(path, time, time);
    return path;
  }
  it('is never kept for ever: after some days the package manager is asked again', () => {
    const cache = onlyPackages(true);
    const path = cached(cache, 20);
    refreshed(cache);
    expect(statSync(path).size).toBe('#!/bin/sh\necho newer\n'.length);
    expect(age(path)).toBeLessThan(1);
  });

  it('is left alone while it is young', () => {
    const cache = onlyPackages(true);
    const path = cached(cache, 3);
    refreshed(cache);
    expect(age(path)).toBeGreaterThan(2);
  });

  it('stays where nothing newer is to be had, and is asked for again the next day', () => {
    const cache = onlyPackages(false);
    const path = cached(cache, 20);
    refreshed(cache);
    expect(age(path)).toBeGreaterThan(12);
    expect(age(path)).toBeLessThan(14);
  });

  function refreshed(cache: string): void {
    expect(requireNatsServer(() => undefined, cache, [])).toBe(join(cache, 'nats-server'));
  }
});

describe('the folder for fetched programs', () => {
  it('is in the home folder', () => {
    expect(programCache('/fallback', folder)).toBe(join(folder, '.cache', 'linkway'));
  });

  it.each(['', 'relative', '/proc'])('is the fallback where home is %j', (home) => {
    expect(programCache('/fallback', home)).toBe('/fallback');
  });

  it('says what to do where nothing can be written', () => {
    process.env.PATH = folder;
    program(join(folder, 'apt-get'), 'exit 0');
    program(join(folder, 'dpkg-deb'), 'exit 0');
    expect(() => requireNatsServer(() => undefined, '/proc/none', [])).toThrow(
      'set HOME to a folder that can be written',
    );
  });
});
