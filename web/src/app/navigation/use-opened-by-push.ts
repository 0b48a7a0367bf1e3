import { useEffect } from 'react'
import { useGo } from './address.tsx'

/** The address inside the product that a push worker asks for; null for anything else. */
function wantedBy(data: unknown): string | null {
  const open = (data as { open?: unknown } | null)?.open
  // `//host` would leave the product.
  return typeof open === 'string' && /^\/(?![/\\])/.test(open) ? open : null
}

/** Goes where a tapped push notification points, and answers its worker that this page did it. */
export function useOpenedByPush(): void {
  const go = useGo()
  useEffect(() => {
    const workers = globalThis.navigator.serviceWorker
    if (!workers) return
    const listen = ({ data, ports }: MessageEvent<unknown>) => {
      const address = wantedBy(data)
      if (address === null) return
      ports[0]?.postMessage('opened')
      go(address)
    }
    workers.addEventListener('message', listen)
    // Messages to a page that no worker controls wait until then.
    workers.startMessages()
    return () => workers.removeEventListener('message', listen)
  }, [go])
}
