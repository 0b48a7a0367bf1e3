import Box from '@mui/material/Box'
import { formatDate } from '@rumbo/i18n/formats'
import { useCan, useFeatures, useWorkspace } from '../../app/client-context.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../../live/use-live.ts'
import { ServerPanel } from '../../monitoring/ServerPanel.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DispatchQueue } from './DispatchQueue.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { FleetCards } from './FleetCards.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import { ServiceCards } from './ServiceCards.tsx'

/** The Control Panel: the fleet by status, services by stage, what needs a person, and for super users the server. */
export function MainScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const can = useCan()
  const features = useFeatures()
  const { company, fleet } = useWorkspace()
  const now = useNow(60)
  const hasServices = can('services.read') && features.includes('services')
  const vehicles = useLiveVehicles(fleet?.id ?? null)
  const isNew = useHasLiveFleet(fleet?.id ?? null) && vehicles.every(({ at }) => at === null)
  const zone = { timeZone: company?.timeZone }
  return (
    <>
      <PageHeader
        title={title}
        detail={`${formatDate(language, now, { show: 'longDate', ...zone })}, ${formatDate(language, now, { show: 'time', ...zone })}`}
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        {fleet === null ? (
          <Card>
            <EmptyState title={t('map.list.noSelection')} />
          </Card>
        ) : (
          <>
            {isNew && <FirstSteps fleetId={fleet.id} />}
            <FleetCards fleetId={fleet.id} />
            {hasServices && <ServiceCards fleetId={fleet.id} />}
            <Box
              sx={{
                display: 'grid',
                gap: '16px',
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
              }}
            >
              <NeedsYou fleetId={fleet.id} />
              {hasServices && features.includes('dispatch') && <DispatchQueue fleetId={fleet.id} />}
            </Box>
          </>
        )}
        {can('monitoring.read') && <ServerPanel />}
      </Box>
    </>
  )
}
