import FilterListRounded from '@mui/icons-material/FilterListRounded'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { handlings, priorities, serviceTypes } from '@rumbo/contract/services.contract'
import { listServiceGroups } from '@rumbo/contract/services.groups.contract'
import { usePacedEndpoint } from '../../app/data/use-data.ts'
import type { FleetSelection } from '../../app/session/workspace.ts'
import { ServiceViews } from '../../services/views/ServiceViews.tsx'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { useText } from '../../ui/i18n.tsx'
import { type FilterChip, FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { groupsPaceMs } from '../monitor-reads.ts'
import { countFilters, countOf, type QueueFilter } from './queue-filter.rules.ts'

interface QueueFiltersProps {
  fleets: FleetSelection
  companyId: string | undefined
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

/** Chips with counts that narrow both lists of the monitor, and the saved views. */
export function QueueFilters({ fleets, companyId, filter, onChange }: QueueFiltersProps) {
  const { t } = useText()
  const { data } = usePacedEndpoint(listServiceGroups, { query: fleets.query }, { paceMs: groupsPaceMs })
  const groups = data?.groups
  const counted = (...of: [Parameters<typeof countOf>[2], Parameters<typeof countOf>[3]]) =>
    groups && countOf(groups, filter, ...of)
  const chips: FilterChip<string>[] = [
    { value: 'late', label: t('dispatch.filter.late'), count: counted('isLate', ({ isLate }) => isLate) },
    { value: 'mine', label: t('dispatch.filter.mine'), count: counted('isMine', ({ isMine }) => isMine) },
    ...priorities.map((one) => ({
      value: `priority ${one}`,
      label: t(`services.priority.${one}`),
      count: counted('priority', ({ priorityLevel }) => priorityLevel === one),
    })),
    ...serviceTypes.map((one) => ({
      value: `type ${one}`,
      label: t(`services.type.${one}`),
      count: counted('type', ({ serviceType }) => serviceType === one),
    })),
    ...handlings.map((one) => ({
      value: `handling ${one}`,
      label: t(`dispatch.filter.${one}`),
      count: counted('handling', ({ handling }) => handling === one),
    })),
  ]
  const chosen = chips
    .map(({ value }) => value)
    .filter((value) => {
      const [part, one] = value.split(' ') as ['late' | 'mine' | 'priority' | 'type' | 'handling', string]
      if (part === 'late') return filter.isLate
      if (part === 'mine') return filter.isMine
      return (filter[part] as readonly string[]).includes(one)
    })
  const choose = (values: readonly string[]) =>
    onChange({
      ...filter,
      isLate: values.includes('late'),
      isMine: values.includes('mine'),
      priority: priorities.filter((one) => values.includes(`priority ${one}`)),
      type: serviceTypes.filter((one) => values.includes(`type ${one}`)),
      handling: handlings.filter((one) => values.includes(`handling ${one}`)),
    })
  const zones = data?.zones ?? []
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '10px',
        // One row that scrolls, so that the lists keep their height.
        overflowX: 'auto',
        scrollbarWidth: 'thin',
        p: '7px 16px',
        backgroundColor: token('surface'),
        borderBottom: `1px solid ${token('line')}`,
        '& > *': { flex: 'none' },
        '& > fieldset': { flexWrap: 'nowrap', overflow: 'visible' },
      }}
    >
      {companyId !== undefined && <ServiceViews companyId={companyId} screen="dispatch" />}
      {zones.length > 0 && (
        <InlineSelect
          label={t('dispatch.filter.zone')}
          value={filter.zoneId}
          options={[
            { value: '', label: t('dispatch.filter.anyZone') },
            ...zones.map(({ id, name }) => ({
              value: id,
              label: `${name} · ${counted('zoneId', ({ zoneIds }) => zoneIds.includes(id)) ?? 0}`,
            })),
          ]}
          onChange={(zoneId) => onChange({ ...filter, zoneId })}
        />
      )}
      <FilterChips
        isDense
        label={t('dispatch.filter.label')}
        chips={chips}
        selected={chosen}
        onChange={choose}
        clearLabel={t('dispatch.filter.clear')}
      />
    </Box>
  )
}

interface QueueFilterButtonProps {
  filter: QueueFilter
  isOpen: boolean
  onToggle: () => void
}

/** Shows and hides the filters; its badge counts those in use. */
export function QueueFilterButton({ filter, isOpen, onToggle }: QueueFilterButtonProps) {
  const { t } = useText()
  const label = t('dispatch.filter.label')
  const count = countFilters(filter)
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={count > 0 ? `${label} (${count})` : label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {/* A badge without a count keeps a hidden zero in the content. */}
        {count > 0 ? (
          <Badge badgeContent={count} color="primary">
            <FilterListRounded />
          </Badge>
        ) : (
          <FilterListRounded />
        )}
      </IconButton>
    </Tooltip>
  )
}
