import { type RefObject, useEffect, useRef } from 'react'
import { oneOf, useAddressState, useStepBack } from '../app/navigation/address.tsx'

type Pane = 'list' | 'thread' | 'context'

interface Panes {
  root: RefObject<HTMLElement | null>
  /** One pane at a time. */
  isNarrow: boolean
  /** The context has a column of its own. */
  isWide: boolean
  /** The conversation on screen, once it is loaded. */
  loadedId: string | undefined
}

/** Elements that get the focus when a pane is opened or left. */
const heading = '[data-pane-heading]'
const contextButton = '[data-pane-context]'

/**
 * Which panes of the inbox are open, by the address. Where one replaces another the focus goes along: to the heading of what was
 * opened, and back to what it was opened from. The browser's Back goes one pane back.
 */
export function usePanes({ root, isNarrow, isWide, loadedId }: Panes) {
  const [query, change] = useAddressState()
  const stepBack = useStepBack()
  const openId = oneOf(query.thread)
  const hasContext = !isWide && openId !== '' && oneOf(query.pane) === 'context'
  const pane: Pane = hasContext ? 'context' : openId === '' ? 'list' : 'thread'
  const before = useRef<{ pane: Pane; openId: string }>({ pane, openId })
  useEffect(() => {
    const former = before.current
    if (former.pane === pane && former.openId === openId) return
    // Nothing to go to before it is there.
    if (pane === 'thread' && loadedId !== openId) return
    before.current = { pane, openId }
    const focus = (selector: string) => {
      const found = root.current?.querySelector<HTMLElement>(selector)
      found?.focus()
      return found !== null && found !== undefined
    }
    if (former.pane === 'context' && pane === 'thread' && former.openId === openId) focus(contextButton)
    else if (pane === 'context') focus(heading)
    else if (!isNarrow) return
    else if (pane === 'thread') focus(heading)
    else if (!focus(`[data-thread="${CSS.escape(former.openId)}"]`)) focus('h1')
  }, [pane, openId, loadedId, isNarrow, root])
  return {
    openId,
    hasContext,
    open: (id: string) => change({ thread: id, pane: undefined }, { push: isNarrow && openId === '' }),
    openContext: () => change({ pane: 'context' }, { push: true }),
    closeContext: () => stepBack(() => change({ pane: undefined })),
    /** To the list. */
    leaveThread: () => stepBack(() => change({ thread: undefined, pane: undefined })),
  }
}
