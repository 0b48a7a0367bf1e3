import { useEffect } from 'react'

/** Registers the worker and gives it the parts that were loaded before it was active. */
async function keepPage(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  try {
    await workers.register('/driver-worker.js', { scope: '/driver' })
    const { active } = await workers.ready
    const parts = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/'))
    active?.postMessage({ keep: ['/driver', ...new Set(parts)] })
  } catch {
    // Without a worker the page needs a connection to open; everything else works.
  }
}

/** Lets the phone install the driver page and open it without a connection. */
export function useInstallable(): void {
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = '/driver.webmanifest'
    document.head.append(link)
    // Not in development: it would serve old code.
    if (document.querySelector('script[src^="/assets/"]')) void keepPage()
    return () => link.remove()
  }, [])
}
