import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useLatest } from '../ui/hooks/use-latest.ts'
import { focusLater } from './editor/move/focus-later.ts'
import { isWriting } from './editor/move/use-move-keys.ts'

/**
 * Closes a panel by its button, and by Escape within it unless somebody types there. The focus goes back to what had it when the
 * panel was opened, also where the browser's Back closes it.
 * @param find what the focus goes to instead, where it is drawn
 */
export function usePanelClosing(
  onClose: () => void,
  find?: () => HTMLElement | null | undefined,
): { close: () => void; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  const opener = useRef<HTMLElement | null>(null)
  const giveBack = useLatest(() =>
    focusLater(() => find?.() ?? (opener.current?.isConnected ? opener.current : null)),
  )
  useLayoutEffect(() => {
    const page = document
    const { activeElement } = page
    if (activeElement instanceof HTMLElement && activeElement !== page.body) opener.current = activeElement
    return () =>
      void requestAnimationFrame(() => {
        // The browser's Back closed it around the focus.
        if (page.activeElement === page.body) giveBack.current()
      })
  }, [giveBack])
  const close = () => {
    onClose()
    giveBack.current()
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
