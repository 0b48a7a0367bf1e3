/** What can be sent to a vehicle and why not, and what has become of a command. Pure. */
import type { commandOptions, GpsCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandStatus,
  type CommandType,
  isRestrictedCommand,
  stopEngineRule,
} from '@rumbo/contract/commands.device-command.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { TextKey } from '@rumbo/i18n/keys'
import type { StatusToken } from '../ui/theme/tokens.ts'

export type CommandOptions = OutputOf<typeof commandOptions>
export type CommandOption = CommandOptions['types'][number]
export type StopObstacle = NonNullable<CommandOptions['stopEngine']['obstacle']>

/** The sixteen types as the tab shows them. */
export const commandGroups = [
  { key: 'queries', types: ['status_query', 'gps_position', 'request_location'] },
  { key: 'tracking', types: ['set_speed_limit', 'alarm_reset', 'activate_alarm', 'deactivate_alarm'] },
  { key: 'engineAndDoors', types: ['stop_engine', 'resume_engine', 'lock_doors', 'unlock_doors'] },
  {
    key: 'device',
    types: ['time_sync', 'update_apn', 'update_server', 'firmware_update', 'factory_reset'],
  },
] as const satisfies readonly { key: string; types: readonly CommandType[] }[]

/** Commands after which the device or the vehicle may be worse off: their dialog warns. */
const grave: readonly CommandType[] = [
  'update_apn',
  'update_server',
  'factory_reset',
  'firmware_update',
  'unlock_doors',
]
export const isGrave = (type: CommandType): boolean => grave.includes(type)

export type CommandLock = 'noDevice' | 'level' | 'unsupported' | 'claimed'

/** Why a type cannot be sent to this vehicle by this person; null where it can. Stop engine has a dialog to say why. */
export function lockOf(
  option: CommandOption | undefined,
  { hasDevice, isClaimed }: Pick<CommandOptions, 'hasDevice' | 'isClaimed'>,
): CommandLock | null {
  if (!hasDevice) return 'noDevice'
  if (option === undefined || !option.isSupported)
    return option?.isAllowed === false ? 'level' : 'unsupported'
  if (!option.isAllowed) return 'level'
  const { type } = option
  return isClaimed && type !== 'stop_engine' && isRestrictedCommand(type) ? 'claimed' : null
}

/** The types of a group by what locks them: each reason is said once. */
export function locksOf(
  types: readonly CommandType[],
  { types: options, ...device }: Pick<CommandOptions, 'types' | 'hasDevice' | 'isClaimed'>,
): { lock: CommandLock; types: CommandType[] }[] {
  const found = new Map<CommandLock, CommandType[]>()
  for (const type of types) {
    const lock = lockOf(
      options.find((option) => option.type === type),
      device,
    )
    if (lock !== null) found.set(lock, [...(found.get(lock) ?? []), type])
  }
  return [...found].map(([lock, locked]) => ({ lock, types: locked }))
}

export const statusColours = {
  queued: 'alarmed',
  sending: 'en_route',
  sent: 'occupied',
  delivered: 'active',
  failed: 'critical',
  expired: 'maintenance',
  cancelled: 'inactive',
} as const satisfies Record<CommandStatus, StatusToken>

const settled: readonly CommandStatus[] = ['delivered', 'failed', 'expired', 'cancelled']
/** Nothing more will come of it. */
const isSettled = (status: CommandStatus): boolean => settled.includes(status)

/** Seconds until an unsent command expires; null for one that was sent or has ended. */
export function secondsLeft({ status, expiresAt }: Pick<GpsCommand, 'status' | 'expiresAt'>, nowMs: number) {
  if (status !== 'queued') return null
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000))
}

type OutcomeKey = Extract<TextKey, `commands.error.${string}` | `commands.outcome.${string}`>

/** What to say of a command that is not simply delivered; null where the status says it all. */
export function outcomeOf({
  status,
  errorMessage,
}: Pick<GpsCommand, 'status' | 'errorMessage'>): OutcomeKey | null {
  if (errorMessage !== null) return `commands.error.${errorMessage}`
  if (status === 'expired') return 'commands.outcome.expired'
  return status === 'sent' ? 'commands.outcome.sent' : null
}

/** Why Cancel is not offered; null where it is. */
export function cancelLockOf({
  status,
  canCancel,
}: Pick<GpsCommand, 'status' | 'canCancel'>): Extract<
  TextKey,
  'commands.cannotCancel.settled' | 'problems.command_already_sent' | 'problems.command_level'
> | null {
  if (canCancel) return null
  if (isSettled(status)) return 'commands.cannotCancel.settled'
  return status === 'queued' ? 'problems.command_level' : 'problems.command_already_sent'
}

/**
 * Why the engine must not be stopped now: what the server last said, and the speed seen since.
 * @param liveSpeedKmh of the live stream; undefined where the vehicle is not in it
 */
export function stopObstacleNow(
  { obstacle }: Pick<CommandOptions['stopEngine'], 'obstacle'>,
  liveSpeedKmh: number | null | undefined,
): StopObstacle | null {
  if (obstacle === 'no_recent_fix' || obstacle === 'device_claimed') return obstacle
  if (typeof liveSpeedKmh === 'number' && liveSpeedKmh > stopEngineRule.mostSpeedKmh)
    return 'vehicle_too_fast'
  return obstacle
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** Typed by hand: letter case and spaces at the ends do not matter, as on the server. */
export const isConfirmed = (typed: string, vehicleNumber: string): boolean =>
  fold(typed) === fold(vehicleNumber)
