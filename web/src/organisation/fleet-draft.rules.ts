/** The draft of the fleet dialog and its rules. Pure. */
import type { createFleet, Fleet } from '@rumbo/contract/organisation.contract'
import { serviceTypes } from '@rumbo/contract/services.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'

/** Levels of users who may belong to a fleet; guests have none. */
export const fleetLevels = ['user', 'manager', 'admin'] as const

export interface FleetDraft {
  name: string
  description: string
  manager: { id: string; displayName: string } | null
  serviceTypes: readonly (typeof serviceTypes)[number][]
  is_active: boolean
}
export type FleetErrorKey = Extract<
  TextKey,
  `companies.valid.${string}` | `fields.${string}` | 'problems.name_taken'
>
export type FleetErrors = Partial<Record<keyof FleetDraft, FleetErrorKey>>
export type FleetBody = Omit<z.input<NonNullable<typeof createFleet.body>>, 'company_id'>

export const emptyFleet: FleetDraft = {
  name: '',
  description: '',
  manager: null,
  serviceTypes: [],
  is_active: true,
}

export const fleetDraftOf = (fleet: Fleet): FleetDraft => ({
  name: fleet.name,
  description: fleet.description ?? '',
  manager: fleet.managerId === null ? null : { id: fleet.managerId, displayName: fleet.manager ?? '' },
  serviceTypes: serviceTypes.filter((type) => fleet.serviceTypes.includes(type)),
  is_active: fleet.is_active,
})

/** Errors by field; empty when the form can be sent. */
export function checkFleet({ name, description }: FleetDraft): FleetErrors {
  const found: FleetErrors = {}
  if (name.trim() === '') found.name = 'companies.valid.required'
  else if (name.trim().length > 100) found.name = 'fields.too_long'
  if (description.trim().length > 500) found.description = 'fields.too_long'
  return found
}

export const fleetBodyOf = (draft: FleetDraft): FleetBody => ({
  name: draft.name.trim(),
  description: draft.description.trim() === '' ? null : draft.description.trim(),
  is_active: draft.is_active,
  serviceTypes: [...draft.serviceTypes],
  managerId: draft.manager?.id ?? null,
})
