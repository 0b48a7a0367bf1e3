import type {
  CommandError,
  CommandStatus,
  CommandType,
} from '@rumbo/contract/commands.device-command.contract'
import { buildCommand } from '@rumbo/server/commands/commands.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { hoursAgo } from './fill-people.ts'

interface PastCommand {
  hours: number
  /** Index of the vehicle in the order of the demo's fleets. */
  vehicle: number
  type: CommandType
  status: CommandStatus
  by: 'despacho' | 'gerente' | 'admin'
  reason?: string
  parameters?: Record<string, string | number>
  error?: CommandError
  answer?: string
}

const past: readonly PastCommand[] = [
  {
    hours: 148,
    vehicle: 0,
    type: 'time_sync',
    status: 'delivered',
    by: 'gerente',
    answer: 'OK!',
  },
  {
    hours: 121,
    vehicle: 2,
    type: 'set_speed_limit',
    status: 'delivered',
    by: 'gerente',
    parameters: { speedKmh: 80 },
    answer: 'setparam 11104:80 OK',
  },
  {
    hours: 98,
    vehicle: 3,
    type: 'stop_engine',
    status: 'delivered',
    by: 'admin',
    reason: 'Reporte de robo, folio 4471',
    answer: 'Cut off the fuel supply: Success!',
  },
  {
    hours: 97.5,
    vehicle: 3,
    type: 'resume_engine',
    status: 'delivered',
    by: 'admin',
    reason: 'Unidad recuperada',
    answer: 'Restore fuel supply: Success!',
  },
  { hours: 74, vehicle: 1, type: 'lock_doors', status: 'failed', by: 'gerente', error: 'unsupported' },
  { hours: 73, vehicle: 24, type: 'gps_position', status: 'delivered', by: 'despacho', answer: 'OK!' },
  { hours: 52, vehicle: 8, type: 'request_location', status: 'sent', by: 'despacho' },
  { hours: 51, vehicle: 30, type: 'status_query', status: 'expired', by: 'despacho' },
  {
    hours: 49,
    vehicle: 12,
    type: 'update_apn',
    status: 'failed',
    by: 'admin',
    parameters: { apn: 'internet.itelcel.com' },
    error: 'delivery_unknown',
  },
  { hours: 28, vehicle: 36, type: 'activate_alarm', status: 'cancelled', by: 'gerente' },
  {
    hours: 26,
    vehicle: 15,
    type: 'stop_engine',
    status: 'failed',
    by: 'gerente',
    reason: 'El conductor no responde',
    error: 'vehicle_too_fast',
  },
  { hours: 9, vehicle: 6, type: 'status_query', status: 'delivered', by: 'despacho', answer: 'Battery:96%' },
  { hours: 5, vehicle: 42, type: 'gps_position', status: 'expired', by: 'despacho' },
  { hours: 3, vehicle: 18, type: 'status_query', status: 'delivered', by: 'despacho', answer: 'Battery:98%' },
  { hours: 2, vehicle: 13, type: 'gps_position', status: 'sent', by: 'despacho' },
]

const names = { despacho: 'Ana Guerrero', gerente: 'Tomás Aguilar', admin: 'Mariana Ríos' } as const

/** Writes commands of the past days, with every outcome a command can have. */
export async function fillCommands(
  tx: Transaction,
  companyId: string,
  vehicles: readonly { vehicleId: string; fleetId: string; deviceIdentifier: string }[],
  users: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { hours, vehicle, by, type, status, error, answer, ...rest } of past) {
    const place = vehicles[vehicle]
    if (!place) continue
    const then = hoursAgo(tx, hours)
    const wasSent = status === 'sent' || status === 'delivered' || error === 'delivery_unknown'
    const sentAt = new Date(then.now.getTime() + 1_400)
    const { id } = await buildCommand(then, {
      companyId,
      ...place,
      type,
      status,
      createdById: users.get(by) ?? null,
      reason: rest.reason ?? null,
      parameters: rest.parameters ?? {},
      errorMessage: error,
      sentAt: wasSent ? sentAt : undefined,
    })
    await tx.sql(
      `update commands.commands set created_by = $2, response_payload = $3, delivered_at = $4, cancelled_by = $5,
         updated_at = coalesce($4, sent_at, created_at) where id = $1`,
      [
        id,
        names[by],
        answer ?? null,
        status === 'delivered' ? new Date(sentAt.getTime() + 2_100) : null,
        status === 'cancelled' ? names[by] : null,
      ],
    )
  }
}
