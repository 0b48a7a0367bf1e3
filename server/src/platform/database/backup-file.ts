import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/**
 * A backup is one gzip stream: the format line, the manifest as a line of JSON, for each table blocks of PostgreSQL's
 * COPY text (four bytes of length each, ended by length zero), and a line of JSON (the seal) with the row counts and a
 * SHA-256 of everything before it.
 */
const formatLine = 'rumbo-backup 1\n'

export interface BackupTable {
  /** Schema and table, quoted where SQL needs it. */
  name: string
  columns: string[]
}

export interface BackupPartition {
  name: string
  parent: string
  /** `FOR VALUES FROM (...) TO (...)`. */
  bounds: string
  /** Statements that restore its grants and row-level security. */
  afterwards: string[]
}

export interface BackupManifest {
  takenAt: string
  /** Fingerprint of the installation's secret, which is not in the file; missing in older backups. */
  secretFingerprint?: string
  postgres: number
  migrations: { number: number; name: string; hash: string }[]
  tables: BackupTable[]
  partitions: BackupPartition[]
  sequences: { name: string; value: string; isCalled: boolean }[]
}

export interface BackupSeal {
  rows: Record<string, number>
  sha256: string
}

const endOfTable = Buffer.alloc(4)

/** Writes a backup file piece by piece with backpressure, and hashes what it writes. */
export function writeBackupFile(file: string) {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(gzip, target)
  written.catch(() => {})
  const put = async (piece: Buffer) => {
    hash.update(piece)
    await push(gzip, piece)
  }
  return {
    async manifest(manifest: BackupManifest): Promise<void> {
      await put(Buffer.from(`${formatLine}${JSON.stringify(manifest)}\n`))
    },
    async table(rows: Readable): Promise<void> {
      for await (const piece of rows as AsyncIterable<Buffer>) {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(piece.length)
        await put(length)
        await put(piece)
      }
      await put(endOfTable)
    },
    async seal(rows: Record<string, number>): Promise<void> {
      const seal: BackupSeal = { rows, sha256: hash.digest('hex') }
      await push(gzip, Buffer.from(`${JSON.stringify(seal)}\n`))
      gzip.end()
      await written
    },
    /** Resolves once nothing writes to the file any more. */
    async abandon(): Promise<void> {
      gzip.destroy()
      await written.catch(() => {})
      if (!target.closed) await once(target, 'close')
    },
  }
}

async function push(stream: Writable, piece: Buffer): Promise<void> {
  if (stream.write(piece)) return
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error) => {
      stream.off('drain', settle).off('error', settle).off('close', closed)
      if (error) reject(error)
      else resolve()
    }
    const closed = () => settle(new Error('The backup file was closed while it was written.'))
    stream
      .once('drain', () => settle())
      .once('error', settle)
      .once('close', closed)
  })
}

export interface BackupReader {
  manifest: BackupManifest
  /** The rows of the manifest's next table; must be read to its end before the next call. */
  nextTable(): AsyncGenerator<Buffer>
  /** Call after the last table. @throws Error when the content does not match its checksum */
  seal(): Promise<BackupSeal>
  close(): void
}

/**
 * Opens a backup file for reading in order.
 * @throws Error with a sentence for the operator when it is damaged or not a backup
 */
export async function readBackupFile(file: string): Promise<BackupReader> {
  const hash = createHash('sha256')
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  const pieces: AsyncIterator<Buffer> = gunzip[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  const more = async (): Promise<boolean> => {
    const next = await pieces.next().catch((cause: Error) => {
      throw new Error(`${file} is damaged or is not a backup of Rumbo (${cause.message}).`, { cause })
    })
    if (next.done) return false
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return true
  }
  const take = async (length: number): Promise<Buffer> => {
    while (held.length < length)
      if (!(await more())) throw new Error(`${file} is damaged: it ends too early.`)
    const piece = held.subarray(0, length)
    held = held.subarray(length)
    return piece
  }
  const line = async (): Promise<Buffer> => {
    let end = held.indexOf(10)
    while (end < 0) {
      if (!(await more())) throw new Error(`${file} is damaged: it ends too early.`)
      end = held.indexOf(10)
    }
    return take(end + 1)
  }
  const hashed = (piece: Buffer): Buffer => {
    hash.update(piece)
    return piece
  }

  if (hashed(await line()).toString('utf8') !== formatLine) {
    source.destroy()
    throw new Error(`${file} is not a backup of this version of Rumbo.`)
  }
  const manifest = JSON.parse(hashed(await line()).toString('utf8')) as BackupManifest
  return {
    manifest,
    async *nextTable() {
      for (;;) {
        const length = hashed(await take(4)).readUInt32BE()
        if (length === 0) return
        yield hashed(await take(length))
      }
    },
    async seal() {
      const seal = JSON.parse((await line()).toString('utf8')) as BackupSeal
      if (seal.sha256 !== hash.digest('hex'))
        throw new Error(`${file} is damaged: its content does not match its seal.`)
      return seal
    },
    close() {
      source.destroy()
      gunzip.destroy()
    },
  }
}
