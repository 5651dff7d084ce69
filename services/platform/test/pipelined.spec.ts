import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { limitPipelined } from '../src/service/pipelined.js';
import { eventually } from '../src/testkit/index.js';

let server: Server;
/** In work, and not answered before `answer`. */
let open: [IncomingMessage, ServerResponse][];
let handled: number;
const answer = () => {
  for (const [request, response] of open.splice(0)) response.end(request.url);
};

beforeEach(async () => {
  open = [];
  handled = 0;
  server = createServer((request, response) => {
    handled += 1;
    open.push([request, response]);
  });
  limitPipelined(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function client(): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'connect');
  return { socket, text: () => text };
}
const requests = (from: number, count: number) =>
  Array.from({ length: count }, (_, number) => `GET /${from + number} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
const answered = (text: string) => [...text.matchAll(/^\/(\d+)/gm)].map(([, number]) => Number(number));

it('cuts off who writes more requests than a connection may have in work', async () => {
  const { socket } = await client();
  socket.write(requests(0, 2_000));
  await once(socket, 'close');
  expect(handled).toBe(9);
});

it('does so whatever became of those before', async () => {
  const { socket } = await client();
  socket.write(requests(0, 5));
  await eventually(() => handled === 5);
  socket.write(requests(5, 5));
  await once(socket, 'close');
  expect(handled).toBe(9);
});

it('answers a few that come at once, in their order, as often as they come', async () => {
  const { socket, text } = await client();
  for (let round = 0; round < 4; round += 1) {
    socket.write(requests(round * 9, 9));
    await eventually(() => open.length === 9);
    answer();
    await eventually(() => answered(text()).length === (round + 1) * 9);
  }
  expect(answered(text())).toEqual(Array.from({ length: 36 }, (_, number) => number));
});

it('takes the next one as soon as one of nine is answered', async () => {
  const { socket, text } = await client();
  socket.write(requests(0, 9));
  for (let number = 0; number < 20; number += 1) {
    await eventually(() => open.length === 9);
    const [request, response] = open.shift() as [IncomingMessage, ServerResponse];
    response.end(request.url);
    await eventually(() => answered(text()).length === number + 1);
    socket.write(requests(9 + number, 1));
  }
  await eventually(() => open.length === 9);
  socket.write(requests(29, 1));
  await once(socket, 'close');
  expect(handled).toBe(29);
});
