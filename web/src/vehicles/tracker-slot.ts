import type { ReactNode } from 'react'
import type { VehicleDraft } from './vehicle-draft.rules.ts'

export interface TrackerSlot {
  draft: Pick<VehicleDraft, 'imei' | 'gpsModel'>
  onChange: (some: Partial<Pick<VehicleDraft, 'gpsModel'>>) => void
}

/** The parts of the form that need the trackers' domain, which vehicles may not import. */
export interface TrackerParts {
  model: (field: {
    label: string
    value: string
    onChange: (model: string) => void
    error: string | undefined
  }) => ReactNode
  /** Below the device's fields. */
  connect: (slot: TrackerSlot) => ReactNode
  /** Where the vehicle is, as far as it can be named and opened. */
  place: (at: { latitude: number; longitude: number }) => ReactNode
}
