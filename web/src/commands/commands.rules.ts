/** Which commands can be sent to a vehicle, why not, and the state of a sent one. Pure. */
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

/** The sixteen types in the groups of the tab. */
export const commandGroups = [
  { key: 'queries', types: ['status_query', 'gps_position', 'request_location'] },
  { key: 'tracking', types: ['set_speed_limit', 'alarm_reset', 'activate_alarm', 'deactivate_alarm'] },
  { key: 'engineAndDoors', types: ['stop_engine', 'resume_engine', 'lock_doors', 'unlock_doors'] },
  {
    key: 'device',
    types: ['time_sync', 'update_apn', 'update_server', 'firmware_update', 'factory_reset'],
  },
] as const satisfies readonly { key: string; types: readonly CommandType[] }[]

/** Commands that may impair the device or the vehicle: their dialog shows a warning. */
const grave: readonly CommandType[] = [
  'update_apn',
  'update_server',
  'factory_reset',
  'firmware_update',
  'unlock_doors',
]
export const isGrave = (type: CommandType): boolean => grave.includes(type)

export type CommandLock = 'noDevice' | 'level' | 'unsupported' | 'claimed'

/** Why the user cannot send a type to this vehicle; null if possible. Stop engine explains it in its own dialog. */
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

/** The types of a group by the reason that locks them, so that each reason is shown once. */
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
/** The command has a final status. */
const isSettled = (status: CommandStatus): boolean => settled.includes(status)

/** Seconds until an unsent command expires; null for a sent or ended one. */
export function secondsLeft({ status, expiresAt }: Pick<GpsCommand, 'status' | 'expiresAt'>, nowMs: number) {
  if (status !== 'queued') return null
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000))
}

type OutcomeKey = Extract<TextKey, `commands.error.${string}` | `commands.outcome.${string}`>

/** A note on a command that was not simply delivered; null if the status is sufficient. */
export function outcomeOf({
  status,
  errorMessage,
}: Pick<GpsCommand, 'status' | 'errorMessage'>): OutcomeKey | null {
  if (errorMessage !== null) return `commands.error.${errorMessage}`
  if (status === 'expired') return 'commands.outcome.expired'
  return status === 'sent' ? 'commands.outcome.sent' : null
}

/** Why Cancel is unavailable; null if it is available. */
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
 * Why the engine must not be stopped now: the server's last answer, and the live speed.
 * @param liveSpeedKmh from the live stream; undefined if the vehicle is not in it
 */
export function stopObstacleNow(
  { obstacle }: Pick<CommandOptions['stopEngine'], 'obstacle'>,
  liveSpeedKmh: number | null | undefined,
): StopObstacle | null {
  if (obstacle === 'no_recent_fix' || obstacle === 'device_claimed') return obstacle
  if (typeof liveSpeedKmh === 'number' && liveSpeedKmh > stopEngineRule.maxSpeedKmh) return 'vehicle_too_fast'
  return obstacle
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** Whether the typed number matches: ignores letter case and spaces at the ends, as the server does. */
export const isConfirmed = (typed: string, vehicleNumber: string): boolean =>
  fold(typed) === fold(vehicleNumber)
