import Box from '@mui/material/Box'
import type { AccessScope } from '@rumbo/contract/access'
import type { TreeNode } from '@rumbo/contract/organisation.tree.contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type TreeReason, TreeRowView } from './TreeRowView.tsx'
import { sightOf, type TreeRow, treeMove } from './tree.rules.ts'

const rowHeightPixels = 40
/** Up to this many rows all are rendered; beyond, only visible ones. */
const maxWholeRows = 120
/** Letters typed within this many milliseconds form one word. */
const typingMs = 600

interface TreeViewProps {
  label: string
  rows: readonly TreeRow[]
  /** Nodes that a search found, unlike their ancestors. */
  /** The nodes that match a search, each with the reason if the node does not show it. */
  matches: ReadonlyMap<string, TreeReason | null>
  chosenKey: string | null
  /** Scopes of the person whose view is shown. */
  lens: readonly AccessScope[] | null
  onOpen: (keys: readonly string[]) => void
  onClose: (key: string) => void
  /** Called when more children should be loaded. */
  onMore: (parentKey: string, loaded: number) => void
  onChoose: (node: TreeNode) => void
}

/** An accessible tree operated by keyboard; only visible rows are rendered. */
export function TreeView(props: TreeViewProps) {
  const { label, rows, matches, chosenKey, lens, onOpen, onClose, onMore, onChoose } = props
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [focusKey, setFocusKey] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const typed = useRef({ text: '', atMs: 0 })
  const known = rows.some((row) => row.key === focusKey)
  const activeKey = known ? focusKey : (rows.find((row) => row.kind === 'node')?.key ?? null)
  const activeIndex = rows.findIndex((row) => row.key === activeKey)

  const isWhole = rows.length <= maxWholeRows
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPixels,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 14,
    // The focused row stays rendered while scrolling.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const inSight = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      return activeIndex < 0 || inSight.includes(activeIndex)
        ? inSight
        : [...inSight, activeIndex].sort((a, b) => a - b)
    },
  })
  const items = isWhole
    ? rows.map((_, index) => ({ index, start: index * rowHeightPixels }))
    : virtual.getVirtualItems()

  const focusRow = useCallback((key: string) => {
    wantsFocus.current = true
    setFocusKey(key)
  }, [])
  useEffect(() => {
    if (!wantsFocus.current || activeKey === null || activeIndex < 0) return
    wantsFocus.current = false
    if (!isWhole) virtual.scrollToIndex(activeIndex)
    scroller.current
      ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(activeKey)}"]`)
      ?.focus({ preventScroll: !isWhole })
  }, [activeKey, activeIndex, virtual, isWhole])

  const rests = items.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'rest' && row.loaded > 0 ? [[row.parentKey, row.loaded] as const] : []
  })
  const visibleRests = JSON.stringify(rests)
  useEffect(() => {
    for (const [parentKey, loaded] of JSON.parse(visibleRests) as typeof rests) onMore(parentKey, loaded)
  }, [visibleRests, onMore])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    let text = ''
    if (event.key.length === 1 && event.key !== ' ' && event.key !== '*') {
      const nowMs = event.timeStamp
      text = (nowMs - typed.current.atMs < typingMs ? typed.current.text : '') + event.key
      typed.current = { text, atMs: nowMs }
    }
    const move = treeMove(rows, activeKey, event.key, text)
    if (move === null) {
      if (/^Arrow|^Page|^Home$|^End$/.test(event.key)) event.preventDefault()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if ('focus' in move) focusRow(move.focus)
    else if ('expand' in move) onOpen(move.expand)
    else if ('collapse' in move) onClose(move.collapse)
    else {
      const row = rows.find((one) => one.key === move.select)
      if (row?.kind === 'node') onChoose(row.node)
    }
  }

  return (
    <Box ref={scroller} sx={{ flex: 1, minHeight: 0, overflow: 'auto', overscrollBehavior: 'contain' }}>
      <Box
        role="tree"
        aria-label={label}
        onKeyDown={onKeyDown}
        sx={{ position: 'relative', height: rows.length * rowHeightPixels, minWidth: 260 }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const place = {
            position: 'absolute',
            top: start,
            left: 0,
            right: 0,
            height: rowHeightPixels,
          } as const
          if (row.kind === 'rest') {
            return (
              <Box
                key={row.key}
                role="none"
                sx={{
                  ...place,
                  display: 'flex',
                  alignItems: 'center',
                  pl: `${row.level * 18 + 24}px`,
                  color: token('textFaint'),
                  typography: 'body2',
                }}
              >
                {t('tree.loading')}
              </Box>
            )
          }
          return (
            <TreeRowView
              key={row.key}
              row={row}
              sx={place}
              isActive={row.key === activeKey}
              isChosen={row.key === chosenKey}
              isMatch={matches.has(row.key)}
              reason={matches.get(row.key) ?? null}
              sight={lens === null ? null : sightOf(lens, row.node)}
              onToggle={() => (row.isExpanded ? onClose(row.key) : onOpen([row.key]))}
              onChoose={() => {
                focusRow(row.key)
                onChoose(row.node)
              }}
            />
          )
        })}
      </Box>
    </Box>
  )
}
