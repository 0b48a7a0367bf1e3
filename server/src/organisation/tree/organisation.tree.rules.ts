import {
  type AccessScope,
  can,
  type Level,
  parseScope,
  scopeMatches,
  type Target,
} from '@rumbo/contract/access'
import { matchedField } from '@rumbo/contract/fold-text'
import type { TreeKind, TreeNode, TreeSearchField } from '@rumbo/contract/organisation.tree.contract'
import {
  type AssignmentRole,
  type HeldAssignment,
  scopesOf,
  type WatchedVehicle,
} from '../organisation.rules.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const parents = ['company', 'fleet', 'vehicles', 'drivers', 'users'] as const
export type ParentKind = (typeof parents)[number]

/** Parses a node's key; null if such a node has no children. */
export function parseKey(key: string): { kind: ParentKind; id: string } | null {
  const [word, id = '', ...rest] = key.split(':')
  const kind = parents.find((name) => name === word)
  return kind && rest.length === 0 && uuid.test(id) ? { kind, id } : null
}

const emptyNode = {
  fleetId: null,
  detail: null,
  status: null,
  tier: null,
  verified: null,
  role: null,
  level: null,
  counts: null,
  childCount: 0,
}

export const companyNode = (
  company: Pick<TreeNode, 'id' | 'name' | 'status' | 'tier' | 'verified' | 'counts' | 'childCount'> & {
    city: string | null
  },
): TreeNode => {
  const { city, ...node } = company
  return {
    ...emptyNode,
    ...node,
    key: `company:${company.id}`,
    parentKey: null,
    kind: 'company',
    companyId: company.id,
    detail: city,
  }
}

export const fleetNode = (
  fleet: Pick<TreeNode, 'id' | 'name' | 'companyId' | 'counts' | 'childCount'> & {
    manager: string | null
    isActive: boolean
  },
): TreeNode => {
  const { manager, isActive, ...node } = fleet
  return {
    ...emptyNode,
    ...node,
    key: `fleet:${fleet.id}`,
    parentKey: `company:${fleet.companyId}`,
    kind: 'fleet',
    fleetId: fleet.id,
    detail: manager,
    status: isActive ? 'active' : 'inactive',
  }
}

/** A group has no name: the browser shows a text for its kind. */
export const groupNode = (
  kind: 'vehicles' | 'drivers' | 'users',
  { companyId, fleetId }: { companyId: string; fleetId: string | null },
  childCount: number,
): TreeNode => ({
  ...emptyNode,
  key: `${kind}:${fleetId ?? companyId}`,
  parentKey: fleetId ? `fleet:${fleetId}` : `company:${companyId}`,
  kind,
  id: fleetId ?? companyId,
  companyId,
  fleetId,
  name: '',
  childCount,
})

export const vehicleNode = (vehicle: {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  plateNumber: string
  status: string
}): TreeNode => ({
  ...emptyNode,
  key: `vehicle:${vehicle.id}`,
  parentKey: `vehicles:${vehicle.fleetId}`,
  kind: 'vehicle',
  id: vehicle.id,
  companyId: vehicle.companyId,
  fleetId: vehicle.fleetId,
  name: vehicle.vehicleNumber,
  detail: vehicle.plateNumber,
  status: vehicle.status,
})

export interface TreePerson {
  id: string
  companyId: string
  fleetId: string | null
  displayName: string
  username: string
  level: Level
  status: string
  role: AssignmentRole | null
  isDriver: boolean
}
export const personNode = (person: TreePerson): TreeNode => {
  const kind: TreeKind = person.isDriver ? 'driver' : 'user'
  const place = person.fleetId ?? person.companyId
  return {
    ...emptyNode,
    key: `${kind}:${person.id}:${place}`,
    parentKey: `${kind}s:${place}`,
    kind,
    id: person.id,
    companyId: person.companyId,
    fleetId: person.fleetId,
    name: person.displayName,
    detail: person.username,
    status: person.status,
    role: person.role,
    level: person.level,
  }
}

/** Parents before children, in the order given among siblings. */
export function parentsFirst(nodes: readonly TreeNode[]): TreeNode[] {
  const children = new Map<string | null, TreeNode[]>()
  for (const node of nodes) {
    const siblings = children.get(node.parentKey)
    if (siblings) siblings.push(node)
    else children.set(node.parentKey, [node])
  }
  const below = (key: string | null): TreeNode[] =>
    (children.get(key) ?? []).flatMap((node) => [node, ...below(node.key)])
  return below(null)
}

/** A user with what grants their access: live, active assignments, or the vehicle a guest watches. */
export interface Grantee {
  level: Level
  held: readonly HeldAssignment[]
  watched: WatchedVehicle | null
}
export interface GranteeAccess {
  mayManage: boolean
  mayCommand: boolean
  grantedBy: AccessScope
  role: AssignmentRole | null
}

/** A company or fleet is visible to everyone who can see something in it. */
function reaches(granted: AccessScope, target: Target): boolean {
  if (scopeMatches(granted, target, 'read')) return true
  const parts = parseScope(granted.scope)
  if (!parts || target.vehicleId) return false
  return parts.company === target.companyId && (!target.fleetId || parts.fleet === target.fleetId)
}

/** What the user may do with a company, fleet or vehicle, and the scope that grants the most; null if nothing. */
export function reachOf({ level, held, watched }: Grantee, target: Target): GranteeAccess | null {
  const scopes = scopesOf(level, held, watched)
  const reaching = scopes.filter((granted) => reaches(granted, target))
  const managing = reaching.find((granted) => scopeMatches(granted, target, 'manage'))
  const grantedBy = managing ?? reaching.find((granted) => granted.type === 'manage') ?? reaching[0]
  if (!grantedBy) return null
  const granting = held.find(
    (assignment) => scopesOf(level, [assignment], null)[0]?.scope === grantedBy.scope,
  )
  return {
    mayManage: managing !== undefined,
    mayCommand: can({ level, scopes }, 'commands.ordinary', target),
    grantedBy,
    role: granting?.role ?? null,
  }
}

interface Searched {
  companies: readonly { id: string; name: string; legalName: string | null; taxId: string | null }[]
  vehicles: readonly (Parameters<typeof vehicleNode>[0] & {
    model: string
    vin: string | null
    imei: string | null
  })[]
  people: readonly (TreePerson & { email: string; phone: string | null })[]
}

/** For each match by something its node does not show, the field and its value. */
export function reasonsOf(
  search: string,
  { companies, vehicles, people }: Searched,
): { key: string; field: TreeSearchField; value: string }[] {
  const reason = (
    key: string,
    shown: string,
    fields: readonly { field: TreeSearchField; value: string | null }[],
  ) => {
    const found = matchedField(search, shown, fields)
    return found ? [{ key, ...found }] : []
  }
  return [
    ...companies.flatMap(({ id, name, legalName, taxId }) =>
      reason(`company:${id}`, name, [
        { field: 'taxId', value: taxId },
        { field: 'legalName', value: legalName },
      ]),
    ),
    ...vehicles.flatMap((vehicle) =>
      reason(vehicleNode(vehicle).key, `${vehicle.vehicleNumber} ${vehicle.plateNumber}`, [
        { field: 'model', value: vehicle.model },
        { field: 'imei', value: vehicle.imei },
        { field: 'vin', value: vehicle.vin },
      ]),
    ),
    ...people.flatMap((person) =>
      reason(personNode(person).key, `${person.displayName} ${person.username}`, [
        { field: 'phone', value: person.phone },
        { field: 'email', value: person.email },
      ]),
    ),
  ]
}
