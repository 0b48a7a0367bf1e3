import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { StartupFailure } from '@rumbo/server/platform/process/startup-failure'
import { startRumbo } from '@rumbo/server/supervisor'
import { demoMark } from '../demo/demo-mark.ts'
import { warnOfMisspeltVariables } from './command-variables.ts'
import { missingForProduction } from './production.ts'
import { exitWithStartupFailure, runUntilSignal } from './run-until-signal.ts'

async function serve(): Promise<void> {
  warnOfMisspeltVariables(process.env, (line) => console.log(`  ${line}`))
  const configuration = readConfiguration(process.env)
  const { dataDir } = configuration
  const sentences = missingForProduction(process.env, {
    isRoot: process.getuid?.() === 0,
    isDemoDataDir: existsSync(demoMark(dataDir)),
    isFirstStart: !configuration.databaseUrl && !existsSync(join(dataDir, 'database')),
  })
  if (sentences.length > 0) throw new StartupFailure('configuration', sentences)
  const rumbo = await startRumbo({
    configuration,
    environment: process.env,
    log: (line) => console.log(`  ${line}`),
  })
  console.log(`  Rumbo is listening on port ${rumbo.runtime.http} for ${configuration.publicUrl}`)
  runUntilSignal(rumbo.stop)
}

serve().catch(exitWithStartupFailure)
