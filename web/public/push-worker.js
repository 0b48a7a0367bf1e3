// Shows push notifications and does what their buttons say. Every text comes with the notification; nothing is kept here.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const post = (path, body) =>
  fetch(`/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

self.addEventListener('push', (event) => {
  const { notification, rumbo } = event.data.json()
  const { title, navigate, ...options } = notification
  event.waitUntil(
    self.registration.showNotification(title, {
      ...options,
      icon: '/favicon.svg',
      // A replaced notification is noticed like a new one.
      renotify: true,
      actions: rumbo.actions,
      data: { navigate, ...rumbo },
    }),
  )
})

/** A page answers within this time, also on a slow phone; after it, browsers still let a tap open a window. */
const answerMs = 1000

/** Asks a page to go to an address; resolves to whether it does. */
function ask(page, address) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), answerMs)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ open: address }, [port2])
  })
}

/**
 * Focuses an open page of the product and shows the address there, or opens one. Pages that show something else of this
 * host, such as the page of a customer, or that are frozen, do not answer.
 */
async function open(navigate) {
  const url = new URL(navigate, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = pages.filter((candidate) => new URL(candidate.url).origin === url.origin)
  const page = own.find((candidate) => new URL(candidate.url).pathname === url.pathname) ?? own[0]
  if (!page || !(await ask(page, url.pathname + url.search))) return self.clients.openWindow(url.href)
  await page.focus()
}

/** Does what the button says, and shows the outcome in place of the notification. */
async function act(action, { title, tag, lang, data }) {
  let body = data.failed
  try {
    const answer = await post('/push/actions', { token: data.token, action })
    if (answer.ok) body = (await answer.json()).message
  } catch {
    // Without a connection nothing was done, as the text says.
  }
  await self.registration.showNotification(title, {
    ...{ body, tag, lang, icon: '/favicon.svg' },
    data: { navigate: data.navigate },
  })
}

/** Marks the notification as read; without a connection it stays unread, and the page shows it. */
const markRead = ({ token, marksRead }) =>
  marksRead ? post('/push/actions', { token, action: 'open' }).catch(() => undefined) : undefined

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  const isDone = action !== '' && action !== 'open'
  const { data } = notification
  event.waitUntil(isDone ? act(action, notification) : Promise.all([open(data.navigate), markRead(data)]))
})

const keysOf = ({ endpoint, keys }) => ({ endpoint, p256dh: keys.p256dh, auth: keys.auth })

// The browser replaced the subscription; its former keys prove that it is the same browser.
self.addEventListener('pushsubscriptionchange', (event) => {
  const former = event.oldSubscription
  if (!former) return
  const renew = async () => {
    const next = event.newSubscription ?? (await self.registration.pushManager.subscribe(former.options))
    await post('/push/subscriptions/renew', { former: keysOf(former.toJSON()), ...keysOf(next.toJSON()) })
  }
  event.waitUntil(renew())
})
