import Box from '@mui/material/Box'
import { readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useParams } from '@tanstack/react-router'
import { addresses } from '../../addresses.ts'
import { isRecordId, useGo } from '../../app/address.tsx'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { knownCode } from '../../app/problems.ts'
import { useEndpoint } from '../../app/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { VehiclePicker } from '../../vehicles/VehiclePicker.tsx'
import { HistoryView } from './HistoryView.tsx'

/** Where a vehicle was: a day by calendar, replayed by time. Without a vehicle in the address: which one. */
export function HistoryScreen({ title }: { title: string }) {
  const { vehicleId } = useParams({ strict: false }) as { vehicleId?: string }
  const { t } = useText()
  const message = useErrorMessage()
  const read = useEndpoint(
    readVehicle,
    { params: { id: vehicleId ?? '-' } },
    { enabled: vehicleId !== undefined && isRecordId(vehicleId) },
  )
  if (vehicleId === undefined) return <ChooseVehicle title={title} />
  if (read.data !== undefined) return <HistoryView key={vehicleId} vehicle={read.data} title={title} />
  return (
    <Box sx={{ p: '20px' }}>
      <PageHeader title={title} />
      {!isRecordId(vehicleId) ? (
        <EmptyState title={t('vehicles.error.notFound')} />
      ) : read.isError ? (
        <ErrorState
          title={knownCode(read.error) === 'vehicle_not_found' ? t('vehicles.error.notFound') : undefined}
          text={message(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <CardsSkeleton />
      )}
    </Box>
  )
}

function ChooseVehicle({ title }: { title: string }) {
  const { t } = useText()
  const go = useGo()
  const { company } = useWorkspace()
  const choose = (vehicle: Vehicle | null) => vehicle && go(addresses.history(vehicle.id))
  return (
    <Box sx={{ p: '20px', maxWidth: 520 }}>
      <PageHeader title={title} />
      <Card title={t('history.pick.title')}>
        <VehiclePicker
          value={null}
          onChange={choose}
          label={t('history.pick.label')}
          placeholder={t('history.pick.placeholder')}
          openText={t('history.pick.open')}
          noneText={t('history.pick.none')}
          error={undefined}
          companyId={company?.id}
        />
      </Card>
    </Box>
  )
}
