import type { ReactNode } from 'react'
import type { VehicleDraft } from './vehicle-draft.rules.ts'

export interface TrackerSlot {
  draft: Pick<VehicleDraft, 'imei' | 'gpsModel'>
  onChange: (some: Partial<Pick<VehicleDraft, 'gpsModel'>>) => void
}

/** What the form takes from whoever knows trackers; it knows none itself. */
export interface TrackerParts {
  model: (field: {
    label: string
    value: string
    onChange: (model: string) => void
    isReadOnly: boolean
    error: string | undefined
  }) => ReactNode
  /** Below the device's fields of a form that can be changed. */
  connect: (slot: TrackerSlot) => ReactNode
}
