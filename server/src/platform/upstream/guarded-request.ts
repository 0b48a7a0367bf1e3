import { lookup as lookupName } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { secondMs } from '@rumbo/contract/time-units'
import { isAddressAllowed, networksOf } from './public-addresses.ts'

/**
 * - `denied`: the address is not of the public internet, or its port is not allowed
 * - `redirected`: 3xx; the new address could be anything
 * - `too_large`, `timeout`, `unreachable`: the receiver is at fault
 */
export type GuardedFailureKind = 'denied' | 'redirected' | 'too_large' | 'timeout' | 'unreachable'

export class GuardedFailure extends Error {
  override readonly name = 'GuardedFailure'
  readonly kind: GuardedFailureKind
  constructor(kind: GuardedFailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export interface GuardedCall {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal?: AbortSignal
}
export interface GuardedAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  /** As UTF-8. */
  text: string
}
export interface GuardedRequest {
  /** Makes a call to an address that a user entered. @throws GuardedFailure */
  send(call: GuardedCall): Promise<GuardedAnswer>
  /**
   * Whether the address may be called now: its form, its port, and what its name resolves to. A name that does not
   * resolve is allowed, since it may later; each call checks again.
   * @throws GuardedFailure `denied`
   */
  check(url: string): Promise<void>
}

export interface GuardedRequestOptions {
  /** Addresses that are allowed although not public, as CIDR; their ports are free. Default: none. */
  allowedAddresses?: readonly string[]
  /** All addresses of a name. Default: those of the system. */
  resolve?: (name: string) => Promise<readonly string[]>
  /** For the whole call in milliseconds. Default: 10 s. */
  timeoutMs?: number
  /** The longest answer in bytes. Default: 64 kB. */
  maxBytes?: number
}

const allowedPorts = new Set(['', '80', '443', '8443'])

/**
 * Client for addresses that users enter: webhooks and push endpoints. It connects only to the address that it checked,
 * so that a name cannot lead elsewhere between check and connection, and follows no redirect.
 */
export function createGuardedRequest(options: GuardedRequestOptions = {}): GuardedRequest {
  const { timeoutMs = 10 * secondMs, maxBytes = 64_000, resolve = resolveAll } = options
  const allowed = networksOf(options.allowedAddresses ?? [])

  /** @returns the addresses of the name, all of which are allowed; empty if there is none now */
  async function addressesOf(url: URL): Promise<readonly string[]> {
    const host = hostOf(url)
    const addresses = isIP(host) ? [host] : await resolve(host)
    const refused = addresses.find((address) => !isAddressAllowed(address, allowed))
    if (refused !== undefined) throw denied(`${refused} is not a public address.`)
    if (!addresses.every((address) => isListed(address, allowed))) requireOrdinaryPort(url)
    return addresses
  }

  return {
    async check(text) {
      const url = parsedOf(text)
      try {
        await addressesOf(url)
      } catch (error) {
        if (error instanceof GuardedFailure) throw error
        requireOrdinaryPort(url)
      }
    },
    async send(call) {
      const url = parsedOf(call.url)
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout
      try {
        const addresses = await withSignal(addressesOf(url), signal)
        return await answeredByFirst(url, addresses, { ...call, signal }, maxBytes)
      } catch (error) {
        if (error instanceof GuardedFailure) throw error
        if (timeout.aborted) throw new GuardedFailure('timeout', 'The server did not answer in time.', error)
        if (call.signal?.aborted) throw call.signal.reason
        const message = error instanceof Error ? error.message || error.name : String(error)
        throw new GuardedFailure('unreachable', message, error)
      }
    },
  }
}

function requireOrdinaryPort({ port }: URL): void {
  if (!allowedPorts.has(port)) throw denied(`Port ${port} is not allowed: use 443, 80 or 8443.`)
}

const denied = (message: string) => new GuardedFailure('denied', message)

async function resolveAll(name: string): Promise<string[]> {
  const found = await lookupName(name, { all: true, verbatim: false })
  return found.map(({ address }) => address)
}

/** Rejects at the abort of the signal; a lookup of a name cannot be interrupted. */
function withSignal<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function parsedOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw denied('The address must begin with https:// or http://.')
  if (url.username || url.password) throw denied('The address must not contain a user or password.')
  return url
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

const isListed = (address: string, list: BlockList) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Of several addresses the first that accepts a connection; before that nothing is sent. */
async function answeredByFirst(
  url: URL,
  addresses: readonly string[],
  call: GuardedCall & { signal: AbortSignal },
  maxBytes: number,
): Promise<GuardedAnswer> {
  let failure: unknown = new Error(`${url.hostname} has no address.`)
  for (const address of addresses.slice(0, 4))
    try {
      return await answered(url, address, call, maxBytes)
    } catch (error) {
      failure = error
      if (!(error instanceof Error && 'syscall' in error && error.syscall === 'connect')) break
    }
  throw failure
}

/** One request to the address given, whatever the name resolves to now. */
function answered(
  url: URL,
  address: string,
  call: GuardedCall & { signal: AbortSignal },
  maxBytes: number,
): Promise<GuardedAnswer> {
  const { method = 'POST', body = '', headers, signal } = call
  const family = isIP(address)
  const lookup: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
  const sentHeaders: Record<string, string> = { 'user-agent': 'Rumbo', ...headers }
  if (method === 'POST') sentHeaders['content-length'] = String(Buffer.byteLength(body))
  const options: RequestOptions = {
    method,
    signal,
    lookup,
    // A connection of an earlier call would lead to the address of that time.
    agent: false,
    headers: sentHeaders,
  }
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const outgoing = send(url, options, (incoming) => {
      read(incoming, maxBytes)
        .then(resolve, reject)
        .finally(() => outgoing.destroy())
    })
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? body : undefined)
  })
}

async function read(incoming: IncomingMessage, maxBytes: number): Promise<GuardedAnswer> {
  const status = incoming.statusCode ?? 0
  if (status >= 300 && status < 400)
    throw new GuardedFailure('redirected', `The server answered ${status}: redirects are not followed.`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes)
      throw new GuardedFailure('too_large', `The answer is longer than ${maxBytes} bytes.`)
    parts.push(part)
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  return { status, headers, text: Buffer.concat(parts).toString('utf8') }
}
