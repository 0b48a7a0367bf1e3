import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { tiers } from './features.ts'
import { accessScope } from './identity.contract.ts'
import { anyOf, id } from './lists.ts'
import { assignmentRoles } from './organisation.assignments.contract.ts'

/** Companies hold fleets and company-wide users; a fleet holds a group each of vehicles, drivers and users. */
export const treeKinds = [
  'company',
  'fleet',
  'vehicles',
  'drivers',
  'users',
  'vehicle',
  'driver',
  'user',
] as const
export type TreeKind = (typeof treeKinds)[number]

/** `key` is unique in the tree: `company:<id>`, `fleet:<id>`, `vehicles:<fleet id>`, `user:<id>:<fleet or company id>`. */
export const treeNode = z.object({
  key: z.string(),
  parentKey: z.string().nullable(),
  kind: z.enum(treeKinds),
  /** Of the record; of the fleet (or company) for a group. */
  id,
  companyId: id,
  fleetId: id.nullable(),
  name: z.string(),
  /** A second line: plate, role, city. */
  detail: z.string().nullable(),
  /** The record's own status word; null for groups. */
  status: z.string().nullable(),
  tier: z.enum(tiers).nullable(),
  verified: z.boolean().nullable(),
  role: z.enum(assignmentRoles).nullable(),
  level: z.enum(levels).nullable(),
  counts: z
    .object({
      fleets: z.number().int(),
      vehicles: z.number().int(),
      drivers: z.number().int(),
      users: z.number().int(),
    })
    .nullable(),
  childCount: z.number().int(),
})
export type TreeNode = z.infer<typeof treeNode>

export const treeChildren = endpoint({
  name: 'tree.children',
  method: 'GET',
  path: '/company-tree/nodes',
  summary: 'Children of a node, a part at a time; without a parent the companies',
  access: 'companies.read',
  feature: { name: 'company_tree', of: 'reach' },
  query: z.strictObject({
    parent: z.string().max(120).optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    size: z.coerce.number().int().min(1).max(500).default(200),
  }),
  output: z.object({ items: z.array(treeNode), total: z.number().int() }),
  problems: ['not_found'],
})
export const treeChips = [
  'suspended',
  'unverified',
  'no_manager',
  'empty_fleet',
  'users_without_access',
] as const
/** Fields that the search reads and a node does not show. */
export const treeSearchFields = ['legalName', 'taxId', 'model', 'vin', 'imei', 'email', 'phone'] as const
export type TreeSearchField = (typeof treeSearchFields)[number]
export const searchTree = endpoint({
  name: 'tree.search',
  method: 'GET',
  path: '/company-tree/search',
  summary: 'Nodes that match, with their ancestors; parents come before children',
  access: 'companies.read',
  feature: { name: 'company_tree', of: 'reach' },
  query: z.strictObject({
    search: z.string().trim().max(100).default(''),
    chip: anyOf(z.enum(treeChips)),
  }),
  output: z.object({
    items: z.array(treeNode),
    /** Keys of the nodes that match themselves. */
    matches: z.array(z.string()),
    /** For matches by something the tree does not show: the field and its value. */
    reasons: z.array(z.object({ key: z.string(), field: z.enum(treeSearchFields), value: z.string() })),
    /** More matched than are shown. */
    isCut: z.boolean(),
  }),
})

/** Somebody's reach to one record, and what grants it. */
export const reach = z.object({
  userId: id,
  displayName: z.string(),
  level: z.enum(levels),
  role: z.enum(assignmentRoles).nullable(),
  mayManage: z.boolean(),
  mayCommand: z.boolean(),
  grantedBy: accessScope,
})
export type Reach = z.infer<typeof reach>
export const whoMayReach = endpoint({
  name: 'tree.whoMayReach',
  method: 'GET',
  path: '/company-tree/access',
  summary: 'Who may see, manage and command a company, a fleet or a vehicle, and by which scope',
  access: 'users.read',
  feature: { name: 'company_tree', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject({ companyId: id, fleetId: id.optional(), vehicleId: id.optional() }),
  output: z.object({
    items: z.array(reach),
    /** Super admins reach everything; they are counted, not named, for anybody else. */
    superAdmins: z.number().int(),
  }),
  problems: ['not_found'],
})

const move = {
  kind: z.enum(['vehicle', 'user']),
  id,
  /** A user: the fleet whose assignment moves. A vehicle: where given, the move is refused unless it is there. */
  fromFleetId: id.optional(),
  toFleetId: id,
}
const person = z.object({ userId: id, displayName: z.string(), role: z.enum(assignmentRoles).nullable() })
export const moveConsequences = z.object({
  fromFleetName: z.string(),
  toFleetName: z.string(),
  /** Moving a vehicle: people who will see it, and who no longer will. */
  gaining: z.array(person),
  losing: z.array(person),
  /** Moving a user: vehicles the user will see, and no longer will. */
  vehiclesGained: z.number().int(),
  vehiclesLost: z.number().int(),
  openServices: z.number().int(),
  /** Why it cannot be moved now; a problem code. */
  obstacle: z.string().nullable(),
})
export const previewMove = endpoint({
  name: 'tree.previewMove',
  worksWhenFull: true,
  method: 'POST',
  path: '/company-tree/move-preview',
  summary: 'Who gains and who loses access if a vehicle or a user moves to another fleet of the company',
  access: 'users.edit',
  feature: {
    name: 'company_tree',
    of: [
      { in: 'body', fleet: 'fromFleetId' },
      { in: 'body', fleet: 'toFleetId' },
    ],
  },
  body: z.strictObject(move),
  output: moveConsequences,
  problems: ['vehicle_not_found', 'user_not_found', 'fleet_denied', 'moved_meanwhile'],
})
export const moveNode = endpoint({
  name: 'tree.move',
  method: 'POST',
  path: '/company-tree/move',
  summary: 'Move a vehicle or a user to another fleet of the company',
  access: 'users.edit',
  feature: {
    name: 'company_tree',
    of: [
      { in: 'body', fleet: 'fromFleetId' },
      { in: 'body', fleet: 'toFleetId' },
    ],
  },
  body: z.strictObject(move),
  output: moveConsequences,
  problems: [
    'vehicle_not_found',
    'user_not_found',
    'fleet_denied',
    'vehicle_at_work',
    'assignment_exists',
    'moved_meanwhile',
  ],
})
