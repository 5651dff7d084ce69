import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

/** What a response of Node's has to make of a head the lines that differ from answer to answer: its date, and whether the connection stays. */
interface Storing {
  _contentLength: number;
  _storeHeader?(head: string, headers: null): void;
}

/** The head of redirects that differ in their destination alone: Node checks and joins the headers once, and not for each answer. */
export class RedirectHead {
  private readonly lines: string;

  /** Of all headers but Location and Content-Length, as `name, value, name, value`. Throws on what no header may hold. */
  constructor(private readonly headers: readonly string[]) {
    const lines: string[] = [''];
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const [name = '', value = ''] = headers.slice(index, index + 2);
      validateHeaderName(name);
      validateHeaderValue(name, value);
      lines.push(`${name}: ${value}`);
    }
    this.lines = `${lines.join('\r\n')}\r\n`;
  }

  /** `location` is one that a header may hold. `more`: headers of this answer alone. */
  send(response: ServerResponse, location: string, more: readonly string[]): void {
    const storing = response as unknown as Storing;
    // Of other requests Node looks at the headers themselves to say how the answer ends.
    if (more.length === 0 && isPlain(response.req) && storing._storeHeader) {
      response.statusCode = 302;
      storing._contentLength = 0;
      storing._storeHeader(`HTTP/1.1 302 Found\r\nLocation: ${location}${this.lines}`, null);
    } else response.writeHead(302, ['Location', location, ...this.headers, ...more, 'Content-Length', '0']);
    response.end();
  }
}

const isPlain = ({ method, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean =>
  method === 'GET' && httpVersionMajor === 1 && httpVersionMinor === 1;
