import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { choicesOf, countFilters, noFilter, noneValue, type PoolFilter, type PoolItem } from './pool.rules.ts'

interface PoolFiltersProps {
  items: readonly PoolItem[]
  filter: PoolFilter
  onChange: (filter: PoolFilter) => void
}

/** What the pool can be narrowed to; only values that occur are offered. */
export function PoolFilters({ items, filter, onChange }: PoolFiltersProps) {
  const { t } = useText()
  const { hours, zones, types, priorities } = choicesOf(items)
  const any = { value: '', label: t('planning.pool.filter.all') }
  const set = (some: Partial<PoolFilter>) => onChange({ ...filter, ...some })
  return (
    <Box
      role="group"
      aria-label={t('planning.pool.filters')}
      sx={{
        display: 'grid',
        gap: '6px',
        p: '8px 14px',
        borderBottom: `1px solid ${token('line')}`,
        backgroundColor: token('background'),
      }}
    >
      <FilterChips
        isDense
        label={t('planning.pool.filter.type')}
        chips={types.map((value) => ({ value, label: t(`services.type.${value}`) }))}
        selected={filter.types}
        onChange={(chosen) => set({ types: chosen })}
      />
      <FilterChips
        isDense
        label={t('planning.pool.filter.priority')}
        chips={priorities.map((value) => ({ value, label: t(`services.priority.${value}`) }))}
        selected={filter.priorities}
        onChange={(chosen) => set({ priorities: chosen })}
      />
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px', typography: 'body2' }}
      >
        <span>
          {t('planning.pool.filter.window')}
          <InlineSelect
            label={t('planning.pool.filter.window')}
            value={filter.hour}
            options={[
              any,
              ...hours.map((value) => ({
                value,
                label: value === noneValue ? t('planning.pool.noWindow') : value,
              })),
            ]}
            onChange={(hour) => set({ hour })}
          />
        </span>
        <span>
          {t('planning.pool.filter.zone')}
          <InlineSelect
            label={t('planning.pool.filter.zone')}
            value={filter.zone}
            options={[
              any,
              ...zones.map((value) => ({
                value,
                label: value === noneValue ? t('planning.pool.noZone') : value,
              })),
            ]}
            onChange={(zone) => set({ zone })}
          />
        </span>
        <FilterChips
          isDense
          chips={[{ value: 'reason', label: t('planning.pool.filter.reason') }]}
          selected={filter.hasReason ? ['reason'] : []}
          onChange={(chosen) => set({ hasReason: chosen.length > 0 })}
        />
        {countFilters(filter) > 0 && (
          <Button
            size="small"
            onClick={() => onChange({ ...noFilter, search: filter.search })}
            sx={{ ml: 'auto' }}
          >
            {t('planning.pool.filter.clear')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
