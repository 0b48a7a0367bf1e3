import { useEffect, useRef } from 'react'
import { addresses } from '../addresses.ts'

/** `g`, then one of these. */
export const jumps = {
  m: { to: addresses.map(), labelKey: 'shell.menu.map', screen: 'map' },
  d: { to: addresses.dispatch(), labelKey: 'shell.menu.dispatch', screen: 'dispatch' },
  s: { to: addresses.services(), labelKey: 'shell.menu.services', screen: 'services' },
  f: { to: addresses.fleet(), labelKey: 'shell.menu.fleet', screen: 'fleet' },
  h: { to: addresses.main(), labelKey: 'shell.menu.dashboard', screen: 'main' },
  r: { to: addresses.radar(), labelKey: 'shell.menu.radar', screen: 'radar' },
  p: { to: addresses.planning(), labelKey: 'shell.menu.planning', screen: 'planning' },
  g: { to: addresses.grid(), labelKey: 'shell.menu.grid', screen: 'grid' },
} as const
export type JumpKey = keyof typeof jumps

/** The second key must come within this time. */
const pairMs = 1500

const isJumpKey = (key: string): key is JumpKey => key in jumps

/** Whether keys belong to what has the focus, not to the page. */
export function isTyping(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) return true
  return element.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null
}

interface Actions {
  onJump: (key: JumpKey) => void
  onSheet: () => void
  onCommand: () => void
}

/** The keys that work on every screen; off while typing and inside dialogs, except Ctrl/Cmd+K. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let goAtMs = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.onCommand()
        return
      }
      if (hasModifier || event.defaultPrevented || isTyping(document.activeElement)) return
      const isSecond = event.timeStamp - goAtMs < pairMs
      goAtMs = Number.NEGATIVE_INFINITY
      if (isSecond && isJumpKey(event.key)) {
        event.preventDefault()
        latest.current.onJump(event.key)
      } else if (event.key === 'g') goAtMs = event.timeStamp
      else if (event.key === '?') {
        event.preventDefault()
        latest.current.onSheet()
      }
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
