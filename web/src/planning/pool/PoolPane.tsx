import FilterListRounded from '@mui/icons-material/FilterListRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useLatest } from '../../ui/hooks/use-latest.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { PoolFilters } from './PoolFilters.tsx'
import { PoolList } from './PoolList.tsx'
import type { OrderMoving, SelectHow } from './PoolRow.tsx'
import {
  countFilters,
  filterPool,
  isIn,
  noFilter,
  type PoolItem,
  type PoolView,
  poolGroupings,
  poolRows,
  poolViews,
  selectIn,
} from './pool.rules.ts'
import type { PoolState } from './use-pool-state.ts'

export interface PoolPaneProps {
  state: PoolState
  items: readonly PoolItem[]
  selected: ReadonlySet<string>
  onSelect: (serviceIds: Iterable<string>) => void
  times: PlanTimes
  words: PlanTexts
  second: (instant: string) => number
  /** Plans an order again with looser limits. Absent where the plan may not be edited. */
  onRetry?: (serviceId: string) => void
  moveOf?: (serviceId: string) => OrderMoving
  /** Only so many of the day are shown. */
  cutAt: number | null
  /** Creates and imports orders. */
  actions: ReactNode
  /** What can be done with the selected orders. */
  selectionActions?: ReactNode
}

/** The orders of the day, those without a route first: found, grouped and selected. */
export function PoolPane(props: PoolPaneProps) {
  const { items, selected, onSelect, cutAt, actions, selectionActions } = props
  const { t } = useText()
  const { view, setView, grouping, setGrouping, filter, setFilter, hasFilters, setHasFilters } = props.state
  const { folded, setFolded } = props.state
  const anchor = useRef<string | null>(null)

  const counts = useMemo(
    () => Object.fromEntries(poolViews.map((name) => [name, items.filter(isIn[name]).length])),
    [items],
  )
  const ofView = useMemo(() => items.filter(isIn[view]), [items, view])
  const shown = useMemo(() => filterPool(ofView, filter), [ofView, filter])
  const rows = useMemo(() => poolRows(shown, { grouping, folded }), [shown, grouping, folded])
  const latest = useLatest({ rows, selected })

  const select = useCallback(
    (id: string, how: SelectHow, from?: string) => {
      const { rows: listed, selected: chosen } = latest.current
      const ids = listed.flatMap(({ kind, key }) => (kind === 'order' ? [key] : []))
      const next = selectIn(ids, { selected: chosen, anchor: anchor.current }, { id, how, from })
      anchor.current = next.anchor
      onSelect(next.selected)
    },
    [onSelect, latest],
  )
  const filters = countFilters(filter)
  const chosen = items.filter(({ order }) => selected.has(order.serviceId)).length

  return (
    <Box
      component="section"
      data-plan-pool
      aria-label={t('planning.pane.pool')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        minWidth: 0,
        height: '100%',
        backgroundColor: token('surface'),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', pl: '14px', pr: '8px', minHeight: 48 }}>
        <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
          {t('planning.pane.pool')}
        </Box>
        <Box
          component="span"
          sx={{ px: '8px', borderRadius: '10px', backgroundColor: token('sunken'), typography: 'subtitle2' }}
        >
          {counts.unplanned}
        </Box>
        <Box component="span" sx={{ ml: 'auto', display: 'inline-flex', alignItems: 'center' }}>
          <InlineSelect
            label={t('planning.pool.group')}
            value={grouping}
            options={poolGroupings.map((value) => ({ value, label: t(`planning.pool.group.${value}`) }))}
            onChange={setGrouping}
          />
          <IconButton
            size="small"
            aria-label={
              filters === 0 ? t('planning.pool.filters') : t('planning.pool.filtersOn', { count: filters })
            }
            aria-expanded={hasFilters}
            onClick={() => setHasFilters(!hasFilters)}
            sx={{ color: filters > 0 ? token('primaryText') : undefined }}
          >
            <FilterListRounded fontSize="small" />
          </IconButton>
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: '8px',
          px: '14px',
          pb: '10px',
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <SearchField
          value={filter.search}
          label={t('planning.pool.search')}
          onChange={(search) => setFilter({ ...filter, search })}
        />
        <FilterChips
          isDense
          label={t('planning.pool.view')}
          chips={poolViews.map((value) => ({
            value,
            label: t(`planning.pool.view.${value}`),
            count: counts[value],
          }))}
          selected={[view]}
          onChange={(next) => setView(next.find((name) => name !== view) ?? view)}
        />
      </Box>
      {hasFilters && <PoolFilters items={ofView} filter={filter} onChange={setFilter} />}
      <SelectionBar
        words={chosen === 0 ? null : t('planning.pool.selected', { count: chosen })}
        clearLabel={t('planning.pool.clearSelection')}
        onClear={() => onSelect([])}
      >
        {selectionActions}
      </SelectionBar>
      {cutAt !== null && (
        <Box sx={{ p: '6px 14px', typography: 'body2', color: token('alarmed') }}>
          {t('planning.pool.cut', { count: cutAt })}
        </Box>
      )}
      {rows.length === 0 ? (
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
          <Nothing
            items={items}
            view={view}
            actions={actions}
            isFiltered={filters > 0 || filter.search.trim() !== ''}
            onUnfilter={() => setFilter(noFilter)}
          />
        </Box>
      ) : (
        <PoolList
          rows={rows}
          grouping={grouping}
          folded={folded}
          onFold={(key) => {
            const next = new Set(folded)
            if (!next.delete(key)) next.add(key)
            setFolded(next)
          }}
          selected={selected}
          onSelect={select}
          onSelectAll={onSelect}
          onClear={() => onSelect([])}
          times={props.times}
          words={props.words}
          second={props.second}
          onRetry={props.onRetry}
          moveOf={props.moveOf}
        />
      )}
      {items.length > 0 && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '4px 8px',
            p: '6px 10px',
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {actions}
        </Box>
      )}
    </Box>
  )
}

interface NothingProps {
  items: readonly PoolItem[]
  view: PoolView
  actions: ReactNode
  isFiltered: boolean
  onUnfilter: () => void
}

/** Why the list is empty, and what to do. */
function Nothing({ items, view, actions, isFiltered, onUnfilter }: NothingProps) {
  const { t } = useText()
  if (items.length === 0)
    return (
      <EmptyState
        title={t('planning.pool.empty')}
        text={t('planning.pool.emptyText')}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'center' }}>
            {actions}
          </Box>
        }
      />
    )
  if (isFiltered)
    return (
      <EmptyState
        title={t('planning.pool.noMatch')}
        action={
          <Button variant="outlined" onClick={onUnfilter}>
            {t('planning.pool.filter.clear')}
          </Button>
        }
      />
    )
  if (view === 'trouble') return <EmptyState title={t('planning.pool.noTrouble')} />
  return <EmptyState title={t('planning.pool.allPlanned')} text={t('planning.pool.allPlannedText')} />
}
