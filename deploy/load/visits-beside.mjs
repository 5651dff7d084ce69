// Visits of a link at a steady pace, in a process of its own: address, visits a second, user agent, language.
// Until it is told to stop (a line on its input) it prints `{"sent", "answered"}` again and again, and once more at its end.
import { Agent, get } from 'node:http';

const [address, perSecond, userAgent, language] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const headers = { 'user-agent': userAgent, 'accept-language': language };
const TELL_EVERY_MS = 100;

let sent = 0;
let answered = 0;
const refused = {};
const open = new Set();

const tell = () => process.stdout.write(`${JSON.stringify({ sent, answered, refused })}\n`);

function visit() {
  sent += 1;
  const visiting = new Promise((done) => {
    get(address, { agent, headers }, (response) => {
      response.resume();
      if (response.statusCode === 302) answered += 1;
      else refused[response.statusCode] = (refused[response.statusCode] ?? 0) + 1;
      response.on('end', done);
    }).on('error', (error) => {
      refused[error.code] = (refused[error.code] ?? 0) + 1;
      done();
    });
  });
  open.add(visiting);
  void visiting.finally(() => open.delete(visiting));
}

const visiting = setInterval(visit, 1_000 / Number(perSecond));
const telling = setInterval(tell, TELL_EVERY_MS);
process.stdin.once('data', () => void end());

async function end() {
  clearInterval(visiting);
  await Promise.all(open);
  clearInterval(telling);
  tell();
  agent.destroy();
  process.stdin.destroy();
}
