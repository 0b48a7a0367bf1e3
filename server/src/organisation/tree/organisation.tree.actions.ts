import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { foldText, searchWords } from '@rumbo/contract/fold-text'
import type { searchTree, TreeNode, treeChildren } from '@rumbo/contract/organisation.tree.contract'
import type { Actor } from '../../platform/access/access.ts'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  countPeople,
  type FleetRow,
  findFleet,
  findFleetRows,
} from '../fleets/organisation.fleets.repository.ts'
import { type CompanyRow, findCompanies, findCompany } from '../organisation.repository.ts'
import { driverRoles } from '../organisation.rules.ts'
import type { CompanyWork, FoundVehicle } from '../organisation.work.ts'
import { countGroups, type FoundPerson, listGroup, searchPeople } from './organisation.tree.repository.ts'
import {
  companyNode,
  fleetNode,
  groupNode,
  parentsFirst,
  parseKey,
  personNode,
  reasonsOf,
  vehicleNode,
} from './organisation.tree.rules.ts'

type Page = { offset: number; size: number }
type Children = { items: TreeNode[]; total: number }

/** Users are visible to those who may read them, drivers to everyone who sees the fleet. */
const seesUsers = (actor: Actor, companyId: string, fleetId: string | null) =>
  can(actor, 'users.read', { companyId, fleetId })

const noPeople = { drivers: 0, users: 0 }

async function companyNodes(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  rows: readonly CompanyRow[],
): Promise<TreeNode[]> {
  const ids = rows.map(({ id }) => id)
  const people = await countPeople(tx, 'company', ids, driverRoles)
  const vehicles = await work.countVehicles(tx, 'company', ids)
  const wide = await countGroups(tx, 'company', ids)
  return rows.map(({ id, name, status, tier, verified, city }) => {
    const { fleets = 0, drivers = 0, users = 0 } = people.get(id) ?? {}
    const counts = { fleets, drivers, users, vehicles: vehicles.get(id) ?? 0 }
    const hasGroup = wide.has(id) && seesUsers(actor, id, null)
    const childCount = counts.fleets + Number(hasGroup)
    return companyNode({ id, name, status, tier, verified, city, counts, childCount })
  })
}

async function fleetNodes(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  rows: readonly FleetRow[],
): Promise<TreeNode[]> {
  const ids = rows.map(({ id }) => id)
  const people = await countPeople(tx, 'fleet', ids, driverRoles)
  const vehicles = await work.countVehicles(tx, 'fleet', ids)
  return rows.map(({ id, company_id: companyId, name, manager, is_active: isActive }) => {
    const { drivers, users } = people.get(id) ?? noPeople
    const counts = { fleets: 0, vehicles: vehicles.get(id) ?? 0, drivers, users }
    const childCount = seesUsers(actor, companyId, id) ? 3 : 2
    return fleetNode({ id, name, companyId, manager, isActive, counts, childCount })
  })
}

async function fleetGroups(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  fleets: readonly { id: string; company_id: string }[],
): Promise<TreeNode[]> {
  const ids = fleets.map(({ id }) => id)
  const vehicles = await work.countVehicles(tx, 'fleet', ids)
  const people = await countGroups(tx, 'fleet', ids)
  return fleets.flatMap(({ id: fleetId, company_id: companyId }) => {
    const { drivers, users } = people.get(fleetId) ?? noPeople
    const place = { companyId, fleetId }
    const groups = [
      groupNode('vehicles', place, vehicles.get(fleetId) ?? 0),
      groupNode('drivers', place, drivers),
    ]
    if (seesUsers(actor, companyId, fleetId)) groups.push(groupNode('users', place, users))
    return groups
  })
}

/** The group of company-wide users; empty if there are none, or if the caller may not see them. */
async function companyGroups(
  tx: Transaction,
  actor: Actor,
  companyIds: readonly string[],
): Promise<TreeNode[]> {
  const wide = await countGroups(tx, 'company', companyIds)
  return companyIds.flatMap((companyId) => {
    const users = wide.get(companyId)?.users ?? 0
    return users > 0 && seesUsers(actor, companyId, null)
      ? [groupNode('users', { companyId, fleetId: null }, users)]
      : []
  })
}

async function childrenOfCompany(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  id: string,
  { offset, size }: Page,
): Promise<Children> {
  const company = await findCompany(tx, id)
  if (!company) throw problem('not_found')
  const groups = await companyGroups(tx, actor, [id])
  const { fleets = 0 } = (await countPeople(tx, 'company', [id], driverRoles)).get(id) ?? {}
  const shown = groups.slice(offset, offset + size)
  const rows = await findFleetRows(tx, {
    companyId: id,
    offset: Math.max(0, offset - groups.length),
    size: size - shown.length,
  })
  return {
    items: [...shown, ...(await fleetNodes(tx, work, actor, rows))],
    total: fleets + groups.length,
  }
}

async function childrenOfGroup(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  kind: 'vehicles' | 'drivers' | 'users',
  id: string,
  page: Page,
): Promise<Children> {
  const fleet = await findFleet(tx, id)
  const company = fleet || kind !== 'users' ? null : await findCompany(tx, id)
  const companyId = fleet?.company_id ?? company?.id
  if (!companyId) throw problem('not_found')
  const fleetId = fleet?.id ?? null
  if (kind === 'vehicles') {
    const items = await work.listVehicles(tx, id, page)
    return {
      items: items.map(vehicleNode),
      total: (await work.countVehicles(tx, 'fleet', [id])).get(id) ?? 0,
    }
  }
  if (kind === 'users' && !seesUsers(actor, companyId, fleetId)) throw problem('not_found')
  const people = await listGroup(tx, { companyId, fleetId, isDriver: kind === 'drivers' }, page)
  const counted = await countGroups(tx, fleet ? 'fleet' : 'company', [id])
  return { items: people.map(personNode), total: counted.get(id)?.[kind] ?? 0 }
}

/** A page of a node's children within the caller's scopes. @throws Problem `not_found` */
export async function listChildren(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  { parent, ...page }: ParsedOf<typeof treeChildren>['query'],
): Promise<Children> {
  if (parent === undefined) {
    const rows = await findCompanies(tx)
    const shown = rows.slice(page.offset, page.offset + page.size)
    return { items: await companyNodes(tx, work, actor, shown), total: rows.length }
  }
  const key = parseKey(parent)
  if (!key) throw problem('not_found')
  if (key.kind === 'company') return childrenOfCompany(tx, work, actor, key.id, page)
  if (key.kind !== 'fleet') return childrenOfGroup(tx, work, actor, key.kind, key.id, page)
  const fleet = await findFleet(tx, key.id)
  if (!fleet) throw problem('not_found')
  const groups = await fleetGroups(tx, work, actor, [fleet])
  return { items: groups.slice(page.offset, page.offset + page.size), total: groups.length }
}

/** The maximum number of matches per kind. */
const shownOfAKind = 100

interface Found {
  /** All companies and fleets in reach, to add ancestors without another query. */
  allCompanies: CompanyRow[]
  allFleets: FleetRow[]
  companies: CompanyRow[]
  fleets: FleetRow[]
  people: FoundPerson[]
  vehicles: FoundVehicle[]
}
const nothingFound: Found = {
  allCompanies: [],
  allFleets: [],
  companies: [],
  fleets: [],
  people: [],
  vehicles: [],
}
type Search = ParsedOf<typeof searchTree>['query']

const isNamed = (words: readonly string[], ...texts: (string | null)[]) => {
  const text = foldText(texts.join(' '))
  return words.every((word) => text.includes(word))
}

async function findMatches(
  tx: Transaction,
  work: CompanyWork,
  actor: Actor,
  { search, chip = [] }: Search,
): Promise<Found> {
  const words = searchWords(search)
  if (words.length === 0 && chip.length === 0) return nothingFound
  const hasChip = chip.length > 0
  const allCompanies = await findCompanies(tx)
  const companies = allCompanies.filter(
    (company) =>
      isNamed(words, company.name, company.legalName, company.taxId) &&
      (!hasChip ||
        (chip.includes('suspended') && company.status === 'suspended') ||
        (chip.includes('unverified') && !company.verified)),
  )
  const allFleets = await findFleetRows(tx)
  const fleets = allFleets.filter((fleet) => isNamed(words, fleet.name))
  const wantsEmpty = chip.includes('empty_fleet')
  const vehicleCounts = wantsEmpty
    ? await work.countVehicles(
        tx,
        'fleet',
        fleets.map(({ id }) => id),
      )
    : new Map<string, number>()
  // A guest sees one vehicle and no people: the guest role has no right to read them.
  const wantsPeople = actor.vehicles.length === 0 && (!hasChip || chip.includes('users_without_access'))
  const people = wantsPeople ? await searchPeople(tx, searchPatterns(search), shownOfAKind + 1, hasChip) : []
  return {
    allCompanies,
    allFleets,
    companies,
    fleets: fleets.filter(
      (fleet) =>
        !hasChip ||
        (chip.includes('no_manager') && fleet.managerId === null) ||
        (wantsEmpty && !vehicleCounts.has(fleet.id)),
    ),
    people: people.filter((person) => person.isDriver || seesUsers(actor, person.companyId, person.fleetId)),
    vehicles: hasChip ? [] : await work.searchVehicles(tx, search, shownOfAKind + 1),
  }
}

/** The matches with their ancestors, parents first. */
export async function searchNodes(tx: Transaction, work: CompanyWork, actor: Actor, query: Search) {
  const found = await findMatches(tx, work, actor, query)
  const isCut = [found.companies, found.fleets, found.people, found.vehicles].some(
    (rows) => rows.length > shownOfAKind,
  )
  const companies = found.companies.slice(0, shownOfAKind)
  const fleets = found.fleets.slice(0, shownOfAKind)
  const leaves = [
    ...found.vehicles.slice(0, shownOfAKind).map(vehicleNode),
    ...found.people.slice(0, shownOfAKind).map(personNode),
  ]
  const matches = [
    ...companies.map(({ id }) => `company:${id}`),
    ...fleets.map(({ id }) => `fleet:${id}`),
    ...leaves.map(({ key }) => key),
  ]
  const fleetIds = new Set([...fleets.map(({ id }) => id), ...leaves.flatMap((leaf) => leaf.fleetId ?? [])])
  const shownFleets = found.allFleets.filter(({ id }) => fleetIds.has(id))
  const companyIds = new Set([
    ...companies.map(({ id }) => id),
    ...shownFleets.map((fleet) => fleet.company_id),
    ...leaves.map((leaf) => leaf.companyId),
  ])
  const shownCompanies = found.allCompanies.filter(({ id }) => companyIds.has(id))
  const parentKeys = new Set(leaves.map((leaf) => leaf.parentKey))
  const groups = [
    ...(await companyGroups(tx, actor, [...companyIds])),
    ...(await fleetGroups(tx, work, actor, shownFleets)),
  ].filter(({ key }) => parentKeys.has(key))
  const items = parentsFirst([
    ...(await companyNodes(tx, work, actor, shownCompanies)),
    ...groups,
    ...(await fleetNodes(tx, work, actor, shownFleets)),
    ...leaves,
  ])
  return { items, matches, reasons: reasonsOf(query.search, found), isCut }
}
