import { BlockList, isIP } from 'node:net'
import type { RefusalReason } from './gateway.counters.ts'
import type { GatewayLimits } from './gateway.options.ts'

/** Limits connections, in total and by address. */
export interface Admission {
  /** Null: accepted. With a reason, `leave` must not be called. */
  enter(address: string): RefusalReason | null
  leave(address: string): void
  open(): number
}

export function createAdmission(
  limits: Pick<GatewayLimits, 'maxConnections' | 'maxConnectionsPerAddress'>,
): Admission {
  const openOfAddress = new Map<string, number>()
  let open = 0
  return {
    enter(address) {
      if (open >= limits.maxConnections) return 'connection_limit'
      const ofAddress = openOfAddress.get(address) ?? 0
      if (ofAddress >= limits.maxConnectionsPerAddress && !isOwn(address)) return 'address_limit'
      open++
      openOfAddress.set(address, ofAddress + 1)
      return null
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

const isOwn = (address: string) =>
  address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')

/** Returns a check whether an address is within the ranges, such as 10.0.0.0/8. Default: every address is. */
export function createAddressCheck(ranges: readonly string[] | undefined): (address: string) => boolean {
  if (!ranges) return () => true
  const allowed = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) allowed.addAddress(network, family)
    else allowed.addSubnet(network, Number(prefix), family)
  }
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address
    const family = isIP(plain)
    return family !== 0 && allowed.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}
