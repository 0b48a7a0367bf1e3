import Box from '@mui/material/Box'
import { readVehicle } from '@rumbo/contract/vehicles.contract'
import { useParams } from '@tanstack/react-router'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { knownCode } from '../../app/data/problems.ts'
import { useEndpoint } from '../../app/data/use-data.ts'
import { isRecordId } from '../../app/navigation/address.tsx'
import { eventCard } from '../../events/list/EventCard.tsx'
import { HistoryView } from '../../telemetry/history/HistoryView.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ChooseVehicle } from '../../vehicles/choose/ChooseVehicle.tsx'

/**
 * The history of a vehicle: choose a day in the calendar and replay it. Without a vehicle in the address, choose one
 * first.
 */
export function HistoryScreen({ title }: { title: string }) {
  const { vehicleId } = useParams({ strict: false }) as { vehicleId?: string }
  const { t } = useText()
  const message = useErrorMessage()
  const read = useEndpoint(
    readVehicle,
    { params: { id: vehicleId ?? '-' } },
    { enabled: vehicleId !== undefined && isRecordId(vehicleId) },
  )
  if (vehicleId === undefined)
    return (
      <Box sx={{ position: 'absolute', inset: 0, p: '20px', overflowY: 'auto' }}>
        <ChooseVehicle title={title} question={t('history.pick.title')} addressOf={addresses.history} />
      </Box>
    )
  if (read.data !== undefined)
    return <HistoryView key={vehicleId} vehicle={read.data} title={title} eventCard={eventCard} />
  return (
    <Box sx={{ p: '20px' }}>
      <PageHeader title={title} />
      {!isRecordId(vehicleId) ? (
        <EmptyState title={t('vehicles.error.notFound')} />
      ) : read.isError ? (
        <ErrorState
          title={knownCode(read.error) === 'vehicle_not_found' ? t('vehicles.error.notFound') : undefined}
          text={message(read.error, t('ui.error.text'))}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <CardsSkeleton />
      )}
    </Box>
  )
}
