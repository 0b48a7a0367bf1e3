// Opens the driver page without a connection: the page and its parts as they were last seen. Answers of the API are
// never kept here; the page keeps what it needs itself.
const cacheName = 'rumbo-driver-1'
/** Parts of several versions of the page; the oldest are deleted beyond this number. */
const mostKept = 150

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function fromNetworkFirst(request) {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put('/driver', answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match('/driver')
    if (kept) return kept
    throw error
  }
}

async function fromCacheFirst(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(request))
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg')
    event.respondWith(fromCacheFirst(request))
})

async function keep(urls) {
  const cache = await caches.open(cacheName)
  await Promise.allSettled(urls.map((url) => cache.add(url)))
  // Those just added are the last of the keys.
  const parts = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== '/driver')
  const tooMany = Math.max(0, parts.length - Math.max(mostKept, urls.length))
  await Promise.all(parts.slice(0, tooMany).map((part) => cache.delete(part)))
}

// The page loads parts before this worker controls it: it sends their addresses to be kept.
self.addEventListener('message', (event) => {
  event.waitUntil(keep(Array.isArray(event.data?.keep) ? event.data.keep : []))
})
