import type { ReactNode } from 'react'
import type { VehicleDraft } from './vehicle-draft.rules.ts'

export interface TrackerSlot {
  draft: Pick<VehicleDraft, 'imei' | 'gpsModel'>
  onChange: (some: Partial<Pick<VehicleDraft, 'gpsModel'>>) => void
}

/** Parts of the form from the telemetry domain, which `vehicles` may not import. */
export interface TrackerParts {
  model: (field: {
    label: string
    value: string
    onChange: (model: string) => void
    error: string | undefined
  }) => ReactNode
  /** Shown below the device's fields. */
  connect: (slot: TrackerSlot) => ReactNode
  /** The vehicle's place with a link to a map. */
  place: (at: { latitude: number; longitude: number }) => ReactNode
}
