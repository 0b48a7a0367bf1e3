import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import KeyboardArrowRightRounded from '@mui/icons-material/KeyboardArrowRightRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { notePixels, notesOf, type OrderMoving, PoolRow, rowPixels, type SelectHow } from './PoolRow.tsx'
import type { PoolGrouping, PoolItem, PoolRow as Row } from './pool.rules.ts'

const groupPixels = 34

export interface PoolListProps {
  rows: readonly Row[]
  grouping: PoolGrouping
  folded: ReadonlySet<string>
  onFold: (key: string) => void
  selected: ReadonlySet<string>
  /** @param from the row of which a key extends the selection */
  onSelect: (serviceId: string, how: SelectHow, from?: string) => void
  onSelectAll: (serviceIds: readonly string[]) => void
  onClear: () => void
  times: PlanTimes
  words: PlanTexts
  second: (instant: string) => number
  onRetry?: (serviceId: string) => void
  moveOf?: (serviceId: string) => OrderMoving
}

/** The orders as a list of which only what is in sight is drawn. Arrows move, with Shift they extend the selection. */
export function PoolList(props: PoolListProps) {
  const { rows, selected, onSelect, onSelectAll, onClear } = props
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const focusAt = useRef<number | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(rows[at]),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 10,
    initialRect: { width: 340, height: 600 },
  })
  // Sizes follow the rows, which change with filters and reasons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the rows change
  useEffect(() => virtual.measure(), [rows])
  useEffect(() => {
    const at = focusAt.current
    if (at === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] [data-row-open]`)
    if (!element) return
    focusAt.current = null
    element.focus({ preventScroll: true })
  })

  const firstSelected = rows.findIndex((row) => row.kind === 'order' && selected.has(row.key))
  const drawn = virtual.getVirtualItems()
  const isDrawn = drawn.some(({ index }) => index === Math.max(0, firstSelected))
  const tabStop = isDrawn ? Math.max(0, firstSelected) : (virtual.range?.startIndex ?? drawn[0]?.index ?? 0)

  function move(from: number, step: number, isExtending: boolean) {
    let to = from + step
    while (isExtending && rows[to]?.kind === 'group') to += Math.sign(step)
    to = Math.min(rows.length - 1, Math.max(0, to))
    const row = rows[to]
    if (row === undefined) return
    focusAt.current = to
    virtual.scrollToIndex(to)
    if (row.kind === 'order' && isExtending) onSelect(row.key, 'range', rows[from]?.key)
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-row-open]`)
    if (element) {
      focusAt.current = null
      element.focus({ preventScroll: true })
    }
  }

  function hear(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    const line = event.target.closest<HTMLElement>('[data-index]')
    const at = line === null ? -1 : Number(line.dataset.index)
    const row = rows[at]
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 'a') {
      onSelectAll(rows.flatMap(({ kind, key }) => (kind === 'order' ? [key] : [])))
    } else if (event.key === 'Escape' && selected.size > 0) onClear()
    else if (row === undefined || isCommand || event.altKey) return
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      move(at, event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
    else if (event.key === 'Home' || event.key === 'End')
      move(event.key === 'Home' ? 0 : rows.length - 1, 0, event.shiftKey)
    else if (event.key === ' ' && row.kind === 'order' && event.target.matches('[data-row-open]'))
      onSelect(row.key, 'toggle')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box
      ref={scroller}
      onKeyDown={hear}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}
    >
      <Box
        component="ul"
        aria-label={t('planning.pool.list')}
        sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative', height: virtual.getTotalSize() }}
      >
        {drawn.map(({ index, start, size }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={row.key}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  height: size,
                  transform: `translateY(${start}px)`,
                }}
              >
                {row.kind === 'group' ? (
                  <GroupRow {...props} row={row} isTabStop={index === tabStop} />
                ) : (
                  <PoolRow
                    item={row.item}
                    isSelected={selected.has(row.key)}
                    isTabStop={index === tabStop}
                    times={props.times}
                    words={props.words}
                    second={props.second}
                    onSelect={onSelect}
                    onRetry={props.onRetry}
                    moveOf={props.moveOf}
                  />
                )}
              </li>
            )
          )
        })}
      </Box>
    </Box>
  )
}

const heightOf = (row: Row | undefined): number =>
  row === undefined
    ? 0
    : row.kind === 'group'
      ? groupPixels
      : rowPixels + notesOf(row.item) * notePixels + (notesOf(row.item) > 0 ? 2 : 0)

interface GroupRowProps extends PoolListProps {
  row: Extract<Row, { kind: 'group' }>
  isTabStop: boolean
}

function GroupRow({ row, grouping, folded, onFold, selected, onSelectAll, isTabStop }: GroupRowProps) {
  const { t } = useText()
  const ids = row.items.map(({ order }) => order.serviceId)
  const chosen = ids.filter((id) => selected.has(id)).length
  const isFolded = folded.has(row.key)
  const name =
    row.value === null
      ? t(grouping === 'zone' ? 'planning.pool.noZone' : 'planning.pool.noWindow')
      : grouping === 'type'
        ? t(`services.type.${row.value as PoolItem['order']['serviceType']}`)
        : grouping === 'window'
          ? `${row.value}–${nextHour(row.value)}`
          : row.value
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        height: '100%',
        pl: '6px',
        pr: '12px',
        backgroundColor: token('sunken'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      <Checkbox
        size="small"
        tabIndex={isTabStop ? 0 : -1}
        checked={chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        slotProps={{
          input: { 'aria-label': t('planning.pool.group.select', { count: ids.length, group: name }) },
        }}
        onChange={() => {
          const others = [...selected].filter((id) => !ids.includes(id))
          onSelectAll(chosen === ids.length ? others : [...others, ...ids])
        }}
        sx={{ p: '4px' }}
      />
      <ButtonBase
        data-row-open
        aria-expanded={!isFolded}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onFold(row.key)}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          gap: '4px',
          height: '100%',
          typography: 'subtitle2',
          borderRadius: '4px',
          '& svg': { fontSize: 18 },
        }}
      >
        {isFolded ? <KeyboardArrowRightRounded /> : <KeyboardArrowDownRounded />}
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {name}
        </Box>
        <Box component="span" sx={{ ml: 'auto', color: token('textSoft') }}>
          {ids.length}
        </Box>
      </ButtonBase>
    </Box>
  )
}

const nextHour = (hour: string): string =>
  `${String((Number(hour.slice(0, 2)) + 1) % 24).padStart(2, '0')}:00`
