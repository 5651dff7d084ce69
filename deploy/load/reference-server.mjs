// The reference of bench `redirect`: bare node:http that answers a constant 302 and does nothing else.
import { createServer } from 'node:http';

const headers = {
  location: 'https://example.com/landing?from=linkway',
  'cache-control': 'private, no-store',
  'content-length': '0',
};
const server = createServer((_request, response) => response.writeHead(302, headers).end());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
