import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import { paymentMethods, paymentStatuses, priorities, serviceTypes } from '@rumbo/contract/services.contract'
import { type ReactNode, useState } from 'react'
import { useWorkspace } from '../app/client-context.tsx'
import { ContactPicker } from '../directory/ContactPicker.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { useVehicleOf, VehiclePicker } from '../vehicles/choose/VehiclePicker.tsx'
import type { ServiceFilter, ServiceFilterName } from './service-filter.rules.ts'
import { isBackwards, type ServiceDays, type ServicePeriod, servicePeriods } from './service-period.ts'

export type ServiceFilterChange = Partial<
  Record<ServiceFilterName | 'period' | 'from' | 'to', string | undefined>
>
interface ServiceFiltersProps {
  filter: ServiceFilter
  period: ServicePeriod
  days: ServiceDays
  onChange: (some: ServiceFilterChange) => void
}

/** Filters of the list of services with one value each; the rarer ones behind a button. */
export function ServiceFilters({ filter, period, days, onChange }: ServiceFiltersProps) {
  const { t } = useText()
  const { company } = useWorkspace()
  const vehicle = useVehicleOf(filter.vehicle)
  const [isOpen, setOpen] = useState(false)
  const box = (width: number, content: ReactNode) => (
    <Box sx={{ width: { xs: '100%', sm: width }, '& .MuiTextField-root': { width: '100%' } }}>{content}</Box>
  )
  const field = (
    name: ServiceFilterName,
    label: string,
    all: string,
    choices: readonly { value: string; label: string }[],
    width: number,
  ) =>
    box(
      width,
      <ChoiceField
        size="small"
        label={label}
        value={filter[name] ?? 'all'}
        choices={[{ value: 'all', label: all }, ...choices]}
        onChange={(value) => onChange({ [name]: value === 'all' ? undefined : value })}
      />,
    )
  const day = (name: 'from' | 'to', label: string, error?: string) =>
    box(
      // The whole date, beside the buttons that clear and pick it.
      196,
      <DateField
        size="small"
        label={label}
        value={days[name] ?? null}
        error={error}
        onChange={(value) => onChange({ [name]: value ?? undefined })}
        isClearable
      />,
    )
  return (
    <>
      {box(
        230,
        <ChoiceField
          size="small"
          label={t('services.filter.period')}
          value={period}
          choices={servicePeriods.map((value) => ({ value, label: t(`services.period.${value}`) }))}
          onChange={(value) => onChange({ period: value, from: undefined, to: undefined })}
        />,
      )}
      {period === 'custom' && (
        <>
          {day('from', t('audit.filter.from'))}
          {day('to', t('audit.filter.to'), isBackwards(days) ? t('audit.filter.range') : undefined)}
        </>
      )}
      {field(
        'type',
        t('services.filter.type'),
        t('services.filter.allTypes'),
        serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) })),
        190,
      )}
      <Button
        variant="outlined"
        startIcon={<TuneRounded />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('services.filter.less') : t('services.filter.more')}
      </Button>
      <Collapse in={isOpen} unmountOnExit sx={{ width: '100%' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '10px', pt: '4px' }}>
          {field(
            'priority',
            t('services.filter.priority'),
            t('services.filter.allPriorities'),
            priorities.map((value) => ({ value, label: t(`services.priority.${value}`) })),
            130,
          )}
          {field(
            'method',
            t('services.filter.method'),
            t('services.filter.allMethods'),
            paymentMethods.map((value) => ({ value, label: t(`services.payment.method.${value}`) })),
            150,
          )}
          {field(
            'paid',
            t('services.filter.paid'),
            t('services.filter.allPaid'),
            paymentStatuses.map((value) => ({ value, label: t(`services.payment.status.${value}`) })),
            160,
          )}
          {box(
            200,
            <VehiclePicker
              value={vehicle}
              onChange={(chosen) => onChange({ vehicle: chosen?.id })}
              label={t('services.filter.vehicle')}
              placeholder={t('history.pick.placeholder')}
              openText={t('history.pick.open')}
              noneText={t('history.pick.none')}
              error={undefined}
              companyId={company?.id}
              isOptional
              size="small"
            />,
          )}
          {company !== null &&
            (['driver', 'customer'] as const).map((name) => (
              <Box key={name} sx={{ width: { xs: '100%', sm: 220 } }}>
                <ContactPicker
                  label={t(`services.filter.${name}`)}
                  companyId={company.id}
                  contactId={filter[name] ?? null}
                  onChoose={(contact) => onChange({ [name]: contact?.id })}
                  mayCreate={false}
                  roles={name === 'driver' ? ['primary_driver', 'backup_driver'] : undefined}
                  isOptional
                  size="small"
                />
              </Box>
            ))}
        </Box>
      </Collapse>
    </>
  )
}
