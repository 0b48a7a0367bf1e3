import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  eventCategories,
  eventConcerns,
  eventSeverities,
  eventStatuses,
  eventTypes,
} from '@rumbo/contract/events.contract'
import type { ReactNode } from 'react'
import { useWorkspace } from '../../app/client-context.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { DateField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { useVehicleOf, VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'
import { type EventFilter, type EventFilterName, isBackwards } from './event-filter.rules.ts'

export type EventFilterChange = Partial<Record<EventFilterName, string | string[] | undefined>>
interface EventFiltersProps {
  filter: EventFilter
  onChange: (some: EventFilterChange) => void
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}
const all = 'all'

/** The filters of the list of events, beside its search. */
export function EventFilters({ filter, onChange, onClear }: EventFiltersProps) {
  const { t } = useText()
  const { company } = useWorkspace()
  const vehicle = useVehicleOf(filter.vehicle)
  const box = (width: number, content: ReactNode) => (
    <Box sx={{ width: { xs: '100%', sm: width }, '& .MuiTextField-root': { width: '100%' } }}>{content}</Box>
  )
  const field = (
    name: 'type' | 'category',
    words: { label: string; all: string },
    choices: readonly { value: string; label: string }[],
  ) =>
    box(
      200,
      <ChoiceField
        size="small"
        label={words.label}
        value={filter[name] ?? all}
        choices={[{ value: all, label: words.all }, ...choices]}
        onChange={(value) => onChange({ [name]: value === all ? undefined : value })}
      />,
    )
  const day = (name: 'from' | 'to', label: string, error?: string) =>
    box(
      // The whole date, beside the buttons that clear and pick it.
      196,
      <DateField
        size="small"
        label={label}
        value={filter[name] ?? null}
        error={error}
        onChange={(value) => onChange({ [name]: value ?? undefined })}
        isClearable
      />,
    )
  return (
    <>
      {field(
        'type',
        { label: t('events.filter.type'), all: t('events.filter.allTypes') },
        eventTypes.map((value) => ({ value, label: t(`events.type.${value}`) })),
      )}
      {field(
        'category',
        { label: t('events.field.category'), all: t('events.filter.allCategories') },
        eventCategories.map((value) => ({ value, label: t(`events.category.${value}`) })),
      )}
      {box(
        200,
        <VehiclePicker
          value={vehicle}
          onChange={(chosen) => onChange({ vehicle: chosen?.id })}
          label={t('vehicles.one')}
          placeholder={t('history.pick.placeholder')}
          openText={t('history.pick.open')}
          noneText={t('history.pick.none')}
          error={undefined}
          companyId={company?.id}
          isOptional
          size="small"
        />,
      )}
      {day('from', t('audit.filter.from'))}
      {day('to', t('audit.filter.to'), isBackwards(filter) ? t('audit.filter.range') : undefined)}
      <FilterChips
        label={t('events.filter.severity')}
        chips={eventSeverities.map((value) => ({ value, label: t(`events.severity.${value}`) }))}
        selected={filter.severity}
        onChange={(severity) => onChange({ severity })}
      />
      <FilterChips
        label={t('events.filter.status')}
        chips={eventStatuses.map((value) => ({ value, label: t(`events.status.${value}`) }))}
        selected={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterChips
        label={t('events.filter.concerns')}
        chips={eventConcerns.map((value) => ({ value, label: t(`events.concerns.${value}`) }))}
        selected={filter.concerns}
        onChange={(concerns) => onChange({ concerns })}
      />
      {onClear && (
        <Button size="small" onClick={onClear}>
          {t('services.filter.clear')}
        </Button>
      )}
    </>
  )
}
