import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'

/** What a reason says of an order that is left out, as long as nothing of it is known. */
export const unknownReason = {
  missing: [],
  dimension: null,
  needed: null,
  largest: null,
  isFree: false,
  limit: null,
  available: null,
  late: null,
  vehicleId: null,
  stopId: null,
  window: null,
} satisfies Omit<LeftOutReason, 'serviceId' | 'code'>
