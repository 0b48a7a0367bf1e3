import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import { listServices } from '@rumbo/contract/services.contract'
import { listUsers } from '@rumbo/contract/users.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { addresses } from '../../addresses.ts'
import { AppLink } from '../../app/address.tsx'
import { useCan, useFeatures } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** What a fleet needs before its first report, and how far that is. Steps that the person may not take are left out. */
export function FirstSteps({ fleetId }: { fleetId: string }) {
  const { t } = useText()
  const can = useCan()
  const features = useFeatures()
  const mayUsers = can('users.edit')
  const mayServices = can('services.dispatch') && features.includes('services')
  const vehicles = useEndpoint(listVehicles, { query: { fleetId, size: 100 } })
  const users = useEndpoint(listUsers, { query: { fleetId, size: 2 } }, { enabled: mayUsers })
  const services = useEndpoint(listServices, { query: { fleetId, size: 1 } }, { enabled: mayServices })
  const own = vehicles.data?.items ?? []
  const steps = [
    {
      is: can('vehicles.edit'),
      done: own.length > 0,
      label: t('panel.start.vehicle'),
      to: addresses.fleet({ add: true }),
    },
    {
      is: can('vehicles.edit'),
      done: own.some(({ imei }) => imei !== null),
      label: t('panel.start.gps'),
      to: addresses.fleet(),
    },
    {
      is: mayUsers,
      done: (users.data?.total ?? 0) > 0,
      label: t('panel.start.people'),
      to: addresses.userManagement(),
    },
    {
      is: mayServices,
      done: (services.data?.total ?? 0) > 0,
      label: t('panel.start.service'),
      to: addresses.services({ add: true }),
    },
  ].filter(({ is }) => is)
  if (steps.length === 0) return null
  const done = steps.filter((step) => step.done).length
  return (
    <Card title={t('panel.start.title')} detail={t('panel.start.progress', { done, total: steps.length })}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}>
        {steps.map((step) => (
          <Box component="li" key={step.label} sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}>
            {step.done ? (
              <CheckCircleRounded aria-hidden sx={{ color: token('active') }} />
            ) : (
              <RadioButtonUncheckedRounded aria-hidden sx={{ color: token('lineStrong') }} />
            )}
            {step.done ? <span>{step.label}</span> : <AppLink to={step.to}>{step.label}</AppLink>}
            {step.done && <span style={visuallyHidden}>{t('panel.start.done')}</span>}
          </Box>
        ))}
      </Box>
    </Card>
  )
}
