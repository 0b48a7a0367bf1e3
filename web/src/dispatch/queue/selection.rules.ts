/** How a row is added to the selection: alone, or with all rows from the anchor to it. */
export type SelectHow = 'toggle' | 'range'

export interface RowSelection {
  ids: ReadonlySet<string>
  /** Where the next range begins: the row that was selected last by itself. */
  anchor: string | null
}

/** The selection after `id` was selected; a range replaces none of what was selected before. */
export function selectRow(
  { ids, anchor }: RowSelection,
  rows: readonly string[],
  id: string,
  how: SelectHow,
  from: string | null = anchor,
): RowSelection {
  const start = from === null ? -1 : rows.indexOf(from)
  const end = rows.indexOf(id)
  if (how === 'range' && start !== -1 && end !== -1)
    return {
      ids: new Set([...ids, ...rows.slice(Math.min(start, end), Math.max(start, end) + 1)]),
      anchor: from,
    }
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}
