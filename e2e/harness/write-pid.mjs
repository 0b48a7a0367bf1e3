// Preloaded into each server process: writes its id into a file per role, so that a test can kill it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { RUMBO_DATA_DIR: dataDir, RUMBO_ROLES: roles = '' } = process.env
if (dataDir && process.send)
  for (const role of roles.split(',')) writeFileSync(join(dataDir, 'pids', role), String(process.pid))
