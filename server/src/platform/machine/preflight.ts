import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createSecureContext } from 'node:tls'
import { type DeviceProtocol, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import { framedProtocols } from '@rumbo/protocols'
import pg from 'pg'
import type { Configuration } from '../configuration/configuration.ts'
import { portVariable } from '../configuration/gateway.ts'
import { StartupFailure } from '../process/startup-failure.ts'

/** An unresolvable host name must not delay the start. */
const patienceMs = 2_000

/**
 * Checks the certificate, the addresses and every port before anything is started.
 * @throws StartupFailure with one sentence per problem
 */
export async function checkBeforeStart(configuration: Configuration): Promise<void> {
  const { http, gateway, roles, databaseUrl } = configuration
  const httpPort = { port: http.port, variable: 'RUMBO_PORT', transport: 'tcp' } as const
  const sentences = [
    ...(roles.includes('api') ? tlsSentences(http.tls) : []),
    ...databaseSentences(databaseUrl),
    ...(roles.includes('api') ? await listenSentences('RUMBO_HOST', http.host, [httpPort]) : []),
    ...(roles.includes('gateway')
      ? await listenSentences('RUMBO_GATEWAY_HOST', gateway.host, devicePorts(gateway.ports))
      : []),
  ]
  if (sentences.length === 0) return
  const isPort = sentences.every((sentence) => sentence.startsWith('Port '))
  throw new StartupFailure(isPort ? 'port_in_use' : 'configuration', sentences)
}

type TlsFiles = NonNullable<Configuration['http']['tls']>

/** Reads the certificate and its key. @throws StartupFailure where they cannot be used */
export function readTls(files: TlsFiles | null): { cert: string; key: string } | undefined {
  if (!files) return undefined
  const sentences = tlsSentences(files)
  if (sentences.length > 0) throw new StartupFailure('configuration', sentences)
  return { cert: readFileSync(files.certificateFile, 'utf8'), key: readFileSync(files.keyFile, 'utf8') }
}

function tlsSentences(files: TlsFiles | null): string[] {
  if (!files) return []
  const { certificateFile, keyFile } = files
  const sentences: string[] = []
  const read = <Found>(variable: string, file: string, kind: string, parse: (text: string) => Found) => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (cause) {
      sentences.push(`${variable} names ${file}, which cannot be read (${codeOf(cause)}).`)
      return null
    }
    try {
      return { text, found: parse(text) }
    } catch {
      sentences.push(`${variable} names ${file}, which contains no ${kind} in PEM format.`)
      return null
    }
  }
  const certificate = read(
    'RUMBO_TLS_CERT',
    certificateFile,
    'certificate',
    (text) => new X509Certificate(text),
  )
  const key = read('RUMBO_TLS_KEY', keyFile, 'private key without a passphrase', createPrivateKey)
  if (!certificate || !key) return sentences
  if (!certificate.found.checkPrivateKey(key.found))
    return [
      `The key in ${keyFile} (RUMBO_TLS_KEY) does not belong to the certificate in ${certificateFile} (RUMBO_TLS_CERT).`,
    ]
  try {
    createSecureContext({ cert: certificate.text, key: key.text })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [`The certificate in ${certificateFile} (RUMBO_TLS_CERT) cannot be used: ${reason}.`]
  }
  return []
}

function databaseSentences(url: string | undefined): string[] {
  try {
    if (url) new pg.Client({ connectionString: url })
    return []
  } catch {
    return ['DATABASE_URL cannot be read: write special characters of its user and password as %XX.']
  }
}

interface WantedPort {
  port: number
  variable: string
  transport: 'tcp' | 'udp'
}

function devicePorts(ports: Record<DeviceProtocol, number | null>): WantedPort[] {
  return deviceProtocols.flatMap((protocol) => {
    const port = ports[protocol]
    if (!port) return []
    const transports = framedProtocols.find(({ name }) => name === protocol)?.transports ?? ['tcp']
    return transports.map((transport): WantedPort => {
      return { port, variable: portVariable(protocol), transport: transport === 'udp' ? 'udp' : 'tcp' }
    })
  })
}

/** One sentence for a wrong address, else one for each port that is not available. */
async function listenSentences(
  hostVariable: string,
  host: string,
  wanted: readonly WantedPort[],
): Promise<string[]> {
  const address = await tryPort(host, 0, 'tcp')
  if (address !== null)
    return [
      `${hostVariable} is ${host}, on which this machine cannot listen (${address}): set it to 127.0.0.1, 0.0.0.0 or an address of this machine.`,
    ]
  const sentences: string[] = []
  for (const { port, variable, transport } of wanted) {
    const code = port === 0 ? null : await tryPort(host, port, transport)
    // A protocol whose TCP and UDP ports are both in use is named once.
    if (code === null || sentences.some((sentence) => sentence.includes(` ${variable} `))) continue
    const what =
      code === 'EADDRINUSE'
        ? 'is in use by another program: stop it'
        : code === 'EACCES'
          ? 'may not be opened by this user: start as another one'
          : `cannot be listened on (${code})`
    sentences.push(
      `Port ${port} on ${host} ${what}, or set ${variable} to another port (0 takes a free one).`,
    )
  }
  return sentences
}

/** Listens briefly. @returns null, or the code of the system's error */
function tryPort(host: string, port: number, transport: 'tcp' | 'udp'): Promise<string | null> {
  return new Promise((answer) => {
    const late = setTimeout(() => answer('no answer'), patienceMs)
    const settle = (code: string | null) => {
      clearTimeout(late)
      answer(code)
    }
    if (transport === 'udp') {
      const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
      socket.once('error', (error) => settle(codeOf(error)))
      socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => settle(null)))
      return
    }
    const server = createServer()
    server.once('error', (error) => settle(codeOf(error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(null)))
  })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
