import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listReservations, type Reservation } from '@rumbo/contract/dispatch.changes.contract'
import type { PlaceQuery } from '@rumbo/contract/lists'
import { useMemo } from 'react'
import { usePacedEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useReserving } from './assign/use-reserving.ts'
import { reservationsPaceMs } from './monitor-reads.ts'

/** Of one vehicle, shown at once. */
const mostShown = 3

/** The services that wait for each busy vehicle, in their order. */
export function useReservations(
  query: PlaceQuery,
  { enabled = true } = {},
): ReadonlyMap<string, readonly Reservation[]> {
  const { data } = usePacedEndpoint(listReservations, { query }, { paceMs: reservationsPaceMs, enabled })
  return useMemo(() => {
    const byVehicle = new Map<string, Reservation[]>()
    for (const one of data?.items ?? [])
      byVehicle.set(one.vehicleId, [...(byVehicle.get(one.vehicleId) ?? []), one])
    return byVehicle
  }, [data])
}

/** The number, time and person of the next ones, in order; nothing where nothing waits for the vehicle. */
export function NextServices({ reservations }: { reservations: readonly Reservation[] | undefined }) {
  const { t } = useText()
  const textOf = useReservationText()
  if (!reservations || reservations.length === 0) return null
  const lines = reservations.slice(0, mostShown).map(textOf)
  const more = reservations.length - lines.length
  return (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'caption', fontWeight: 620, color: token('en_route') }}
    >
      {[...lines, ...(more > 0 ? [t('dispatch.next.more', { more })] : [])].map((line, at) => (
        <Box component="span" key={line} sx={{ display: 'block' }}>
          {at === 0 ? `${t('dispatch.next.label')} ${line}` : line}
        </Box>
      ))}
    </Box>
  )
}

function useReservationText() {
  const { t } = useText()
  const moment = useMoment()
  return ({
    serviceNumber,
    arrivesAt,
    isEstimate,
    reservedByName,
    planName,
    dispatchTime,
  }: Reservation): string => {
    const isLater = Date.parse(dispatchTime) > nowMs()
    return [
      `#${serviceNumber}`,
      arrivesAt ? `${isEstimate ? '≈ ' : ''}${moment(arrivesAt, 'time')}` : isLater && moment(dispatchTime),
      planName !== null
        ? t('dispatch.next.byPlan', { name: planName })
        : reservedByName && t('dispatch.next.by', { name: reservedByName }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Menu items that order and release what people reserved of a vehicle. */
export function useReservationItems() {
  const { t } = useText()
  const reserving = useReserving()
  return (reservations: readonly Reservation[] = []): RowMenuItem[] => {
    const byPeople = reservations.filter(
      ({ reservedByName, planName }) => reservedByName !== null && planName === null,
    )
    const item = (key: 'earlierOf' | 'laterOf' | 'releaseOf', one: Reservation, onChoose: () => unknown) => ({
      label: t(`dispatch.reserve.${key}`, { number: one.serviceNumber }),
      onChoose: () => void onChoose(),
    })
    return byPeople.flatMap((one) => [
      ...(one.place > 1 ? [item('earlierOf', one, () => reserving.move(one, -1))] : []),
      ...(one.place < byPeople.length ? [item('laterOf', one, () => reserving.move(one, 1))] : []),
      item('releaseOf', one, () => reserving.release(one)),
    ])
  }
}

/** Buttons that release what people reserved; nothing where they reserved nothing, or nothing may be done. */
export function ReleaseButtons({ reservations }: { reservations: readonly Reservation[] | undefined }) {
  const { t } = useText()
  const reserving = useReserving({ hasKey: false })
  return reservations
    ?.filter(({ reservedByName, planName }) => reservedByName !== null && planName === null)
    .map((one) => (
      <Button
        key={one.serviceId}
        size="small"
        disabled={reserving.isBusy}
        onClick={() => void reserving.release(one)}
      >
        {t('dispatch.reserve.releaseOf', { number: one.serviceNumber })}
      </Button>
    ))
}
