import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isLoopback,
  publicUrlOf,
  readConfiguration,
} from '@rumbo/server/platform/configuration/configuration'
import { StartupFailure } from '@rumbo/server/platform/process/startup-failure'
import { type RunningRumbo, startRumbo } from '@rumbo/server/supervisor'
import { warnOfMisspeltVariables } from '../start/command-variables.ts'
import { exitWithStartupFailure, runUntilSignal } from '../start/run-until-signal.ts'
import { demoMark } from './demo-mark.ts'
import { type Demo, fillDemo, startDemoActivity } from './index.ts'
import { startDemoFleet } from './simulated-fleet.ts'

const log = (sentence: string) => console.log(`  ${sentence}`)

async function start(): Promise<void> {
  const startedAt = performance.now()
  const environment: NodeJS.ProcessEnv = { RUMBO_LOG_LEVEL: 'warn', ...process.env }
  warnOfMisspeltVariables(process.env, log)
  const configuration = readConfiguration(environment)
  if ((environment.RUMBO_DEMO || '1') === '0') {
    const rumbo = await startRumbo({ configuration, environment, log })
    announce(rumbo, startedAt)
    runUntilSignal(rumbo.stop)
    return
  }
  requireLoopback(configuration.http.host, configuration.gateway.host)
  refuseProduction(configuration.dataDir)

  let demo: Demo | null = null
  const rumbo = await startRumbo({
    configuration,
    environment,
    log,
    beforeServing: async (access) => {
      writeFileSync(demoMark(configuration.dataDir), 'The passwords of the demo are public.\n')
      const publicUrl = publicUrlOf(configuration, configuration.http.port || 8080)
      demo = await fillDemo({
        ...access,
        publicUrl,
        dataDir: configuration.dataDir,
        regionsFolder: configuration.regionsFolder,
        log,
      })
      return { RUMBO_LOGIN_NOTICE: configuration.loginNotice ?? demo.loginNotice }
    },
  })
  const { logins, fleetFile, regionFile } = demo as unknown as Demo
  const gatewayHost = configuration.gateway.host
  const fleet = startDemoFleet({ fleetFile, regionFile, gatewayHost, runtime: rumbo.runtime, log })
  // The demo's requests use the local port, not the public address.
  const baseUrl = publicUrlOf({ ...configuration, publicUrl: undefined }, rumbo.runtime.http)
  const activity = startDemoActivity({ baseUrl, fleet, print: log })
  announce(rumbo, startedAt)
  console.log(
    [
      '',
      ...logins.map(
        ({ level, username, password }) => `  ${level.padEnd(12)} ${username.padEnd(12)} ${password}`,
      ),
      '',
    ].join('\n'),
  )
  runUntilSignal(async () => {
    await activity.stop()
    await fleet.stop()
    await rumbo.stop()
  })

  function announce({ runtime }: RunningRumbo, since: number): void {
    log(
      `Ready in ${((performance.now() - since) / 1000).toFixed(1)} s: ${publicUrlOf(configuration, runtime.http)}`,
    )
    for (const [protocol, port] of Object.entries(runtime.gateway)) log(`Devices, ${protocol}: port ${port}`)
    log('Press Ctrl-C to stop')
  }
}

/** The demo's passwords are public: it must not be reachable from other machines. */
function requireLoopback(...hosts: string[]): void {
  if (hosts.every(isLoopback)) return
  throw new StartupFailure(
    'configuration',
    'The demo has public passwords and must not be reachable from other machines: set RUMBO_HOST and RUMBO_GATEWAY_HOST to 127.0.0.1, or start without the demo (RUMBO_DEMO=0, or npm run serve).',
  )
}

function refuseProduction(dataDir: string): void {
  if (existsSync(demoMark(dataDir)) || !existsSync(join(dataDir, 'database'))) return
  throw new StartupFailure(
    'configuration',
    `The data folder ${dataDir} holds data without the demo: set RUMBO_DATA_DIR to another folder, or start with RUMBO_DEMO=0.`,
  )
}

start().catch(exitWithStartupFailure)
