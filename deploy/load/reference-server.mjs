// The reference of benches: bare node:http that answers a constant 302, or a constant 201 to a POST once its body is read, and does
// nothing else.
import { createServer } from 'node:http';

const headers = {
  location: 'https://example.com/landing?from=linkway',
  'cache-control': 'private, no-store',
  'content-length': '0',
};
// About what the API answers when a link was made.
const made = JSON.stringify({ id: 'x'.repeat(36), short_code: 'abcdef', rest: 'x'.repeat(600) });
const madeHeaders = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(made.length) };

const server = createServer((request, response) => {
  if (request.method !== 'POST') return response.writeHead(302, headers).end();
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (Buffer.concat(parts).length === 0) return response.writeHead(400, { 'content-length': '0' }).end();
    response.writeHead(201, madeHeaders).end(made);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
