import type { Event } from '@rumbo/contract/events.contract'
import { type Audience, sosRoles } from '@rumbo/contract/notifications.rules.contract'
import { type FleetStaff, findStaffOfFleets } from '../../organisation/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { groupBy } from '../../platform/group-by.ts'
import {
  type ContactPerson,
  findContactsOf,
  findDriversOf,
  findGuestsOf,
  findOnDutyOf,
  findSuperAdminsOf,
  type Person,
} from './notifications.people.repository.ts'

/** Somebody a rule reaches for one event. */
export interface Recipient {
  /** Exactly one of the two is set. */
  userId: string | null
  contact: ContactPerson | null
  name: string
  language: 'es' | 'en'
  /** By which part of the audience. */
  audience: Audience['kind']
}
type Concerned = Pick<Event, 'companyId' | 'fleetId' | 'vehicleId' | 'assigneeId'>
export type Audiences = (event: Concerned, audience: readonly Audience[]) => Recipient[]

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

/** Those of a fleet's staff who are on duty; where nobody is, all who manage it. */
function dispatching(staff: readonly FleetStaff[], onDutyIds: readonly string[]): readonly FleetStaff[] {
  const present = staff.filter(({ userId }) => onDutyIds.includes(userId))
  return present.length > 0 ? present : staff.filter(({ mayManage }) => mayManage)
}

/** Who dispatches a fleet now, and all who may; under the system role. */
export async function readDispatching(
  tx: Transaction,
  fleet: { companyId: string; fleetId: string },
): Promise<{ now: readonly FleetStaff[]; all: readonly FleetStaff[] }> {
  const staff = await findStaffOfFleets(tx, [fleet])
  const onDuty = await findOnDutyOf(tx, [fleet.fleetId])
  return {
    now: dispatching(
      staff,
      onDuty.map(({ userId }) => userId),
    ),
    all: staff.filter(({ mayManage }) => mayManage),
  }
}

/**
 * Reads once who may be reached for these events, by these audiences; under the system role. Only people who can see the
 * vehicle now are reached, each once: by the first audience they belong to.
 */
export async function readAudiences(
  tx: Transaction,
  events: readonly Concerned[],
  audiences: readonly Audience[],
): Promise<Audiences> {
  const has = (kind: Audience['kind']) => audiences.some((one) => one.kind === kind)
  const idsOf = (kind: 'users' | 'contacts') =>
    unique(audiences.flatMap((one) => (one.kind === kind && 'ids' in one ? one.ids : [])))
  const fleets = [...new Map(events.map((event) => [event.fleetId, event])).values()]
  const vehicleIds = unique(events.map(({ vehicleId }) => vehicleId))
  const staff = groupBy(await findStaffOfFleets(tx, fleets), ({ fleetId }) => fleetId)
  const guests = has('guests') || has('users') ? await findGuestsOf(tx, vehicleIds) : []
  const guestsOf = groupBy(guests, ({ vehicleId }) => vehicleId)
  const drivers = has('driver') ? await findDriversOf(tx, vehicleIds) : []
  const driversOf = groupBy(drivers, ({ vehicleId }) => vehicleId)
  const onDuty = has('onDuty')
    ? await findOnDutyOf(
        tx,
        fleets.map(({ fleetId }) => fleetId),
      )
    : []
  const onDutyOf = groupBy(onDuty, ({ fleetId }) => fleetId)
  const named = idsOf('users')
  const superAdmins = named.length > 0 ? await findSuperAdminsOf(tx, named) : []
  const contacts =
    has('contacts') || has('sos')
      ? await findContactsOf(tx, {
          companyIds: unique(events.map(({ companyId }) => companyId)),
          ids: idsOf('contacts'),
          roles: has('sos') ? sosRoles : [],
        })
      : []
  const contactsOf = groupBy(contacts, ({ companyId }) => companyId)

  function usersOf(event: Concerned, audience: Audience): readonly Person[] {
    const readers: readonly FleetStaff[] = staff.get(event.fleetId) ?? []
    switch (audience.kind) {
      case 'users': {
        const all = [...readers, ...(guestsOf.get(event.vehicleId) ?? []), ...superAdmins]
        return all.filter(({ userId }) => audience.ids.includes(userId))
      }
      case 'roles':
        return readers.filter(({ roles }) => roles.some((role) => audience.roles.includes(role)))
      case 'onDuty': {
        const ids = (onDutyOf.get(event.fleetId) ?? []).map(({ userId }) => userId)
        return dispatching(readers, ids)
      }
      case 'assignee':
        return readers.filter(({ userId }) => userId === event.assigneeId)
      case 'driver':
        return driversOf.get(event.vehicleId) ?? []
      case 'guests':
        return guestsOf.get(event.vehicleId) ?? []
      default:
        return []
    }
  }
  function reachedContacts(event: Concerned, audience: Audience): readonly ContactPerson[] {
    const all = contactsOf.get(event.companyId) ?? []
    if (audience.kind === 'contacts') return all.filter(({ contactId }) => audience.ids.includes(contactId))
    if (audience.kind !== 'sos') return []
    const isConcerned = ({ fleetIds }: ContactPerson) => fleetIds === null || fleetIds.includes(event.fleetId)
    // In the order in which they are called.
    return sosRoles
      .filter((role) => audience.roles.includes(role))
      .flatMap((role) => all.filter((contact) => contact.role === role && isConcerned(contact)))
  }

  return (event, wanted) => {
    const found = new Map<string, Recipient>()
    for (const audience of wanted) {
      for (const { userId, name, language } of usersOf(event, audience))
        if (!found.has(userId))
          found.set(userId, { userId, contact: null, name, language, audience: audience.kind })
      for (const contact of reachedContacts(event, audience))
        if (!found.has(contact.contactId))
          found.set(contact.contactId, {
            userId: null,
            contact,
            name: contact.name,
            language: contact.language,
            audience: audience.kind,
          })
    }
    return [...found.values()]
  }
}
