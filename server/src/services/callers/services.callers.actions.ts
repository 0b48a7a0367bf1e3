import type { ContactAddress } from '@rumbo/contract/directory.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { callerLimits, type KnownPlace, type readCaller } from '@rumbo/contract/services.callers.contract'
import { findContact } from '../../directory/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findTemplates } from '../templates/services.templates.repository.ts'
import { findPastPlaces, findPastServices } from './services.callers.repository.ts'

/** Past services whose addresses are proposed. */
const servicesForPlaces = 40

/** An address of the contact's record that has a place. */
function ownPlace({ line1, line2, city, latitude, longitude }: ContactAddress): KnownPlace[] {
  const address = [line1, line2, city].filter(Boolean).join(', ')
  if (address === '' || latitude === null || longitude === null) return []
  return [{ address, latitude, longitude, isOwn: true, uses: 0 }]
}

const isSame = (a: KnownPlace, b: KnownPlace): boolean =>
  Math.abs(a.latitude - b.latitude) < 0.0001 && Math.abs(a.longitude - b.longitude) < 0.0001

/** @throws Problem `contact_not_found` for a contact outside the caller's companies */
export async function readCallerOf(tx: Transaction, contactId: string): Promise<OutputOf<typeof readCaller>> {
  const contact = await findContact(tx, contactId)
  if (!contact) throw problem('contact_not_found')
  const past = await findPastPlaces(tx, contactId, {
    services: servicesForPlaces,
    places: callerLimits.places,
  })
  const own = contact.addresses.flatMap(ownPlace).map((place) => ({
    ...place,
    uses: past.find((one) => isSame(one, place))?.uses ?? 0,
  }))
  const others = past.filter((place) => !own.some((one) => isSame(one, place)))
  return {
    companyId: contact.companyId,
    templates: await findTemplates(tx, contactId),
    services: await findPastServices(tx, contactId, callerLimits.services),
    places: [...own, ...others].slice(0, callerLimits.places),
  }
}
