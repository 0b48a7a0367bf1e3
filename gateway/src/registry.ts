import type { DeviceConnection } from './connection.ts'
import type {
  DeviceConnectionNews,
  DeviceSuspicion,
  GatewayCounters,
  GatewayLimits,
} from './gateway.options.ts'

const hourMilliseconds = 3_600_000

/** Which connection speaks for which device. */
export interface DeviceRegistry {
  /** Takes over from an older connection of the same device; false when that happened too often. */
  logIn(connection: DeviceConnection, deviceIdentifier: string, nowMilliseconds: number): boolean
  leave(connection: DeviceConnection): void
  find(deviceIdentifier: string): DeviceConnection | undefined
  size(): number
  /** Forgets takeovers older than an hour. */
  sweep(nowMilliseconds: number): void
}

export interface RegistrySurroundings {
  limits: GatewayLimits
  counters: GatewayCounters
  onSuspicion?: ((suspicion: DeviceSuspicion) => void) | undefined
  onDeviceConnection?: ((news: DeviceConnectionNews) => void) | undefined
}

export function createDeviceRegistry(surroundings: RegistrySurroundings): DeviceRegistry {
  const { limits, counters } = surroundings
  const connectionOf = new Map<string, DeviceConnection>()
  /** A connection may log in again, under another identifier too. */
  const identifierOf = new Map<DeviceConnection, string>()
  const takeoversOf = new Map<string, number[]>()

  return {
    logIn(connection, deviceIdentifier, nowMilliseconds) {
      const older = connectionOf.get(deviceIdentifier)
      if (older === connection) return true
      if (older && !mayTakeOver(older, connection, deviceIdentifier, nowMilliseconds)) return false
      leave(connection)
      connectionOf.set(deviceIdentifier, connection)
      identifierOf.set(connection, deviceIdentifier)
      if (older) {
        identifierOf.delete(older)
        older.drop('taken_over')
      }
      tell(connection, deviceIdentifier, true)
      return true
    },
    leave,
    find: (deviceIdentifier) => connectionOf.get(deviceIdentifier),
    size: () => connectionOf.size,
    sweep(nowMilliseconds) {
      for (const [deviceIdentifier, times] of takeoversOf) {
        const recent = times.filter((time) => time > nowMilliseconds - hourMilliseconds)
        if (recent.length === 0) takeoversOf.delete(deviceIdentifier)
        else if (recent.length < times.length) takeoversOf.set(deviceIdentifier, recent)
      }
    },
  }

  function leave(connection: DeviceConnection): void {
    const deviceIdentifier = identifierOf.get(connection)
    if (deviceIdentifier === undefined) return
    identifierOf.delete(connection)
    connectionOf.delete(deviceIdentifier)
    tell(connection, deviceIdentifier, false)
  }

  function mayTakeOver(
    older: DeviceConnection,
    newer: DeviceConnection,
    deviceIdentifier: string,
    nowMilliseconds: number,
  ): boolean {
    counters.takeovers++
    if (nowMilliseconds - older.lastHeardAt >= limits.quietSeconds * 1000) return true
    const times = (takeoversOf.get(deviceIdentifier) ?? []).filter(
      (time) => time > nowMilliseconds - hourMilliseconds,
    )
    if (times.length < limits.maxTakeoversPerHour) {
      takeoversOf.set(deviceIdentifier, [...times, nowMilliseconds])
      return true
    }
    counters.suspicions++
    surroundings.onSuspicion?.({
      kind: 'takeovers',
      protocol: newer.protocol,
      deviceIdentifier,
      remoteAddress: newer.remoteAddress,
      takeovers: times.length,
    })
    return false
  }

  function tell(connection: DeviceConnection, deviceIdentifier: string, isConnected: boolean): void {
    const { protocol, remoteAddress } = connection
    surroundings.onDeviceConnection?.({ protocol, deviceIdentifier, remoteAddress, isConnected })
  }
}
