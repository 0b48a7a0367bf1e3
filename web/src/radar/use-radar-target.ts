import { useMemo, useState } from 'react'
import { oneOf, useAddressState } from '../app/navigation/address.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../live/use-live.ts'
import { findMe } from '../map/geolocation.ts'
import { usePlaceName } from '../places/use-address.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { nudge, type RadarPoint, readPoint, writePoint } from './radar.rules.ts'

/** The radar's target in the address: a place, or a vehicle wherever it is. */
export function useRadarTarget(fleetId: string | null) {
  const { t } = useText()
  const toasts = useToasts()
  const [query, change] = useAddressState()
  const vehicles = useLiveVehicles(fleetId)
  const hasFleet = useHasLiveFleet(fleetId)
  const vehicleId = oneOf(query.unit)
  const centre = vehicleId === '' ? undefined : vehicles.find(({ id }) => id === vehicleId)
  const atText = oneOf(query.at)
  const fixed = useMemo(() => (vehicleId === '' ? readPoint(atText) : null), [atText, vehicleId])
  const street = usePlaceName(fixed?.latitude, fixed?.longitude)
  const target: RadarPoint | null =
    vehicleId === ''
      ? fixed
      : centre === undefined || centre.latitude === null || centre.longitude === null
        ? null
        : { latitude: centre.latitude, longitude: centre.longitude }

  const subject = vehicleId || (fixed === null ? '' : atText)
  /** `next` is the place after a key press: the address follows some renders later. */
  const [course, setCourse] = useState({ begun: subject, subject, next: '' })
  const begun = subject === course.subject || subject === course.next ? course.begun : subject
  if (subject !== course.subject) setCourse({ begun, subject, next: '' })

  const setTarget = (point: RadarPoint, words = '') =>
    change({ at: writePoint(point), name: words || undefined, unit: undefined })
  return {
    vehicles,
    hasFleet,
    /** Id of the vehicle in the centre, also if it is not loaded; empty for none. */
    vehicleId,
    /** The vehicle in the centre, if there is one and it is loaded. */
    centre,
    /** The place, if the target is one. */
    fixed,
    target,
    /** Identifies the target; empty if there is none. */
    subject,
    /** The subject before it was moved by keys; equal to `subject` if it was not moved. */
    begun,
    /** Description; null if there is no target. */
    name:
      vehicleId === ''
        ? fixed && (oneOf(query.name) || street.text || writePoint(fixed))
        : centre
          ? t('map.popup.label', { number: centre.vehicleNumber })
          : hasFleet
            ? t('radar.target.unknown')
            : '',
    aim: setTarget,
    /** Moves the place by a distance in metres in the direction of an arrow key. */
    step: (key: string, metres: number) => {
      if (fixed === null) return
      const moved = nudge(fixed, key, metres)
      setCourse((former) => ({ ...former, next: writePoint(moved) }))
      setTarget(moved)
    },
    centreOn: (id: string) => change({ unit: id, at: undefined, name: undefined }),
    clear: () =>
      change({ at: undefined, name: undefined, unit: undefined, reach: undefined, max: undefined }),
    locate: async () => {
      const found = await findMe()
      if ('problem' in found) toasts.show({ type: 'error', message: t(`map.geolocation.${found.problem}`) })
      else setTarget(found, t('radar.target.me'))
    },
  }
}
export type RadarTarget = ReturnType<typeof useRadarTarget>
