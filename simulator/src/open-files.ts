/** File descriptors needed besides the sockets of devices: standard streams, the region, name resolution. */
const reservedFiles = 100

interface SystemReport {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** The system's limit of open files for this process; null where unknown. Node.js has raised it to the hard limit. */
export function readOpenFilesLimit(): number | null {
  if (!process.report) return null
  const soft = (process.report.getReport() as SystemReport).userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/** @throws Error that names the command to run, where each device cannot have a socket */
export function requireOpenFiles(devices: number, limit: number | null): void {
  const needed = devices + reservedFiles
  if (limit === null || needed <= limit) return
  throw new Error(
    `${devices} devices need ${needed} open files, but the system lets this process open ${limit}. ` +
      `Run "ulimit -n ${needed}" in the same shell before (as root above the hard limit; LimitNOFILE=${needed} in a systemd unit), ` +
      `or simulate at most ${Math.max(0, limit - reservedFiles)} devices`,
  )
}
