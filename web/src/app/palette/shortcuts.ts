import { useEffect, useRef } from 'react'
import { addresses } from '../../addresses.ts'

/** Second keys after `g`, with the screens they open. */
export const jumps = {
  m: { to: addresses.map(), labelKey: 'shell.menu.map', screen: 'map' },
  d: { to: addresses.dispatch(), labelKey: 'shell.menu.dispatch', screen: 'dispatch' },
  s: { to: addresses.services(), labelKey: 'shell.menu.services', screen: 'services' },
  f: { to: addresses.fleet(), labelKey: 'shell.menu.fleet', screen: 'fleet' },
  h: { to: addresses.main(), labelKey: 'shell.menu.dashboard', screen: 'main' },
  r: { to: addresses.radar(), labelKey: 'shell.menu.radar', screen: 'radar' },
  p: { to: addresses.planning(), labelKey: 'shell.menu.planning', screen: 'planning' },
  g: { to: addresses.grid(), labelKey: 'shell.menu.grid', screen: 'grid' },
  c: { to: addresses.directory(), labelKey: 'shell.menu.directory', screen: 'directory' },
  q: { to: addresses.commandsQueue(), labelKey: 'shell.menu.commands', screen: 'commandsQueue' },
} as const
export type JumpKey = keyof typeof jumps

/** Time limit for the second key, in milliseconds. */
const pairMs = 1500

const isJumpKey = (key: string): key is JumpKey => key in jumps

/** Whether the focused element consumes keys itself. */
export function isTyping(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) return true
  return element.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null
}

interface Actions {
  onJump: (key: JumpKey) => void
  onSheet: () => void
  onCommand: () => void
  /** False: only Ctrl/Cmd+K works. */
  hasSingleKeys: boolean
}

/** Handles the keys that work on every screen; disabled while typing and inside dialogs, except Ctrl/Cmd+K. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let goAtMs = Number.NEGATIVE_INFINITY
    const isOwn = (event: KeyboardEvent) =>
      !event.ctrlKey && !event.metaKey && !event.altKey && latest.current.hasSingleKeys
    // Runs before the screen's own keys: `g p` opens Planning also where `p` alone has another meaning.
    const handleSecondKey = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - goAtMs < pairMs
      goAtMs = Number.NEGATIVE_INFINITY
      if (!isSecond || !isOwn(event) || !isJumpKey(event.key) || isTyping(document.activeElement)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current.onJump(event.key)
    }
    const hear = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.onCommand()
        return
      }
      if (!isOwn(event) || event.defaultPrevented || isTyping(document.activeElement)) return
      if (event.key === 'g') goAtMs = event.timeStamp
      else if (event.key === '?') {
        event.preventDefault()
        latest.current.onSheet()
      } else if (event.key === '/' && document.querySelector('[aria-keyshortcuts="/"]') === null) {
        // The open screen has no search field.
        event.preventDefault()
        latest.current.onCommand()
      }
    }
    document.addEventListener('keydown', handleSecondKey, true)
    document.addEventListener('keydown', hear)
    return () => {
      document.removeEventListener('keydown', handleSecondKey, true)
      document.removeEventListener('keydown', hear)
    }
  }, [])
}
