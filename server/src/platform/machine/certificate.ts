import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, Server } from 'node:tls'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'

export interface CertificateFacts {
  /** `file`: the configured file; `proxy`: presented at the public address; `none`: no known HTTPS. */
  source: 'file' | 'proxy' | 'none'
  subject: string | null
  issuer: string | null
  validTo: Date | null
  /** Why the certificate could not be read; null without an error. */
  error: string | null
}

const connectMs = 5_000
const cacheMs = 3600_000
/** How long a failure is cached. */
const failureCacheMs = 60_000
const nothing = { subject: null, issuer: null, validTo: null, error: null }

function factsOf(source: 'file' | 'proxy', certificate: X509Certificate): CertificateFacts {
  const line = (name: string) => name.trim().replaceAll('\n', ', ')
  return {
    source,
    subject: line(certificate.subject),
    issuer: line(certificate.issuer),
    validTo: new Date(certificate.validTo),
    error: null,
  }
}

/** Reads the certificate a server presents, whether it is valid or not. */
function fetchCertificate(url: URL): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isName = !/^[\d.]+$/.test(host) && !host.includes(':')
    const socket = connect({
      host,
      port: Number(url.port || 443),
      // An expired certificate must be reported, not rejected.
      rejectUnauthorized: false,
      servername: isName ? host : undefined,
    })
    socket.setTimeout(connectMs, () => socket.destroy(new Error(`${url.host} did not answer in time.`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate()
      socket.destroy()
      if (certificate) resolve(certificate)
      else reject(new Error(`${url.host} presented no certificate.`))
    })
  })
}

/** Reads the certificate presented to clients: from its file, else from the public address (at most once an hour). */
export function createCertificateReader(options: {
  certificateFile: string | null
  publicUrl: string | undefined
  clock: Clock
}): () => Promise<CertificateFacts> {
  const { certificateFile, publicUrl, clock } = options
  let known: { facts: CertificateFacts; untilMs: number } | undefined

  async function read(source: 'file' | 'proxy', find: () => Promise<X509Certificate>) {
    try {
      return factsOf(source, await find())
    } catch (error) {
      return { source, ...nothing, error: error instanceof Error ? error.message : String(error) }
    }
  }
  return async () => {
    if (certificateFile) return read('file', async () => new X509Certificate(await readFile(certificateFile)))
    if (!publicUrl?.startsWith('https:')) return { source: 'none', ...nothing }
    const now = clock.now().getTime()
    if (known && now < known.untilMs) return known.facts
    const facts = await read('proxy', () => fetchCertificate(new URL(publicUrl)))
    known = { facts, untilMs: now + (facts.error ? failureCacheMs : cacheMs) }
    return facts
  }
}

export interface CertificateFiles {
  certificateFile: string
  keyFile: string
}

/**
 * Loads a renewed certificate without a restart by checking the files once an hour. Invalid files are logged, and the
 * former certificate stays in use.
 * @returns functions that stop it and that check immediately
 */
export function followCertificate(options: {
  /** A TLS server; open connections keep their certificate. */
  server: object
  files: CertificateFiles
  /** The certificate in use. */
  inUse: { cert: string; key: string }
  log: Logger
  everyMs?: number
}): { stop: () => void; look: () => Promise<void> } {
  const { server, files, log } = options
  let { inUse } = options
  async function look() {
    try {
      const [cert, key] = await Promise.all([
        readFile(files.certificateFile, 'utf8'),
        readFile(files.keyFile, 'utf8'),
      ])
      if (cert === inUse.cert && key === inUse.key) return
      if (server instanceof Server) server.setSecureContext({ cert, key })
      inUse = { cert, key }
      log.info({ file: files.certificateFile }, 'loaded the renewed certificate')
    } catch (error) {
      log.error(
        { err: error, file: files.certificateFile },
        'could not use the renewed certificate; the former one stays in use',
      )
    }
  }
  const looking = setInterval(() => void look(), options.everyMs ?? cacheMs)
  looking.unref()
  return { stop: () => clearInterval(looking), look }
}
