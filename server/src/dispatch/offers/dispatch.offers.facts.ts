import type { Fact } from '../../platform/facts/fact.ts'

/** A service was offered to a driver, who may accept or reject it until the offer ends. */
export type OfferMade = Fact<
  'offer.made',
  {
    offerId: string
    serviceId: string
    serviceNumber: number
    /** Of the directory. */
    driverId: string
    vehicleId: string
    /** ISO 8601. */
    expiresAt: string
    /** The first stop that was planned. */
    address: string | null
  }
>
