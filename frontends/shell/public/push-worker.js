// Shows the notifications that are pushed to this browser, and opens their page. It looks at no request and keeps nothing.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { id, title, text, path } = told(event.data);
  // What comes twice is there once, by its tag.
  const shown = { body: text, tag: id, icon: '/icon-192.png', data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** A browser that is told of a push has to show something, whatever it holds. */
function told(data) {
  try {
    const { id, title, text, path } = data.json();
    if (typeof title === 'string') return { id, title, text, path };
  } catch {
    // Nothing, or nothing that can be read.
  }
  return { id: 'linkway', title: 'Linkway', text: '', path: '/dashboard' };
}

/** In a page of the dashboard where there is one, else in a new one; never at another site. */
async function open(path) {
  const { origin } = self.location;
  const address = new URL(path ?? '/dashboard', origin);
  if (address.origin !== origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'));
  if (!page) {
    await self.clients.openWindow(address.href);
    return;
  }
  await page.focus();
  // A page that this worker does not control it may not lead on: that one goes on by itself.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this origin, which takes no target
  page.postMessage({ open: address.pathname + address.search });
}
