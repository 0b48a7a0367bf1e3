import Box from '@mui/material/Box'
import { paymentMethods, paymentStatuses, priorities, serviceTypes } from '@rumbo/contract/services.contract'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import type { ServiceFilter, ServiceFilterName } from './service-filter.rules.ts'
import { type ServicePeriod, servicePeriods } from './service-period.ts'

interface ServiceFiltersProps {
  filter: ServiceFilter
  period: ServicePeriod
  onChange: (some: Partial<Record<ServiceFilterName | 'period', string | undefined>>) => void
}

/** Filters of the list of services with one value each. */
export function ServiceFilters({ filter, period, onChange }: ServiceFiltersProps) {
  const { t } = useText()
  const field = (
    name: ServiceFilterName,
    label: string,
    all: string,
    choices: readonly { value: string; label: string }[],
    width: number,
  ) => (
    <Box key={name} sx={{ width: { xs: '100%', sm: width }, '& .MuiTextField-root': { width: '100%' } }}>
      <ChoiceField
        size="small"
        label={label}
        value={filter[name] ?? 'all'}
        choices={[{ value: 'all', label: all }, ...choices]}
        onChange={(value) => onChange({ [name]: value === 'all' ? undefined : value })}
      />
    </Box>
  )
  return (
    <>
      {field(
        'type',
        t('services.filter.type'),
        t('services.filter.allTypes'),
        serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) })),
        200,
      )}
      <Box sx={{ width: { xs: '100%', sm: 180 }, '& .MuiTextField-root': { width: '100%' } }}>
        <ChoiceField
          size="small"
          label={t('services.filter.period')}
          value={period}
          choices={servicePeriods.map((value) => ({ value, label: t(`services.period.${value}`) }))}
          onChange={(value) => onChange({ period: value })}
        />
      </Box>
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
    </>
  )
}
