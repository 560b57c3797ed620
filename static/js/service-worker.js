// Shows what the site tells though no page of it is open, and opens the very place when it is clicked.
// Nothing is kept here: every page comes from the site.
const USUAL = { title: "Dream Factory", body: "", url: "/", tag: "notice" };

function read(data) {
  try {
    return { ...USUAL, ...data.json() };
  } catch {
    return USUAL;
  }
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = read(event.data);
  const looks = { icon: "/static/icons/icon-192.png", badge: "/static/icons/badge-96.png", lang: navigator.language };
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { url }, ...looks }));
});

// A page of that place that is open comes to the front; otherwise one is opened.
async function open(address) {
  const url = new URL(address, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const place = url.pathname.replace(/way\/$/, "");
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === place);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
