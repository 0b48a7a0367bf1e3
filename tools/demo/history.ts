import { translate } from '@rumbo/i18n'
import { hashToken, newRefreshToken } from '@rumbo/server/identity/identity.keys'
import { insertInvitation } from '@rumbo/server/identity/invitations/identity.invitations.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'
import { addDelivery, fillDeliveries } from './deliveries.ts'
import { hoursAgo } from './fill-people.ts'

export interface Scene {
  companyId: string
  companyName: string
  /** Ids by name. */
  fleets: ReadonlyMap<string, string>
  /** Ids by username, of the logins and the colleagues. */
  users: ReadonlyMap<string, string>
  /** First part of the links in mails. */
  publicUrl: string
}

const sofia = { username: 'super', name: 'Sofía Ibarra', address: '203.0.113.2' }
const mariana = { username: 'admin', name: 'Mariana Ríos', address: '203.0.113.3' }
const tomas = { username: 'gerente', name: 'Tomás Aguilar', address: '203.0.113.4' }
const ana = { username: 'despacho', name: 'Ana Guerrero', address: '203.0.113.5' }
const marcela = { username: 'marcela_tovar', name: 'Marcela Tovar Rangel', address: '203.0.113.10' }

type Author = typeof sofia
type Changes = Record<string, readonly [unknown, unknown]>
type Event = readonly [hoursAgo: number, by: Author, action: string, of: string, changes?: Changes]

/** `of` is `kind:key`; the key is a username, a fleet's name or the company. */
const events: readonly Event[] = [
  [
    236,
    sofia,
    'company.changed',
    'company:',
    { verified: [false, true], tier: ['professional', 'enterprise'] },
  ],
  [212, mariana, 'company.changed', 'company:', { phone: ['+52 55 5208 4000', '+52 55 5208 4400'] }],
  [
    190,
    mariana,
    'fleet.configured',
    'fleet:Servicios Especiales',
    { directory: [true, false], commands: [true, false] },
  ],
  [188, mariana, 'fleet.changed', 'fleet:Centro', { managerId: ['Tomás Aguilar', 'Hugo Barrera Luna'] }],
  [166, mariana, 'user.level_changed', 'user:silvia_arce', { level: ['user', 'manager'] }],
  [
    165,
    mariana,
    'user.assigned',
    'user:silvia_arce',
    { role: [null, 'fleet_manager'], fleet: [null, 'Servicios Especiales'] },
  ],
  [141, marcela, 'user.two_factor_enabled', 'user:marcela_tovar'],
  [120, tomas, 'user.changed', 'user:beto_lugo', { displayName: [null, 'Beto Lugo'] }],
  [
    118,
    tomas,
    'fleet.changed',
    'fleet:Reparto Norte',
    { description: [null, 'Reparto a comercios del norte'] },
  ],
  [96, mariana, 'user.deactivated', 'user:paula_zamora', { status: ['active', 'inactive'] }],
  [95, mariana, 'user.changed', 'user:paula_zamora', { notes: [null, 'De licencia hasta enero.'] }],
  [
    73,
    marcela,
    'user.assigned',
    'user:nadia_fuentes',
    { role: [null, 'dispatcher'], fleet: [null, 'Paquetería Sur'] },
  ],
  [71, tomas, 'user.password_set', 'user:efren_castro'],
  [52, tomas, 'user.sessions_ended', 'user:leticia_vera', { sessions: [2, 0] }],
  [50, mariana, 'user.changed', 'user:vera_lindahl', { language: ['es', 'en'] }],
  [30, mariana, 'fleet.changed', 'fleet:Paquetería Sur', { managerId: [null, 'Silvia Arce Nieto'] }],
  [26, tomas, 'user.changed', 'user:ernesto_galvez', { phone: ['+52 55 4012 0023', '+52 55 4012 1123'] }],
  [
    24,
    { ...ana, username: 'karla_bustos', name: 'Karla Bustos Reyna', address: '198.51.100.20' },
    'user.registered',
    'user:karla_bustos',
  ],
  // Working days begin with signing in.
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((days) =>
    [mariana, tomas, ana, marcela].map(
      (author, index): Event => [days * 24 + 1 - index * 0.3, author, 'session.started', 'session:'],
    ),
  ),
]

/** Writes the audit entries, invitations and deliveries of past days. */
export async function fillHistory(tx: Transaction, scene: Scene): Promise<void> {
  await fillAudit(tx, scene)
  await fillInvitations(tx, scene)
  await fillDeliveries(tx, scene.publicUrl)
}

async function fillAudit(tx: Transaction, { companyId, companyName, fleets, users }: Scene): Promise<void> {
  const named = await tx.sql<{ id: string; display_name: string }>(
    'select id, display_name from identity.people',
  )
  const names = new Map(named.map(({ id, display_name: name }) => [id, name]))
  const rows = events.map(([hours, author, action, of, changes = {}]) => {
    const [entity = '', key = ''] = of.split(':')
    const fleetId = entity === 'fleet' ? fleets.get(key) : null
    const userId = entity === 'user' ? users.get(key) : null
    const name =
      entity === 'company' ? companyName : entity === 'fleet' ? key : (names.get(userId ?? '') ?? null)
    return {
      id: uuid(),
      at: hoursAgo(tx, hours).now,
      actor_id: users.get(author.username) ?? null,
      actor_name: author.name,
      address: author.address,
      company_id: companyId,
      fleet_id: fleetId ?? null,
      action,
      entity,
      entity_name: name,
      changes,
      entity_id: entity === 'company' ? companyId : (fleetId ?? userId ?? uuid()),
    }
  })
  await tx.sql(
    `insert into platform.audit_entries (id, at, actor_id, actor_name, address, company_id, fleet_id, action, entity,
       entity_id, entity_name, changes)
     select * from json_to_recordset($1::json) as given (id uuid, at timestamptz, actor_id uuid, actor_name text,
       address text, company_id uuid, fleet_id uuid, action text, entity text, entity_id uuid, entity_name text,
       changes jsonb)`,
    [JSON.stringify(rows)],
  )
}

const invited = [
  { email: 'ximena.bolanos@correo.example', role: 'dispatcher', fleet: 'Centro', hours: 20 },
  { email: 'gustavo.meade@correo.example', role: 'primary_driver', fleet: 'Reparto Norte', hours: 70 },
  { email: 'sara.whitfield@correo.example', role: 'fleet_viewer', fleet: 'Lanzadera Aeropuerto', hours: 220 },
] as const
const openDays = 7

/** Two pending invitations and an expired one; each with its mail, whose link works. */
async function fillInvitations(tx: Transaction, scene: Scene): Promise<void> {
  const invitedBy = scene.users.get(mariana.username)
  if (!invitedBy) throw new Error('The demo has no user to send invitations.')
  for (const { email, role, fleet, hours } of invited) {
    const then = hoursAgo(tx, hours)
    const token = newRefreshToken()
    const language = email.startsWith('sara') ? 'en' : 'es'
    await insertInvitation(then, {
      id: uuid(),
      email,
      role,
      language,
      level: 'user',
      company_id: scene.companyId,
      fleet_id: scene.fleets.get(fleet) ?? null,
      invited_by: invitedBy,
      invited_by_name: mariana.name,
      created_at: then.now,
      expires_at: hoursAgo(then, -openDays * 24).now,
      token_hash: hashToken(token),
    })
    const link = `${scene.publicUrl}/auth/invitation/${token}`
    const words = { person: mariana.name, company: scene.companyName, link, days: openDays }
    await addDelivery(tx, {
      ...{ hours, kind: 'invitation', recipient: email, language },
      subject: translate(language, 'mails.invitationSubject', words),
      body: translate(language, 'mails.invitationBody', words),
    })
  }
}
