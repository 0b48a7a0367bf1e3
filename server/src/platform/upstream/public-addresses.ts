import { BlockList, isIP } from 'node:net'

/** Networks that are not on the public internet (RFC 6890 and its successors), or that lead into it by another way. */
const deniedNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only what is assigned to the public internet is allowed, and of that not these. */
const deniedNetworks6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** A list of networks such as `10.0.0.0/8`, or of single addresses. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const denied = networksOf(deniedNetworks)
const assigned6 = networksOf(['2000::/3'])
const denied6 = networksOf(deniedNetworks6)

/** The IPv4 address that an IPv6 address stands for (`::ffff:0:0/96`); null for any other. */
function mappedOf(address: string): string | null {
  // The parser of URLs writes every spelling in one form.
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const groups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain)
  if (!groups) return null
  const [high, low] = [Number.parseInt(groups[1] ?? '', 16), Number.parseInt(groups[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * Whether an address of the public internet, or one that the operator allows.
 * @param address of IPv4 or IPv6, without brackets
 */
export function isAddressAllowed(address: string, allowed: BlockList): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return allowed.check(address, 'ipv4') || !denied.check(address, 'ipv4')
  const mapped = mappedOf(address)
  if (mapped !== null) return isAddressAllowed(mapped, allowed)
  if (allowed.check(address, 'ipv6')) return true
  return assigned6.check(address, 'ipv6') && !denied6.check(address, 'ipv6')
}
