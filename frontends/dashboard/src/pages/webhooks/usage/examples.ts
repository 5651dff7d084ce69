export const exampleLanguages = ['javascript', 'python', 'shell'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** Where a receiver finds the secret. */
export const SECRET_VARIABLE = 'LINKWAY_WEBHOOK_SECRET';

/** How a receiver checks that a message is from Linkway. */
export const examples: Readonly<Record<ExampleLanguage, string>> = {
  javascript: `// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.${SECRET_VARIABLE});
createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  try {
    const message = webhook.verify(body, request.headers);
    console.log(message.type, message.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8000);`,
  python: `# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["${SECRET_VARIABLE}"])

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            message = webhook.verify(body, {k.lower(): v for k, v in self.headers.items()})
            print(message["type"], message["data"])
            self.send_response(204)
        except Exception:
            self.send_response(400)
        self.end_headers()

HTTPServer(("", 8000), Receiver).serve_forever()`,
  shell: `# The headers of the message in $id and $timestamp, its body in the file body.json.
# What this prints is in the header webhook-signature.
key=$(printf '%s' "\${${SECRET_VARIABLE}#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
{ printf '%s.%s.' "$id" "$timestamp"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 | sed 's/^/v1,/'`,
};
