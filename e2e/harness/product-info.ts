import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the product under test is, for the processes that run the tests. */
export interface Stage {
  url: string
  dataDir: string
  databaseUrl: string
  secret: string
}

const variable = 'RUMBO_E2E_STAGE'

/** Hands the stage to the processes that Playwright starts after the global set-up. */
export function keepStage(stage: Stage): void {
  process.env[variable] = JSON.stringify(stage)
}

/** @throws Error outside a run of Playwright, whose global set-up starts the product */
export function readStage(): Stage {
  const kept = process.env[variable]
  if (!kept) throw new Error('The product was not started; run the tests by "npm run e2e".')
  return JSON.parse(kept) as Stage
}

export const pidFolder = (dataDir: string): string => join(dataDir, 'pids')

/** The server process that has the role now. */
export function pidOf(role: 'api' | 'gateway'): number {
  return Number(readFileSync(join(pidFolder(readStage().dataDir), role), 'utf8'))
}
