// The page's helper, which goes on without it. What it keeps are files whose address changes with their content, and a
// page for when there is no line. Everything of a game comes from the server or not at all: nothing old looks like now.

const EDITION = "{{ edition }}";
const KEPT = `bastide-${EDITION}`;
const FILES = `/static/${EDITION}/`;
const OFFLINE = "/offline";
const OF_OFFLINE = ["offline.js", "style.css", "dark.css", "icon.svg"].map((name) => FILES + name);

self.addEventListener("install", (event) => {
  // Whatever pages are open have all of their own edition already.
  event.waitUntil(Promise.all([keepOffline(), keepFiles(), self.skipWaiting()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

// A page says that its reader has another language now.
self.addEventListener("message", (event) => {
  if (event.data === "language") event.waitUntil(keepOffline().catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = new URL(request.url);
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(opened(event));
  else if (address.origin === location.origin && address.pathname.startsWith(FILES)) event.respondWith(file(event));
});

// It is somebody's turn. A browser shows something for each message, or it trusts us no more.
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

// One notice for each place: a newer one takes the place of an older one, and is heard and felt if that is wanted.
function show({ title, body, lang, tag, url, silent = true }) {
  const icon = "/static/icon-192.png";
  return self.registration.showNotification(title, { body, lang, tag, silent, renotify: !silent, icon, data: { url } });
}

// To the page that is open there already, or a new one; nowhere else than here, whatever was sent.
async function lead(url) {
  const { origin, pathname } = new URL(url, location.origin);
  if (origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === pathname);
  await (page ? page.focus() : self.clients.openWindow(pathname));
}

async function opened(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match(OFFLINE, { cacheName: KEPT }).catch(() => undefined);
    if (!offline) throw error;
    return offline;
  }
}

async function file(event) {
  const kept = await caches.match(event.request, { cacheName: KEPT }).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (lasts(answer)) event.waitUntil(keep(event.request, answer.clone()).catch(() => {}));
  return answer;
}

// Another server behind the same address may have another edition: its files are not kept as ours.
function lasts(answer) {
  return answer.ok && /\bimmutable\b/.test(answer.headers.get("Cache-Control"));
}

async function keep(request, answer) {
  await (await caches.open(KEPT)).put(request, answer);
}

async function keepFiles() {
  for (const [address, answer] of await Promise.all(OF_OFFLINE.map(async (address) => [address, await fetch(address)]))) {
    if (!lasts(answer)) throw new Error(`${address} is of another edition`);
    await keep(address, answer);
  }
}

async function keepOffline() {
  const answer = await fetch(OFFLINE, { cache: "no-store" });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(EDITION)) throw new Error("the page is of another edition");
  await keep(OFFLINE, answer);
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("bastide-") && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
}
