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
  const account = me.then((answer) => (answer.ok ? answer.clone().json() : null)).then((body) => body && body.id);
  const early = { '/api/me': { language, account: Promise.resolve(null), answer: me } };
  for (const template of JSON.parse(data.textContent)) {
    const path = template
      .replace('{timezone}', () => {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        return encodeURIComponent(ZONE_NAMES[zone] ?? zone);
      })
      .replace(/\{days_ago:(\d+)\}/, (_, days) => {
        const day = new Date();
        day.setDate(day.getDate() - days);
        return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
          .map((part) => `${part}`.padStart(2, '0'))
          .join('-');
      });
    const answer = account.then((id) =>
      id ? ask(path, { 'X-Linkway-Account': id }) : Promise.reject(new Error('nobody is signed in')),
    );
    early[path] = { language, account: quiet(account), answer: quiet(answer) };
  }
  window.earlyAnswers = early;
})();
