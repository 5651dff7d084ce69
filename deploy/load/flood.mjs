// The flood of the bench `misses`, in a process of its own: so many made-up codes a second, whether answers come or not.
// Arguments: address, requests a second, milliseconds, connections, proxy secret. Prints one JSON line at its end.
import { connect } from 'node:net';

const [address, perSecond, forMs, connections, secret] = process.argv.slice(2);
const { hostname, port, host } = new URL(address);
const rate = Number(perSecond);
const run = `${process.pid.toString(36)}${Date.now().toString(36)}`;
const NETWORKS = 500;
const TICK_MS = 2;

let sent = 0;
let broken = 0;
const statuses = {};
const idle = [];

/** Half of them from one network, as a scan; the other half from many. */
function requestOf(number) {
  const network = Math.floor(Math.random() * NETWORKS);
  const ip = number % 2 === 0 ? '198.51.100.7' : `10.${network >> 8}.${network & 255}.9`;
  return `GET /x${run}${number.toString(36)} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: scan\r\nAccept-Language: vi\r\nX-Forwarded-For: ${ip}\r\nX-Linkway-Proxy: ${secret}\r\n\r\n`;
}

function open() {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let missing = 0;
  socket.on('connect', () => idle.push(socket));
  socket.on('data', (chunk) => {
    if (missing > 0) missing -= chunk.length;
    else {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.latin1Slice(0, end);
      const status = head.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4);
    }
    if (missing <= 0) idle.push(socket);
  });
  socket.on('error', () => {
    broken += 1;
  });
  return socket;
}

const sockets = Array.from({ length: Number(connections) }, open);
const started = performance.now();
let given = 0;
const sending = setInterval(() => {
  const passed = performance.now() - started;
  const due = Math.floor((Math.min(passed, Number(forMs)) / 1000) * rate);
  for (; given < due; given += 1) {
    const socket = idle.pop();
    // Every connection waits for its answer: this one is not sent, and told as missing.
    if (!socket) continue;
    sent += 1;
    socket.write(requestOf(given), 'latin1');
  }
  if (passed < Number(forMs)) return;
  clearInterval(sending);
  const seconds = passed / 1000;
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    process.stdout.write(`${JSON.stringify({ wanted: given, sent, perSecond: sent / seconds, statuses, broken })}\n`);
  }, 300);
}, TICK_MS);
