/** File descriptors needed besides device connections: database, log, HTTP requests, listening sockets. */
const reservedFiles = 200

interface SystemReport {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** The system's limit of open files, including sockets, for this process; null where unknown. */
export function readOpenFilesLimit(): number | null {
  if (!process.report) return null
  const soft = (process.report.getReport() as SystemReport).userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/**
 * The number of connections a gateway can have within the system's limit of open files. `sentence` states what to do if
 * that is less than configured.
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
      `at most ${connections} devices can connect. Raise the limit with "ulimit -n ${wanted + reservedFiles}" in the ` +
      `shell that starts Rumbo, as root above the hard limit, or with LimitNOFILE=${wanted + reservedFiles} in a systemd unit.`,
  }
}
