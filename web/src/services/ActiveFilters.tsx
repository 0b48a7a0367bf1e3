import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { readContact } from '@rumbo/contract/directory.contract'
import type { ServiceStatus } from '@rumbo/contract/services.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { contactName } from '../directory/contact-draft.rules.ts'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useVehicleOf } from '../vehicles/choose/VehiclePicker.tsx'
import { type ServiceFilter, serviceFilterNames } from './service-filter.rules.ts'
import type { ServiceDays, ServicePeriod } from './service-period.ts'

function useContactName(id: string | undefined): string | undefined {
  const { data } = useEndpoint(readContact, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return id === undefined || data === undefined ? undefined : contactName(data)
}

interface ActiveFiltersProps {
  filter: ServiceFilter
  statuses: readonly ServiceStatus[]
  /** The chosen period; undefined for the usual one. */
  period: ServicePeriod | undefined
  days: ServiceDays
  search: string
  /** Names of the address to remove. */
  onRemove: (...names: string[]) => void
  onClear: () => void
}

/** The filters in use, each to be removed alone, and all of them; nothing without filters. */
export function ActiveFilters(props: ActiveFiltersProps) {
  const { filter, statuses, period, days, search, onRemove, onClear } = props
  const { t } = useText()
  const vehicle = useVehicleOf(filter.vehicle)
  const driver = useContactName(filter.driver)
  const customer = useContactName(filter.customer)
  const words: Record<keyof ServiceFilter, string | undefined> = {
    type: filter.type && t(`services.type.${filter.type}`),
    priority: filter.priority && t(`services.priority.${filter.priority}`),
    method: filter.method && t(`services.payment.method.${filter.method}`),
    paid: filter.paid && t(`services.payment.status.${filter.paid}`),
    vehicle: vehicle?.vehicleNumber,
    driver,
    customer,
  }
  const periodWords = () => {
    if (period !== 'custom') return period && t(`services.period.${period}`)
    const part = (day: string | undefined) => (day === undefined ? '…' : dateText(day))
    return `${part(days.from)} – ${part(days.to)}`
  }
  const chips = [
    ...(period === undefined
      ? []
      : [{ names: ['period', 'from', 'to'], label: t('services.filter.period'), value: periodWords() }]),
    ...(statuses.length === 0
      ? []
      : [
          {
            names: ['status'],
            label: t('services.field.status'),
            value: statuses.map((status) => t(`services.status.${status}`)).join(', '),
          },
        ]),
    ...serviceFilterNames.flatMap((name) =>
      filter[name] === undefined
        ? []
        : [{ names: [name], label: t(`services.filter.${name}`), value: words[name] }],
    ),
  ]
  if (chips.length === 0 && search === '') return null
  return (
    <Box
      component="section"
      aria-label={t('services.filter.active')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '6px',
        p: '8px 14px',
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {chips.map(({ names, label, value }) => (
        <Chip
          key={label}
          size="small"
          label={`${label}: ${value ?? '…'}`}
          // Its cross is no button of its own; by keyboard the whole chip is.
          onClick={() => onRemove(...names)}
          onDelete={() => onRemove(...names)}
          aria-label={t('services.filter.remove', { name: `${label}: ${value ?? '…'}` })}
        />
      ))}
      <Button size="small" onClick={onClear}>
        {t('services.filter.clear')}
      </Button>
    </Box>
  )
}
