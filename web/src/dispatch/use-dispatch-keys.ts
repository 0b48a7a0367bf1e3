import { useEffect, useRef } from 'react'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { isTyping } from '../app/palette/shortcuts.ts'
import { useText } from '../ui/i18n.tsx'

interface DispatchKeys {
  /** Rank from 1. */
  onAssignNth: (rank: number) => void
  /** Undefined if the user may not create services. */
  onNew: (() => void) | undefined
  /** Undefined where a row is chosen or none waits. */
  onChooseFirst: (() => void) | undefined
  onMap: () => void
  onUndo: () => void
  /** Undefined where nothing is selected. */
  onClear: (() => void) | undefined
}

/** Elements that handle Enter themselves while focused. */
const controls = 'button, a, canvas, [role="button"], [role="tab"], [role="menuitem"]'

const digitOf = (event: KeyboardEvent): number | null => {
  const match = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)
  return match ? Number(match[1]) : null
}

/**
 * Keys of the dispatch monitor: Enter, Alt with a digit, Ctrl+Z, and the single keys `n` and `m`. Disabled while
 * typing and inside dialogs.
 */
export function useDispatchKeys(keys: DispatchKeys): void {
  const latest = useRef(keys)
  const { t } = useText()
  useEffect(() => {
    latest.current = keys
  })
  useScreenKeys([
    { keys: ['Enter'], label: t('dispatch.key.assignFirst') },
    { keys: ['Alt+1–9'], label: t('dispatch.key.assignNth') },
    { keys: keys.onNew ? ['n'] : [], label: t('services.action.new'), act: () => latest.current.onNew?.() },
    { keys: ['m'], label: t('dispatch.key.map'), act: () => latest.current.onMap() },
    { keys: ['Ctrl+Z'], label: t('dispatch.key.undo') },
    { keys: ['␣', 'Shift+↑↓'], label: t('dispatch.key.select') },
  ])
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { activeElement } = document
      if (event.defaultPrevented || isTyping(activeElement)) return
      const hasControl = event.ctrlKey || event.metaKey
      const take = (work: () => void) => {
        event.preventDefault()
        work()
      }
      if (hasControl && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
        take(latest.current.onUndo)
        return
      }
      if (hasControl) return
      const digit = digitOf(event)
      if (event.altKey && digit !== null) {
        take(() => latest.current.onAssignNth(digit))
        return
      }
      if (event.altKey) return
      const isFree = activeElement === null || activeElement.closest(controls) === null
      const isOnRow = activeElement instanceof HTMLElement && activeElement.dataset.service !== undefined
      const first = latest.current.onChooseFirst
      const clear = latest.current.onClear
      if (event.key === 'Escape' && clear !== undefined) take(clear)
      if (event.key === 'ArrowDown' && !event.shiftKey && isFree && first !== undefined) take(first)
      if (event.key === 'Enter' && (isFree || isOnRow)) take(() => latest.current.onAssignNth(1))
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
