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

const tell = (sentence: string) => console.log(`  ${sentence}`)

async function start(): Promise<void> {
  const startedAt = performance.now()
  const environment: NodeJS.ProcessEnv = { RUMBO_LOG_LEVEL: 'warn', ...process.env }
  warnOfMisspeltVariables(process.env, tell)
  const configuration = readConfiguration(environment)
  if ((environment.RUMBO_DEMO || '1') === '0') {
    const rumbo = await startRumbo({ configuration, environment, log: tell })
    announce(rumbo, startedAt)
    runUntilSignal(rumbo.stop)
    return
  }
  refuseStrangers(configuration.http.host, configuration.gateway.host)
  refuseProduction(configuration.dataDir)

  let demo: Demo | null = null
  const rumbo = await startRumbo({
    configuration,
    environment,
    log: tell,
    beforeServing: async (access) => {
      writeFileSync(demoMark(configuration.dataDir), 'The passwords of the demo are public.\n')
      const publicUrl = publicUrlOf(configuration, configuration.http.port || 8080)
      demo = await fillDemo({
        ...access,
        publicUrl,
        dataDir: configuration.dataDir,
        regionsFolder: configuration.regionsFolder,
        tell,
      })
      return { RUMBO_LOGIN_NOTICE: configuration.loginNotice ?? demo.loginNotice }
    },
  })
  const { logins, fleetFile, regionFile } = demo as unknown as Demo
  const gatewayHost = configuration.gateway.host
  const fleet = startDemoFleet({ fleetFile, regionFile, gatewayHost, runtime: rumbo.runtime, print: tell })
  // The conductor is a neighbour: it takes the socket, whatever address people use.
  const baseUrl = publicUrlOf({ ...configuration, publicUrl: undefined }, rumbo.runtime.http)
  const conductor = startDemoActivity({ baseUrl, fleet })
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
    await conductor.stop()
    await fleet.stop()
    await rumbo.stop()
  })

  function announce({ runtime }: RunningRumbo, since: number): void {
    tell(
      `Ready in ${((performance.now() - since) / 1000).toFixed(1)} s: ${publicUrlOf(configuration, runtime.http)}`,
    )
    for (const [protocol, port] of Object.entries(runtime.gateway)) tell(`Devices, ${protocol}: port ${port}`)
    tell('Ctrl-C stops everything')
  }
}

/** The demo's passwords are public: nobody but this machine may reach it. */
function refuseStrangers(...hosts: string[]): void {
  if (hosts.every(isLoopback)) return
  throw new StartupFailure(
    'configuration',
    'The demo has public passwords and answers on this machine only: leave RUMBO_HOST and RUMBO_GATEWAY_HOST at 127.0.0.1, or run without it (RUMBO_DEMO=0, or npm run serve).',
  )
}

function refuseProduction(dataDir: string): void {
  if (existsSync(demoMark(dataDir)) || !existsSync(join(dataDir, 'database'))) return
  throw new StartupFailure(
    'configuration',
    `The data folder ${dataDir} was made without the demo, which would mix with it: set RUMBO_DATA_DIR to another folder, or start with RUMBO_DEMO=0.`,
  )
}

start().catch(exitWithStartupFailure)
