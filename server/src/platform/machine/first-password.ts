import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File for the generated password of the first super admin when there is no terminal. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, 'first-admin-password')

/**
 * Shows the generated password of the first super admin once: on a terminal, else in a file that only this user can
 * read, because other standard output is a log that may be kept for years.
 * @returns the sentence for the log, without the password; null where it was shown on the terminal
 */
export function showFirstPassword(
  admin: { username: string; password: string },
  options: { dataDir: string; terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> },
): string | null {
  if (options.terminal.isTTY) {
    options.terminal.write(`  First super admin: ${admin.username} ${admin.password}\n`)
    return null
  }
  const file = firstPasswordFile(options.dataDir)
  try {
    rmSync(file, { force: true })
    writeFileSync(file, `${admin.username} ${admin.password}\n`, { mode: 0o600, flag: 'wx' })
    return `The password of the first super admin is in ${file}; delete the file after signing in.`
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    return `The password of the first super admin could not be written to ${file} (${reason}); set a new one for ${admin.username} on this machine.`
  }
}
