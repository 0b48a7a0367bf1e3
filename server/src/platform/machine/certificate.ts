import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, Server } from 'node:tls'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'

export interface CertificateFacts {
  /** `file`: ours; `proxy`: met at the public address; `none`: no HTTPS that this process knows of. */
  source: 'file' | 'proxy' | 'none'
  subject: string | null
  issuer: string | null
  validTo: Date | null
  /** Why it could not be read. */
  error: string | null
}

const connectMs = 5_000
const cacheMs = 3600_000
/** A proxy that did not answer is asked again sooner. */
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

/** The certificate a server at an address shows, whether it is valid or not. */
function meet(url: URL): Promise<X509Certificate> {
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
      else reject(new Error(`${url.host} showed no certificate.`))
    })
  })
}

/** Reads the certificate clients receive: from its file, else from the public address (at most once an hour). */
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
    const facts = await read('proxy', () => meet(new URL(publicUrl)))
    known = { facts, untilMs: now + (facts.error ? failureCacheMs : cacheMs) }
    return facts
  }
}

export interface CertificateFiles {
  certificateFile: string
  keyFile: string
}

/**
 * Takes up a renewed certificate without a restart: looks at the files once an hour. Files that do not fit are
 * logged, and the former certificate stays in use.
 * @returns what ends it, and what looks at once
 */
export function followCertificate(options: {
  /** One that speaks TLS; connections that are open keep what they began with. */
  server: object
  files: CertificateFiles
  /** What is in use now. */
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
      log.info({ file: files.certificateFile }, 'took up a renewed certificate')
    } catch (error) {
      log.error({ err: error, file: files.certificateFile }, 'a renewed certificate cannot be used')
    }
  }
  const looking = setInterval(() => void look(), options.everyMs ?? cacheMs)
  looking.unref()
  return { stop: () => clearInterval(looking), look }
}
