/**
 * Lets no `process.exit` wait for what `isAtWork` in this process: an embedded engine ends what it does first, however long
 * that takes, while no signal but SIGKILL is heard and the ports stay taken. To be called after the servers are started:
 * they are told to end by a listener of their own, which comes first.
 */
export function exitWithout(isAtWork: () => boolean): void {
  process.on('exit', () => {
    if (isAtWork()) process.kill(process.pid, 'SIGKILL');
  });
}
