import { isIPv6 } from 'node:net'
import type { LimitRefusal } from '@rumbo/contract/live.contract'

export interface SocketLimits {
  /** Limit of all sockets of the process; further ones are refused before their upgrade. */
  sockets: number
  perPerson: number
  perAddress: number
  /** Share of all sockets that may be open without authentication. */
  unauthenticatedShare: number
}

/** Counts open sockets by person and address, and closes one where a limit is exceeded. */
export interface SocketCounts<Socket> {
  hasRoom(): boolean
  size(): number
  enter(socket: Socket, address: string): void
  /** Called after the socket has authenticated as this person. */
  identify(socket: Socket, userId: string): void
  /** Idempotent. */
  leave(socket: Socket): void
}

interface Entry {
  address: string
  userId: string | null
}

/** @param close closes a socket that exceeds a limit; it is no longer counted */
export function createSocketCounts<Socket>(
  limits: SocketLimits,
  close: (socket: Socket, code: LimitRefusal | 'overloaded') => void,
): SocketCounts<Socket> {
  const entries = new Map<Socket, Entry>()
  /** Sockets by address, in order of arrival. */
  const ofAddress = new Map<string, Set<Socket>>()
  const ofPerson = new Map<string, Set<Socket>>()
  const pendingOfAddress = new Map<string, Set<Socket>>()
  const maxPending = Math.max(1, Math.floor(limits.sockets * limits.unauthenticatedShare))
  let pending = 0

  function isPending(socket: Socket): boolean {
    return entries.get(socket)?.userId === null
  }

  function leave(socket: Socket): void {
    const entry = entries.get(socket)
    if (!entry) return
    entries.delete(socket)
    remove(ofAddress, entry.address, socket)
    if (entry.userId !== null) remove(ofPerson, entry.userId, socket)
    else if (remove(pendingOfAddress, entry.address, socket)) pending -= 1
  }

  function evict(socket: Socket | undefined, code: LimitRefusal): void {
    if (socket === undefined) return
    // A socket that has not authenticated may be a new browser, which may retry later.
    const reason = isPending(socket) ? 'overloaded' : code
    leave(socket)
    close(socket, reason)
  }

  return {
    hasRoom: () => entries.size < limits.sockets,
    size: () => entries.size,
    enter(socket, from) {
      const address = networkOf(from)
      const present = ofAddress.get(address)
      if (present && present.size >= limits.perAddress)
        evict(first(pendingOfAddress.get(address)) ?? first(present), 'address_limit')
      // An address that opens many sockets must not shut out the others.
      if (pending >= maxPending) {
        const own = pendingOfAddress.get(address)
        const busiest = largest(pendingOfAddress.values())
        evict(first(own && own.size + 1 >= (busiest?.size ?? 0) ? own : busiest), 'address_limit')
      }
      entries.set(socket, { address, userId: null })
      add(ofAddress, address, socket)
      add(pendingOfAddress, address, socket)
      pending += 1
    },
    identify(socket, userId) {
      const entry = entries.get(socket)
      if (!entry || entry.userId === userId) return
      if (entry.userId !== null) remove(ofPerson, entry.userId, socket)
      else if (remove(pendingOfAddress, entry.address, socket)) pending -= 1
      entry.userId = userId
      add(ofPerson, userId, socket)
      const own = ofPerson.get(userId)
      if (own && own.size > limits.perPerson) evict(first(own), 'person_limit')
    },
    leave,
  }
}

function add<Socket>(sets: Map<string, Set<Socket>>, key: string, socket: Socket): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(socket))
}

function remove<Socket>(sets: Map<string, Set<Socket>>, key: string, socket: Socket): boolean {
  const set = sets.get(key)
  const had = set?.delete(socket) ?? false
  if (set?.size === 0) sets.delete(key)
  return had
}

function first<Socket>(set: Set<Socket> | undefined): Socket | undefined {
  return set?.values().next().value
}

function largest<Socket>(sets: Iterable<Set<Socket>>): Set<Socket> | undefined {
  let most: Set<Socket> | undefined
  for (const set of sets) if (set.size > (most?.size ?? 0)) most = set
  return most
}

/** The address, or the /64 network of an IPv6 address, which belongs to one subscriber. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
