import type { KeyboardEvent } from 'react'
import { moveBetweenRows } from '../../ui/table/table-parts.tsx'
import type { BulkWaiting } from './use-bulk-waiting.tsx'

/** Keys on a row: the arrows move between rows, with Shift they select on the way, and Space selects the row. */
export function selectByKey(event: KeyboardEvent<HTMLElement>, select: BulkWaiting['select']): void {
  const from = event.target instanceof HTMLElement ? event.target.dataset.service : undefined
  if (event.key === ' ' && from !== undefined) {
    // Otherwise the row would also be pressed.
    event.preventDefault()
    select(from, 'toggle')
    return
  }
  moveBetweenRows(event)
  const to =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.service : undefined
  if (event.shiftKey && event.defaultPrevented && from !== undefined && to !== undefined && to !== from)
    select(to, 'range', from)
}
