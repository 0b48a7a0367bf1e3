import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'
import { longestCard, normalCard } from './shifts.cards.rules.ts'
import { hiddenCharacters, isVisible } from './text.ts'

/** Unknown cards kept for a company; those seen longest ago are forgotten. */
export const mostUnknownCards = 1_000

/** Why a card did not start the shift of its driver. */
export const cardRefusals = [
  'driver_inactive',
  'licence_missing',
  'licence_expired',
  'hours_exceeded',
  'driver_without_user',
  'shift_overlap',
  'shift_still_running',
  'other',
] as const
export type CardRefusal = (typeof cardRefusals)[number]

/** A card number in any form; answers carry it normalised, see `normalCard`. */
const cardInput = z
  .string()
  .trim()
  .min(1)
  .max(2 * longestCard)
  .refine(isVisible, hiddenCharacters)
  .refine((text) => normalCard(text) !== null, { params: { code: 'wrong_format' } })

export const driverCard = z.object({
  id,
  companyId: id,
  driverId: id,
  card: z.string(),
  /** The last time it was to start a shift and did not. */
  refused: z
    .object({ at: instant, reason: z.enum(cardRefusals), vehicleNumber: z.string().nullable() })
    .nullable(),
  createdAt: instant,
})
export type DriverCard = z.infer<typeof driverCard>

export const unknownCard = z.object({
  card: z.string(),
  /** Where it was presented last. */
  vehicleId: id,
  vehicleNumber: z.string(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** How often it was presented. */
  times: z.number().int(),
  isIgnored: z.boolean(),
})
export type UnknownCard = z.infer<typeof unknownCard>

export const listCards = endpoint({
  name: 'shifts.cards',
  method: 'GET',
  path: '/drivers/:id/cards',
  summary: 'The cards by which readers in vehicles identify a driver',
  access: 'directory.read',
  params: idParams,
  output: z.object({ items: z.array(driverCard) }),
  problems: ['contact_not_found'],
})
export const addCard = endpoint({
  name: 'shifts.addCard',
  method: 'POST',
  path: '/drivers/:id/cards',
  summary: 'Assign a card to a driver; a card belongs to one driver of the company',
  access: 'directory.edit',
  status: 201,
  params: idParams,
  body: z.strictObject({ card: cardInput }),
  output: driverCard,
  problems: ['contact_not_found', 'card_taken'],
})
export const removeCard = endpoint({
  name: 'shifts.removeCard',
  method: 'DELETE',
  path: '/driver-cards/:id',
  summary: 'Take a card from its driver',
  access: 'directory.edit',
  params: idParams,
  output: done,
  problems: ['not_found'],
})
export const listUnknownCards = endpoint({
  name: 'shifts.unknownCards',
  method: 'GET',
  path: '/unknown-cards',
  summary:
    'Cards that readers in vehicles of the company stated and that belong to no driver; the latest first',
  access: 'directory.edit',
  feature: { name: 'directory', of: [{ in: 'query', company: 'companyId' }] },
  query: z.strictObject({ companyId: id }),
  output: z.object({ items: z.array(unknownCard) }),
})
export const ignoreUnknownCard = endpoint({
  name: 'shifts.ignoreUnknownCard',
  method: 'PUT',
  path: '/unknown-cards',
  summary: 'Say that an unknown card is of no interest, or is again',
  access: 'directory.edit',
  feature: { name: 'directory', of: [{ in: 'body', company: 'companyId' }] },
  body: z.strictObject({ companyId: id, card: cardInput, isIgnored: z.boolean() }),
  output: unknownCard,
  problems: ['not_found'],
})
export const readVehicleCard = endpoint({
  name: 'shifts.vehicleCard',
  method: 'GET',
  path: '/vehicles/:id/card',
  summary: 'The card in the reader of a vehicle, or the one stated last, and whose it is',
  access: 'directory.read',
  params: idParams,
  /** `card` is null where the reader stated none, or that it was removed; `driver` where it belongs to nobody. */
  output: z.object({
    card: z.string().nullable(),
    since: instant.nullable(),
    driver: z.object({ id, name: z.string() }).nullable(),
  }),
  problems: ['vehicle_not_found'],
})
