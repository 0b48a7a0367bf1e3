import type { Feature } from '@rumbo/contract/features'
import type { Fleet } from '@rumbo/contract/organisation.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { findFleet, insertFleet, rewriteFeatures } from './fleets/organisation.fleets.repository.ts'
import { type CompanyFields, type CompanyRow, findCompany, insertCompany } from './organisation.repository.ts'
import { isCompanyRole } from './organisation.rules.ts'
import { insertAssignment, type NewAssignment } from './people/organisation.assignments.repository.ts'
import { type GuestPlace, saveGuestPlace } from './people/organisation.guests.repository.ts'

let built = 0

function present<Row>(row: Row | null | undefined): Row {
  if (!row) throw new Error('What was just built cannot be read: build under a role that sees it.')
  return row
}

/** Creates an active company of tier professional with a numbered name, for tests and the demo. */
export async function buildCompany(
  tx: Transaction,
  given: Partial<CompanyFields> & { id?: string } = {},
): Promise<CompanyRow> {
  built += 1
  const { id = uuid(), ...fields } = given
  await insertCompany(tx, id, {
    name: `Transportes ${built}`,
    legalName: null,
    taxId: null,
    email: null,
    phone: null,
    city: 'Ciudad de México',
    country: 'México',
    addressLine1: null,
    addressLine2: null,
    type: 'transportation',
    timeZone: 'America/Mexico_City',
    historyDays: 180,
    roadSpeedLimits: false,
    currency: 'MXN',
    status: 'active',
    tier: 'professional',
    verified: true,
    ...fields,
  })
  return present(await findCompany(tx, id))
}

/** Creates an active taxi fleet with a numbered name, for tests and the demo. */
export async function buildFleet(
  tx: Transaction,
  given: {
    companyId: string
    id?: string
    name?: string
    description?: string | null
    isActive?: boolean
    serviceTypes?: string[]
    switchedOff?: Feature[]
  },
): Promise<Fleet> {
  built += 1
  const fleet = {
    id: uuid(),
    name: `Flotilla ${built}`,
    description: null,
    isActive: true,
    serviceTypes: ['taxi'],
    ...given,
  }
  await insertFleet(tx, fleet)
  if (given.switchedOff) await rewriteFeatures(tx, fleet.id, given.switchedOff)
  return { ...present(await findFleet(tx, fleet.id)), counts: { vehicles: 0, drivers: 0, users: 0 } }
}

/** Assigns a user to a company or fleet. Default role: `dispatcher` in a fleet, `company_manager` in a company. */
export async function buildAssignment(
  tx: Transaction,
  given: Pick<NewAssignment, 'userId' | 'companyId'> & Partial<NewAssignment>,
): Promise<NewAssignment> {
  const role = given.role ?? (given.fleetId ? 'dispatcher' : 'company_manager')
  if (isCompanyRole(role) !== !given.fleetId)
    throw new Error(`The role ${role} ${isCompanyRole(role) ? 'is company-wide' : 'needs a fleet'}.`)
  const assignment = {
    id: uuid(),
    fleetId: null,
    isPrimary: true,
    isActive: true,
    assignedBy: null,
    ...given,
    role,
  }
  await insertAssignment(tx, assignment)
  tx.forgetUsers([assignment.userId])
  return assignment
}

/** Lets a guest watch one vehicle; without one, the guest only belongs to the company. */
export async function buildGuestVehicle(
  tx: Transaction,
  given: GuestPlace & { userId: string },
): Promise<void> {
  await saveGuestPlace(tx, { assignedBy: null, ...given })
  tx.forgetUsers([given.userId])
}
