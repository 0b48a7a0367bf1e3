import type { Fact } from '../platform/facts/fact.ts'

/** A driver's card was presented to the reader of a vehicle, or removed from it. */
export type CardPresented = Fact<
  'vehicle.card_presented',
  {
    vehicleId: string
    /** Normalised; null: removed. */
    card: string | null
    /** ISO 8601, by the device's clock where it has one. */
    at: string
  }
>
