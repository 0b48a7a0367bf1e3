import Box from '@mui/material/Box'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { useErrorMessage } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ReadingHistory } from './ReadingHistory.tsx'
import { describedAs, readingLabel } from './readings.rules.ts'
import { useLatestReadings } from './use-readings.ts'

interface DayReadingsProps {
  vehicleId: string
  date: string
  isToday: boolean
  timeZone: string
  /** Moves the replay to a moment, epoch milliseconds. */
  onMoment: (ms: number) => void
}

/** A reading of the vehicle on one day; which one is in the address. */
export function DayReadings({ vehicleId, date, isToday, timeZone, onMoment }: DayReadingsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [query, change] = useAddressState()
  const read = useLatestReadings(vehicleId)
  if (read.data === undefined)
    return read.isError ? (
      <ErrorState
        title={t('readings.error.latest')}
        text={message(read.error, t('ui.error.text'))}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <ListSkeleton rows={4} />
    )
  const sent = read.data.items.map(({ name }) => name).filter((name) => readingOf(name).hasHistory)
  const asked = oneOf(query.reading)
  // A link may ask for one that the vehicle no longer sends.
  const names = asked === '' || sent.includes(asked) ? sent : [asked, ...sent]
  const name = asked === '' ? sent[0] : asked
  if (name === undefined) return <EmptyState title={t('readings.none')} text={t('readings.noneText')} />
  return (
    <Box sx={{ p: '14px', display: 'grid', gap: '12px', minWidth: 0 }}>
      <ChoiceField
        label={t('readings.history.choose')}
        size="small"
        value={name}
        choices={names.map((value) => ({ value, label: readingLabel(t, describedAs(value)) }))}
        onChange={(reading) => change({ reading })}
      />
      <ReadingHistory
        key={name}
        vehicleId={vehicleId}
        name={name}
        range={{ date }}
        isRunning={isToday}
        timeZone={timeZone}
        onMoment={onMoment}
      />
    </Box>
  )
}
