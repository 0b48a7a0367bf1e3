import { type RefObject, useRef } from 'react'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { useText } from '../ui/i18n.tsx'

interface RowKeys<R> {
  rows: readonly R[]
  onSelect: (row: R) => void
  onRead: (row: R) => void
}

/** `j` and `k` move between the rows of a list, `x` selects one, `e` marks it as read; Enter opens it anyway. */
export function useRowKeys<R>({ rows, onSelect, onRead }: RowKeys<R>): RefObject<HTMLDivElement | null> {
  const { t } = useText()
  const list = useRef<HTMLDivElement>(null)
  const openers = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-open]') ?? [])]
  const at = () => openers().indexOf(document.activeElement as HTMLElement)
  const withRow = (act: (row: R) => void) => () => {
    const row = rows[at()]
    if (row !== undefined) act(row)
  }
  useScreenKeys([
    {
      keys: ['j', 'k'],
      label: t('notifications.key.move'),
      act: (key) => openers()[Math.max(0, at() + (key === 'j' ? 1 : -1))]?.focus(),
    },
    { keys: ['x'], label: t('notifications.key.select'), act: withRow(onSelect) },
    { keys: ['e'], label: t('notifications.markOne'), isOnce: true, act: withRow(onRead) },
  ])
  return list
}
