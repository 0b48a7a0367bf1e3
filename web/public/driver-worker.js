// Opens the driver page without a connection: the page and its parts as they were last seen. Answers of the API are
// never kept here; the page keeps what it needs itself.
const cacheName = 'rumbo-driver-1'

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

// The page loads parts before this worker controls it: it sends their addresses to be kept.
self.addEventListener('message', (event) => {
  const urls = Array.isArray(event.data?.keep) ? event.data.keep : []
  event.waitUntil(
    caches.open(cacheName).then((cache) => Promise.allSettled(urls.map((url) => cache.add(url)))),
  )
})
