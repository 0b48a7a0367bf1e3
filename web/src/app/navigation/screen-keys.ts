import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { isTyping } from '../palette/shortcuts.ts'

/** A key of the open screen. */
export interface ScreenKey {
  /** `KeyboardEvent.key` values; several keys may trigger the same action. */
  keys: readonly string[]
  /** Description for the list of shortcuts. */
  label: string
  /** Without it the key is only listed: the focused element handles it itself. */
  act?: (key: string) => void
  /** Ignores the repeats of a key held down. */
  isOnce?: true
}

let shown: readonly ScreenKey[] = []
const listeners = new Set<() => void>()

function show(keys: readonly ScreenKey[]): void {
  shown = keys
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The keys of the open screen, for the list of shortcuts. */
export const useShownKeys = (): readonly ScreenKey[] => useSyncExternalStore(subscribe, () => shown)

/**
 * Registers the single keys of a screen, which also appear in the list that `?` opens. They work while no field, menu
 * or dialog has the focus and single keys are on. Call it once per screen.
 */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  const { settings } = useThemeSettings()
  const latest = useRef(keys)
  const description = keys.map(({ keys: each, label }) => `${each.join(' ')} ${label}`).join('\n')

  useLayoutEffect(() => {
    latest.current = keys
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: published again only when the labels change
  useEffect(() => {
    show(latest.current.filter(({ keys: each }) => each.length > 0))
    return () => show([])
  }, [description])
  // Before the browser paints: the keys work from the first moment at which the screen can be seen.
  useLayoutEffect(() => {
    if (!settings.singleKeys) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(document.activeElement)) return
      const found = latest.current.find(({ keys: each }) => each.includes(event.key))
      if (found?.act === undefined || (found.isOnce && event.repeat)) return
      event.preventDefault()
      found.act(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [settings.singleKeys])
}
