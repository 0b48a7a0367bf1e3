import type { ReactNode } from 'react'

export type SortOrder = 'asc' | 'desc'

export interface TableColumn<R> {
  key: string
  header: string
  render: (row: R) => ReactNode
  isSortable?: boolean
  align?: 'left' | 'right' | 'center'
  /** CSS width, e.g. `120px` or `20%`. */
  width?: string
  /** Long text may wrap; otherwise a cell has one line. */
  canWrap?: boolean
  /** Smallest width in pixels of a column that can wrap. Default: 110. */
  minWidth?: number
  /**
   * Where the table is too narrow, the columns of the highest ranks are hidden; the first column never is. Default: the
   * column's place, from 0. Cards on phones show every column.
   */
  rank?: number
  /** Shown however narrow the table is, such as the column that a filter concerns. */
  isKept?: boolean
}

export type RankedColumn = Pick<TableColumn<never>, 'key' | 'rank' | 'isKept'>

/** The part of a list on screen; the caller stores it (in the URL) and handles `onView`. */
export interface TableView {
  /** From 1. */
  page: number
  size: number
  sort?: string
  order: SortOrder
}

export interface TableSelection {
  ids: ReadonlySet<string>
  onChange: (ids: Set<string>) => void
}

export interface TableProps<R> {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<R>[]
  /** The rows of the page; undefined before the first answer. */
  rows: readonly R[] | undefined
  /** Number of rows on all pages. */
  total: number
  /** More rows match than `total` says. */
  isTotalBound?: boolean
  rowId: (row: R) => string
  /** A short name of a row, such as its number, for its checkbox and menu. */
  rowName: (row: R) => string
  view: TableView
  onView: (view: TableView) => void
  selection?: TableSelection
  /** Opens a row, by click or by the button in its first cell. */
  onOpen?: (row: R) => void
  /** Full-width content below an open row; null if it is closed. `onOpen` opens and closes it. */
  expanded?: (row: R) => ReactNode | null
  /** The row's own actions; usually a `RowMenu`. */
  rowActions?: (row: R) => ReactNode
  isLoading?: boolean
  /** What failed, in words; rows already loaded stay, dimmed. */
  error?: ReactNode
  onRetry?: () => void
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  pageSizes?: readonly number[]
}

/** The view after a click on a header: ascending, then descending. */
export function sortedBy(view: TableView, key: string): TableView {
  const order: SortOrder = view.sort === key && view.order === 'asc' ? 'desc' : 'asc'
  return { ...view, sort: key, order, page: 1 }
}

/** First and last row on the page, from 1; zeros when there are none. */
export function rangeOf(view: TableView, total: number): { from: number; to: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / view.size))
  if (total === 0) return { from: 0, to: 0, pages }
  const from = (view.page - 1) * view.size + 1
  return { from: Math.min(from, total), to: Math.min(view.page * view.size, total), pages }
}

/** The selection after one row was toggled. */
export function withToggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection after all rows of a page were selected or cleared; other pages keep theirs. */
export function withPage(ids: ReadonlySet<string>, page: readonly string[], isOn: boolean): Set<string> {
  const next = new Set(ids)
  for (const id of page) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The keys of the columns to hide so that the others fit; `widths` and `available` in pixels. */
export function fittingColumns(
  columns: readonly RankedColumn[],
  widths: ReadonlyMap<string, number>,
  available: number,
): string[] {
  const byRank = columns
    .map(({ key, rank, isKept }, at) => ({ key, rank: at === 0 || isKept ? -1 : (rank ?? at) }))
    .sort((a, b) => a.rank - b.rank)
  let left = available
  let isFull = false
  return byRank.flatMap(({ key, rank }) => {
    left -= widths.get(key) ?? 0
    if (left < 0 && rank >= 0) isFull = true
    return isFull && rank >= 0 ? [key] : []
  })
}
