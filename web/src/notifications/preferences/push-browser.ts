/** What browsers offer for push notifications. */
export interface PushBrowser {
  /** Null: the browser has none, such as Safari on a phone before the page was installed. */
  permission(): NotificationPermission | null
  request(): Promise<NotificationPermission>
  /** The keys of the present subscription, or of a new one. @param publicKey of the installation */
  subscribe(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }>
  unsubscribe(): Promise<void>
  /** Such as "Chrome, Android". */
  label(): string
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isSameKey = (present: ArrayBuffer | null, wanted: Uint8Array) =>
  present !== null && String(new Uint8Array(present)) === String(wanted)

const register = () => navigator.serviceWorker.register('/push-worker.js', { scope: '/push/' })

/** A worker that is still being installed cannot subscribe. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await register()
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
    )
  return registration
}

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]
const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const
export const labelOf = (userAgent: string): string =>
  [firstOf(browsers, userAgent) ?? 'Web', firstOf(systems, userAgent)].filter(Boolean).join(', ')

export const pushBrowser: PushBrowser = {
  permission: () =>
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
      ? Notification.permission
      : null,
  request: () => Notification.requestPermission(),
  async subscribe(publicKey) {
    const { pushManager } = await activeWorker()
    const applicationServerKey = bytesOf(publicKey)
    const present = await pushManager.getSubscription()
    // One for a former key of the installation gets nothing.
    const isUsable = present !== null && isSameKey(present.options.applicationServerKey, applicationServerKey)
    if (present !== null && !isUsable) await present.unsubscribe()
    const subscription = isUsable
      ? present
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
    return { endpoint, p256dh, auth }
  },
  async unsubscribe() {
    const registration = await navigator.serviceWorker.getRegistration('/push/')
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  },
  label: () => labelOf(navigator.userAgent),
}
