/** What a process needs beside its device connections: database, log, requests of phones, the accepting sockets. */
const reservedFiles = 200

interface SystemReport {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** How many files, sockets among them, the system lets this process have open; null where it does not say. */
export function readOpenFilesLimit(): number | null {
  if (!process.report) return null
  const soft = (process.report.getReport() as SystemReport).userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/**
 * The connections a gateway may really have: past the system's limit the database could not be reached either.
 * `sentence` says what to do where that is fewer than wanted.
 */
export function connectionsWithin(
  wanted: number,
  openFilesLimit: number | null,
): { connections: number; sentence: string | null } {
  if (openFilesLimit === null || wanted + reservedFiles <= openFilesLimit) {
    return { connections: wanted, sentence: null }
  }
  const connections = Math.max(1, openFilesLimit - reservedFiles)
  return {
    connections,
    sentence:
      `RUMBO_GATEWAY_CONNECTION_LIMIT is ${wanted}, but the system lets this process open ${openFilesLimit} files: ` +
      `at most ${connections} devices can connect. Raise the limit to ${wanted + reservedFiles} ` +
      '(ulimit -n, or LimitNOFILE of a systemd unit).',
  }
}
