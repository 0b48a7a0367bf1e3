import { type FocusEvent, type KeyboardEvent, useState } from 'react'

interface Spot {
  row: number
  column: number
  /** Within the cell. */
  index: number
}
const keyOf = ({ row, column, index }: Spot) => `${row} ${column} ${index}`
const spotOf = (element: Element): Spot | null => {
  const key = element instanceof HTMLElement ? element.dataset.spot : undefined
  if (key === undefined) return null
  const [row = 0, column = 0, index = 0] = key.split(' ').map(Number)
  return { row, column, index }
}

/** The next spot in the direction of an arrow key; null at the edge. */
export function nextSpot(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const inRow = (row: number) => spots.filter((spot) => spot.row === row)
  const first = (found: readonly Spot[]) => found.toSorted((a, b) => a.index - b.index)[0] ?? null
  const beside = (row: number, column: number) => inRow(row).filter((spot) => spot.column === column)
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const step = key === 'ArrowRight' ? 1 : -1
    const columns = inRow(from.row)
      .map(({ column }) => column)
      .filter((column) => (column - from.column) * step > 0)
    return columns.length === 0
      ? null
      : first(beside(from.row, step > 0 ? Math.min(...columns) : Math.max(...columns)))
  }
  const step = key === 'ArrowDown' ? 1 : -1
  const within = beside(from.row, from.column).find(({ index }) => index === from.index + step)
  if (within) return within
  const rows = spots.map(({ row }) => row).filter((row) => (row - from.row) * step > 0)
  if (rows.length === 0) return null
  const row = step > 0 ? Math.min(...rows) : Math.max(...rows)
  const nearest = inRow(row).toSorted(
    (a, b) => Math.abs(a.column - from.column) - Math.abs(b.column - from.column),
  )[0]
  return nearest ? first(beside(row, nearest.column)) : null
}

/** Arrow keys move between the buttons of a calendar, of which the Tab key reaches one. */
export function useGridKeys() {
  const [active, setActive] = useState('0 0 0')
  return {
    /** For the element around all buttons. */
    frame: {
      onFocus: (event: FocusEvent) => {
        const spot = spotOf(event.target)
        if (spot) setActive(keyOf(spot))
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(event.key)) return
        const from = event.target instanceof Element ? spotOf(event.target) : null
        if (!from) return
        const elements = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-spot]')]
        const next = nextSpot(
          elements.flatMap((element) => spotOf(element) ?? []),
          from,
          event.key,
        )
        event.preventDefault()
        if (next) elements.find((element) => element.dataset.spot === keyOf(next))?.focus()
      },
    },
    /** For each button. */
    spot: (row: number, column: number, index: number) => {
      const key = keyOf({ row, column, index })
      return { 'data-spot': key, tabIndex: key === active ? 0 : -1 }
    },
  }
}
