import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import NearMeOutlined from '@mui/icons-material/NearMeOutlined'
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { countServices, listServices, type ServiceStatus } from '@rumbo/contract/services.contract'
import { formatDate } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { addresses } from '../../addresses.ts'
import { Anchor } from '../../app/address.tsx'
import { useCan, useErrorMessage, useFeatures, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/use-data.ts'
import { oldestWaitSinceMs } from '../../dispatch/dispatch.rules.ts'
import { WaitClock } from '../../dispatch/WaitClock.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../../live/use-live.ts'
import { AnimatedNumber } from '../../ui/AnimatedNumber.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useBorderedCards } from '../../ui/theme-settings.tsx'
import { token } from '../../ui/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { countStatuses, displayOrder } from '../../vehicles/vehicle-list.rules.ts'

const cancelled = [
  'cancelled_by_client',
  'cancelled_by_driver',
  'cancelled_by_central',
] as const satisfies readonly ServiceStatus[]
const funnel = [
  { key: 'created', statuses: ['created'] },
  { key: 'on_dispatch', statuses: ['on_dispatch'] },
  { key: 'vehicle_assigned', statuses: ['vehicle_assigned'] },
  { key: 'in_progress', statuses: ['in_progress'] },
  { key: 'completed', statuses: ['completed'] },
  { key: 'cancelled', statuses: cancelled },
] as const satisfies readonly { key: string; statuses: readonly ServiceStatus[] }[]

/** The Control Panel: the fleet by status, services by stage, and the dispatch queue. Every figure is counted now. */
export function MainScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const can = useCan()
  const features = useFeatures()
  const { company, fleet } = useWorkspace()
  const now = useNow(60)
  if (fleet === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('map.list.noSelection')} />
        </Card>
      </>
    )
  }
  const zone = { timeZone: company?.timeZone }
  return (
    <>
      <PageHeader
        title={title}
        detail={`${formatDate(language, now, { show: 'longDate', ...zone })}, ${formatDate(language, now, { show: 'time', ...zone })}`}
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <FleetCards fleetId={fleet.id} />
        {can('services.read') && features.includes('services') && <ServiceCards fleetId={fleet.id} />}
      </Box>
    </>
  )
}

const tile = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '4px',
  p: '12px 14px',
  textAlign: 'left',
  color: token('text'),
  textDecoration: 'none',
} as const

function FleetCards({ fleetId }: { fleetId: string }) {
  const { t } = useText()
  const isBordered = useBorderedCards()
  const vehicles = useLiveVehicles(fleetId)
  const hasFleet = useHasLiveFleet(fleetId)
  if (!hasFleet) return <CardsSkeleton cards={9} />
  const counts = countStatuses(vehicles)
  return (
    <Box
      component="section"
      aria-label={t('dispatch.panel.fleet')}
      sx={{
        display: 'grid',
        gap: '10px',
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(150px, 1fr))',
          lg: 'repeat(9, minmax(0, 1fr))',
        },
      }}
    >
      {displayOrder.map((status) => {
        const label = t(`vehicles.status.${status}`)
        const isPressing = (status === 'critical' || status === 'alarmed') && counts[status] > 0
        return (
          <ButtonBase
            key={status}
            component={Anchor}
            to={addresses.fleet({ status })}
            sx={{
              ...tile,
              p: '12px 10px',
              borderRadius: '12px',
              backgroundColor: token('surface'),
              border: `1px solid ${isPressing ? token(status) : isBordered ? token('line') : 'transparent'}`,
              boxShadow: isBordered ? 'none' : `0 1px 4px ${token('shadow')}`,
              '&:hover': { borderColor: token('lineStrong') },
            }}
          >
            <Box
              component="span"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: '7px',
                maxWidth: '100%',
                typography: 'caption',
              }}
            >
              <VehicleMark status={status} size={20} />
              <Box component="span" sx={{ minWidth: 0, lineHeight: 1.2 }}>
                {label}
              </Box>
            </Box>
            <Box component="span" sx={{ typography: 'figure', mt: 'auto' }}>
              <AnimatedNumber value={counts[status]} />
            </Box>
          </ButtonBase>
        )
      })}
    </Box>
  )
}

function ServiceCards({ fleetId }: { fleetId: string }) {
  const { t } = useText()
  const features = useFeatures()
  const message = useErrorMessage()
  const answer = useEndpoint(countServices, { query: { fleetId } })
  const counts = answer.data?.counts
  if (counts === undefined) {
    return answer.isError ? (
      <Card>
        <ErrorState
          title={message(answer.error, t('services.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      </Card>
    ) : (
      <CardsSkeleton cards={6} />
    )
  }
  const sum = (statuses: readonly ServiceStatus[]) =>
    statuses.reduce((all, status) => all + (counts[status] ?? 0), 0)
  return (
    <>
      <Card title={t('services.many')} isFlush>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(6, 1fr)' },
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {funnel.map(({ key, statuses }) => {
            const label = t(`services.card.${key}`)
            return (
              <ButtonBase
                key={key}
                component={Anchor}
                to={addresses.services({ status: statuses })}
                sx={{
                  ...tile,
                  boxShadow: `1px 0 0 ${token('line')}, 0 1px 0 ${token('line')}`,
                  '&:hover': { backgroundColor: token('sunken') },
                  '&.Mui-focusVisible': { outlineOffset: '-2px' },
                }}
              >
                <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
                  {label}
                </Box>
                <Box component="span" sx={{ typography: 'figure' }}>
                  <AnimatedNumber value={sum(statuses)} />
                </Box>
              </ButtonBase>
            )
          })}
        </Box>
      </Card>
      {features.includes('dispatch') && (
        <DispatchQueue
          fleetId={fleetId}
          waiting={sum(['on_dispatch'])}
          ready={sum(['vehicle_assigned'])}
          running={sum(['in_progress'])}
        />
      )}
    </>
  )
}

interface DispatchQueueProps {
  fleetId: string
  waiting: number
  ready: number
  running: number
}

function DispatchQueue({ fleetId, waiting, ready, running }: DispatchQueueProps) {
  const { t } = useText()
  useNow(1)
  const answer = useEndpoint(listServices, {
    query: { fleetId, status: ['on_dispatch'], size: 100, sort: 'createdAt' },
  })
  const sinceMs = answer.data === undefined ? null : oldestWaitSinceMs(answer.data.items, nowMs())
  const cell = (icon: ReactNode, label: string, value: ReactNode, to: string) => (
    <ButtonBase
      component={Anchor}
      to={to}
      sx={{
        ...tile,
        boxShadow: `1px 0 0 ${token('line')}, 0 1px 0 ${token('line')}`,
        '&:hover': { backgroundColor: token('sunken') },
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
      }}
    >
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '6px',
          typography: 'body2',
          color: token('textSoft'),
          '& svg': { fontSize: 18 },
        }}
      >
        {icon}
        {label}
      </Box>
      <Box component="span" sx={{ typography: 'figure' }}>
        {value}
      </Box>
    </ButtonBase>
  )
  return (
    <Card title={t('dispatch.panel.queue')} isFlush>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
          borderTop: `1px solid ${token('line')}`,
        }}
      >
        {cell(
          <HourglassEmptyRounded aria-hidden />,
          t('dispatch.queue.waiting'),
          <AnimatedNumber value={waiting} />,
          addresses.dispatch(),
        )}
        {cell(
          <TimerOutlined aria-hidden />,
          t('dispatch.queue.oldest'),
          sinceMs === null ? '—' : <WaitClock sinceMs={sinceMs} size="figure" />,
          addresses.dispatch({ sort: 'age' }),
        )}
        {cell(
          <NearMeOutlined aria-hidden />,
          t('services.card.vehicle_assigned'),
          <AnimatedNumber value={ready} />,
          addresses.dispatch({ pane: 'monitoring' }),
        )}
        {cell(
          <PlayArrowOutlined aria-hidden />,
          t('services.card.in_progress'),
          <AnimatedNumber value={running} />,
          addresses.dispatch({ pane: 'monitoring' }),
        )}
      </Box>
    </Card>
  )
}
