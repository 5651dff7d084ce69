// In the page itself, before any script is fetched: asks the API for what the address shows, so that the answers are there when
// the app is. `asks`: the gateway's data in the head. kit/api/early-answers.ts takes them.
/* global ZONE_NAMES -- from the build (contracts/src/rules/zone-names.ts) */
(() => {
  const data = document.getElementById('asks');
  if (!data) return;
  const language = document.documentElement.lang;
  const ask = (path, headers) =>
    fetch(path, { credentials: 'same-origin', headers: { 'Accept-Language': language, ...headers } });
  const quiet = (promise) => {
    promise.catch(() => {});
    return promise;
  };
  const me = quiet(ask('/api/me'));
  const person = quiet(me.then((answer) => (answer.ok ? answer.clone().json() : null)));
  const account = quiet(person.then((body) => body && body.id));
  const early = { '/api/me': { language, account: Promise.resolve(null), answer: me } };
  window.earlyAnswers = early;
  /** As the dashboard has it: the account's, else the browser's. */
  const zoneOf = ({ chosen }) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return (chosen && chosen.timezone) || ZONE_NAMES[zone] || zone;
  };
  const dayIn = (timeZone, days) => {
    // The Swedish write dates as ISO does; of a day without its hours, one is another's neighbour in UTC.
    const today = new Date(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date()));
    today.setUTCDate(today.getUTCDate() - days);
    return today.toISOString().slice(0, 10);
  };
  quiet(
    person.then((body) => {
      // What was changed meanwhile is asked for by the page itself.
      if (!body || window.earlyAnswers !== early) return;
      const zone = zoneOf(body);
      for (const template of JSON.parse(data.textContent)) {
        const path = template
          .replaceAll('{timezone}', () => encodeURIComponent(zone))
          .replaceAll(/\{days_ago:(\d+)\}/g, (_, days) => dayIn(zone, days));
        early[path] = { language, account, answer: quiet(ask(path, { 'X-Linkway-Account': body.id })) };
      }
    }),
  );
})();
