// The reference of the bench `idle`: bare Node that wakes 20 times a second, passes some bytes through the kernel and sleeps again.
import { createConnection, createServer } from 'node:net';

const WAKES_PER_SECOND = 20;
const BYTES = Buffer.alloc(100);

const server = createServer((socket) => socket.pipe(socket));
server.listen(0, '127.0.0.1', () => {
  const socket = createConnection(server.address().port, '127.0.0.1', () => process.stdout.write('ready\n'));
  socket.resume();
  setInterval(() => socket.write(BYTES), 1_000 / WAKES_PER_SECOND);
});
