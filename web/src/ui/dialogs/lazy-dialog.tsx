import { type ComponentType, lazy, Suspense, useLayoutEffect, useState } from 'react'
import { holdKeys } from './held-keys.ts'

/** When unused dialogs are loaded, in milliseconds after the screen that has them. */
const preloadAfterMs = 2000

/** Loads when the browser has nothing else to do, if it reports that and has a network. */
function preload(load: () => Promise<unknown>): void {
  if (typeof window.requestIdleCallback !== 'function') return
  setTimeout(() => {
    window.requestIdleCallback(() => {
      if (navigator.onLine) load().catch(() => {})
    })
  }, preloadAfterMs)
}

function Opening({ onCancel }: { onCancel: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one opening, however often it is rendered
  useLayoutEffect(() => holdKeys(onCancel), [])
  return null
}

/**
 * A dialog whose code is loaded when it first opens, or when the browser is idle. What is typed meanwhile goes into its
 * first field; Escape cancels the opening.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetchOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  const Later = lazy(async () => ({ default: await fetchOnce() })) as unknown as ComponentType<Props>
  preload(fetchOnce)
  return function LazyDialog(props: Props) {
    // The same component for as long as the dialog is open.
    const [Shown] = useState(() => loaded ?? Later)
    return (
      <Suspense fallback={<Opening onCancel={props.onClose} />}>
        <Shown {...props} />
      </Suspense>
    )
  }
}
