import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../process/project-root.ts'

export interface ListedMigration {
  /** The file's name, such as `0001-platform.sql`. */
  file: string
  /** SHA-256 of its bytes, hexadecimal. */
  hash: string
}

export const migrationListPath = 'database/migrations.sha256'

/**
 * Parses the output of sha256sum: `<hash>  migrations/0001-platform.sql` per line.
 * @throws Error naming the first invalid line
 */
export function parseMigrationList(text: string): ListedMigration[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, hash, file] = /^([0-9a-f]{64}) [ *]migrations\/(\d{4}-[a-z0-9-]+\.sql)$/.exec(line) ?? []
      if (!hash || !file) throw new Error(`${migrationListPath} has an invalid line: ${line}`)
      return { file, hash }
    })
}

export const formatMigrationList = (listed: readonly ListedMigration[]): string =>
  [...listed]
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ file, hash }) => `${hash}  migrations/${file}\n`)
    .join('')

/** The published checksum of a migration; null where the list lacks the file or cannot be read. */
export function listedHash(file: string): string | null {
  const path = join(projectRoot(), migrationListPath)
  if (!existsSync(path)) return null
  try {
    return parseMigrationList(readFileSync(path, 'utf8')).find((listed) => listed.file === file)?.hash ?? null
  } catch {
    return null
  }
}
