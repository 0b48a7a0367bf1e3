import type { MessageRef } from '@rumbo/contract/communication.messages.contract'
import { readFence } from '@rumbo/contract/geofences.contract'
import { useMemo } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { cornersOf, ringOf } from '../../geofences/fence-area.ts'
import type { MapArea } from '../../map/map-model.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ServiceContext, VehicleContext } from './ContextPane.tsx'

interface ReferenceCardProps {
  reference: MessageRef
  onClose: () => void
}

/** What a message points at, beside the conversation. */
export function ReferenceCard({ reference: ref, onClose }: ReferenceCardProps) {
  const { t } = useText()
  return (
    <RecordCard title={ref.label} detail={t(`messaging.ref.${ref.kind}`)} widthPixels={420} onClose={onClose}>
      {ref.kind === 'service' ? (
        <ServiceContext id={ref.id} />
      ) : ref.kind === 'vehicle' ? (
        <VehicleContext id={ref.id} number={ref.label} />
      ) : ref.kind === 'place' ? (
        <Place latitude={ref.latitude} longitude={ref.longitude} label={ref.label} />
      ) : ref.kind === 'fence' ? (
        <Fence id={ref.id} label={ref.label} />
      ) : null}
    </RecordCard>
  )
}

function Place({ latitude, longitude, label }: { latitude: number; longitude: number; label: string }) {
  const { t } = useText()
  const pins = useMemo(
    () => [{ id: 'place', letter: '', isPoint: true, latitude, longitude }],
    [latitude, longitude],
  )
  return (
    <>
      <SmallMap label={label} point={{ latitude, longitude }} pins={pins} height={260} />
      <p>
        {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </p>
      <AppLink to={addresses.radar({ at: `${latitude},${longitude}`, name: label })}>
        {t('communication.openMap')}
      </AppLink>
    </>
  )
}

function Fence({ id, label }: { id: string; label: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readFence, { params: { id } })
  const shape = answer.data?.shape
  const areas = useMemo(
    (): readonly MapArea[] =>
      shape ? [{ id, geometry: { type: 'Polygon', coordinates: [ringOf(shape)] }, tone: 'primary' }] : [],
    [id, shape],
  )
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('communication.error.fence'))}
        onRetry={() => void answer.refetch()}
      />
    )
  if (shape === undefined) return <FormSkeleton fields={3} />
  const [corner] = cornersOf([shape])
  return (
    <>
      {corner && <SmallMap label={label} point={corner} areas={areas} height={260} />}
      <p>
        <AppLink to={addresses.geofences({ fence: id })}>{t('messaging.ref.openFence')}</AppLink>
      </p>
    </>
  )
}
