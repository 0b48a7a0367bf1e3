/** File descriptors needed besides the sockets of devices: standard streams, the region, name resolution. */
const reservedFiles = 100
const maxProcesses = 8

interface SystemReport {
  userLimits?: { open_files?: { soft: number | 'unlimited' } }
}

/** The system's limit of open files for this process; null where unknown. Node.js has raised it to the hard limit. */
export function readOpenFilesLimit(): number | null {
  if (!process.report) return null
  const soft = (process.report.getReport() as SystemReport).userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/**
 * How many processes the devices need, so that each device can have a socket.
 * @throws Error that names the command to run, where that would be more than eight
 */
export function processesFor(devices: number, limit: number | null): number {
  const needed = devices + reservedFiles
  if (limit === null || needed <= limit) return 1
  const ofProcess = Math.max(0, limit - reservedFiles)
  if (devices <= maxProcesses * ofProcess) return Math.ceil(devices / ofProcess)
  throw new Error(
    `${devices} devices need ${needed} open files, but the system lets this process open ${limit}. ` +
      `Run "ulimit -n ${needed}" in the same shell before (as root above the hard limit; LimitNOFILE=${needed} in a systemd unit), ` +
      `or simulate at most ${maxProcesses * ofProcess} devices`,
  )
}
