// The flow of bench `redirect` for k6, where it is installed:
//   k6 run -e LINK=http://127.0.0.1:8081/abc123 deploy/load/redirect.k6.js
import { check } from 'k6';
import http from 'k6/http';

export const options = {
  vus: 64,
  duration: '30s',
  thresholds: { checks: ['rate==1'], http_req_duration: ['p(99)<50'] },
};

export default function () {
  const response = http.get(__ENV.LINK, { redirects: 0 });
  check(response, {
    'is a redirect': (answer) => answer.status === 302,
    'is never cached': (answer) => answer.headers['Cache-Control'] === 'private, no-store',
  });
}
