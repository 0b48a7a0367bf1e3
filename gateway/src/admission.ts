import type { GatewayLimits } from './gateway.options.ts'

/** Counts connections, in all and by address, against the limits. */
export interface Admission {
  /** False when a limit is reached; then `leave` must not be called. */
  enter(address: string): boolean
  leave(address: string): void
  open(): number
}

export function createAdmission(limits: GatewayLimits): Admission {
  const openOfAddress = new Map<string, number>()
  let open = 0
  return {
    enter(address) {
      const ofAddress = openOfAddress.get(address) ?? 0
      if (open >= limits.maxConnections || ofAddress >= limits.maxConnectionsPerAddress) return false
      open++
      openOfAddress.set(address, ofAddress + 1)
      return true
    },
    leave(address) {
      const ofAddress = openOfAddress.get(address) ?? 0
      open--
      if (ofAddress <= 1) openOfAddress.delete(address)
      else openOfAddress.set(address, ofAddress - 1)
    },
    open: () => open,
  }
}
