// Runs in each server process before the product: notes which process has which role, so that a test can end it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { RUMBO_DATA_DIR: dataDir, RUMBO_ROLES: roles = '' } = process.env
if (dataDir && process.send)
  for (const role of roles.split(',')) writeFileSync(join(dataDir, 'pids', role), String(process.pid))
