import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { focusLater } from './editor/move/focus-later.ts'
import { isWriting } from './editor/move/use-move-keys.ts'

/**
 * Closes a panel by its button, and by Escape within it unless somebody types there. The focus goes back to what had it when the
 * panel was opened.
 * @param find what the focus goes to instead, where it is drawn
 */
export function usePanelClosing(
  onClose: () => void,
  find?: () => HTMLElement | null | undefined,
): { close: () => void; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  const opener = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body)
      opener.current = activeElement
  }, [])
  const close = () => {
    onClose()
    focusLater(() => find?.() ?? (opener.current?.isConnected ? opener.current : null))
  }
  return {
    close,
    onKeyDown: (event) => {
      const { target, currentTarget } = event
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
      // React passes the events of menus and dialogs up as well.
      if (!currentTarget.contains(target) || isWriting(target)) return
      event.preventDefault()
      event.stopPropagation()
      close()
    },
  }
}
