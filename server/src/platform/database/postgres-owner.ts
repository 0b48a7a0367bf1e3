import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupFailure } from '../process/startup-failure.ts'

/** The operating-system user that runs PostgreSQL. */
export interface PostgresOwner {
  name: string
  uid: number
  gid: number
  /** True when this process is root and PostgreSQL runs as another user. */
  isOther: boolean
}

/**
 * The current user; for root, who may not run PostgreSQL, user `postgres` or else `nobody`.
 * @throws StartupFailure when root finds neither user
 */
export function postgresOwner(passwd = '/etc/passwd'): PostgresOwner {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { name: 'this user', uid, gid: process.getgid?.() ?? -1, isOther: false }
  const users = new Map<string, PostgresOwner>()
  for (const line of readFileSync(passwd, 'utf8').split('\n')) {
    const [name = '', , userId, groupId] = line.split(':')
    if (userId) users.set(name, { name, uid: Number(userId), gid: Number(groupId), isOther: true })
  }
  const owner = users.get('postgres') ?? users.get('nobody')
  if (owner) return owner
  throw new StartupFailure(
    'database_start',
    'PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody"; create one, or start Rumbo as an ordinary user.',
  )
}

/** The first folder above `path` that the owner cannot enter; null when there is none. */
export function closedFolderAbove(path: string, owner: PostgresOwner): string | null {
  if (!owner.isOther) return null
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found) {
      const bit = found.uid === owner.uid ? 0o100 : found.gid === owner.gid ? 0o010 : 0o001
      if ((found.mode & bit) === 0) return folder
    }
    if (dirname(folder) === folder) return null
  }
}

/** Options for `spawn` that make a child run as the owner. */
export function asOwner(owner: PostgresOwner): { uid?: number; gid?: number } {
  return owner.isOther ? { uid: owner.uid, gid: owner.gid } : {}
}
