import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n.tsx'
import { fittingColumns, type RankedColumn } from './table-model.ts'

/** Figures that change while shown, such as speeds, may become a little wider. */
const sparePixels = 8

const hiddenStyle = (keys: readonly string[]) =>
  keys.length === 0 ? {} : { [keys.map((key) => `& [data-column="${key}"]`).join(', ')]: { display: 'none' } }

/**
 * Measures a table and hides the columns that do not fit in its container, those of the highest rank first. `content`
 * changes when the rows do. Between changes of the window a column only disappears: columns that come and go from page
 * to page would be harder to read. Returns the ref of the table and the style that hides the columns.
 */
export function useFittingColumns(columns: readonly RankedColumn[], content: unknown) {
  const { language } = useText()
  const table = useRef<HTMLTableElement>(null)
  const widest = useRef(new Map<string, number>())
  const [hidden, setHidden] = useState<readonly string[]>([])
  const described = JSON.stringify(columns.map(({ key, rank, isKept }) => ({ key, rank, isKept })))

  const fit = useCallback(() => {
    const element = table.current
    const available = element?.parentElement?.clientWidth ?? 0
    if (element === null || available === 0) return
    const before = element.style.width
    element.style.width = '1px'
    element.dataset.measured = ''
    let fixed = sparePixels
    for (const head of element.tHead?.rows[0]?.cells ?? []) {
      const { width } = head.getBoundingClientRect()
      const key = head.dataset.column
      if (key === undefined) fixed += width
      else widest.current.set(key, Math.max(widest.current.get(key) ?? 0, width))
    }
    delete element.dataset.measured
    element.style.width = before
    const ranked: RankedColumn[] = JSON.parse(described)
    const next = fittingColumns(ranked, widest.current, available - fixed)
    setHidden((now) => (now.join() === next.join() ? now : next))
  }, [described])

  // biome-ignore lint/correctness/useExhaustiveDependencies: words of another language have other widths
  useLayoutEffect(() => {
    widest.current.clear()
    fit()
    const container = table.current?.parentElement
    if (!container || typeof ResizeObserver === 'undefined') return undefined
    let before = container.clientWidth
    const watch = new ResizeObserver(() => {
      if (container.clientWidth === before) return
      before = container.clientWidth
      widest.current.clear()
      fit()
    })
    watch.observe(container)
    return () => watch.disconnect()
  }, [fit, language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other widths
  useLayoutEffect(fit, [fit, content])

  return { table, style: { '&:not([data-measured])': hiddenStyle(hidden) } }
}
