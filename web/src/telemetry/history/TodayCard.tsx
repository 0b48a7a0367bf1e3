import Box from '@mui/material/Box'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { AppLink, useGo } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { DayFigures } from './DayFigures.tsx'
import { LegList } from './LegList.tsx'
import { legsOf } from './legs.rules.ts'
import { useDayRoute } from './use-history.ts'

interface TodayCardProps {
  vehicle: Vehicle
  today: string
  timeZone: string
  /** The address of the history view with the given state. */
  historyOf: (state: Record<string, string>) => string
}

/** Trips and stops of the current day; choosing one opens it in the history. */
export function TodayCard({ vehicle, today, timeZone, historyOf }: TodayCardProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const go = useGo()
  const read = useDayRoute(vehicle.id, today, true)
  const found = read.data
  const lastMs = found?.positions.time.at(-1)
  return (
    <Card
      title={t('vehicleDetails.day.title')}
      actions={<AppLink to={historyOf({ date: today })}>{t('vehicleDetails.day.history')}</AppLink>}
    >
      {found === undefined ? (
        read.isError ? (
          <ErrorState
            title={t('history.error.route')}
            text={message(read.error, t('ui.error.text'))}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <ListSkeleton rows={4} />
        )
      ) : found.records === 0 || lastMs === undefined ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleDetails.day.none')}</Box>
      ) : (
        <>
          <DayFigures
            summary={found.summary}
            tripCount={found.trips.length}
            stayCount={found.stays.length}
            timeZone={timeZone}
          />
          <Box sx={{ mx: '-12px', mt: '6px', maxHeight: 420, overflowY: 'auto' }}>
            <LegList
              legs={legsOf(found, { fromMs: Date.parse(found.from), toMs: lastMs })}
              chosenId={null}
              timeZone={timeZone}
              onChoose={(leg) => leg && go(historyOf({ date: today, leg: leg.id }))}
            />
          </Box>
        </>
      )}
    </Card>
  )
}
