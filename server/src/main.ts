import { startApiRole } from './assembly/api-role.ts'
import { startGatewayRole } from './assembly/gateway-role.ts'
import { closeShared, openShared, type RunningRole } from './assembly/shared.ts'
import { startWorkerRole } from './assembly/worker-role.ts'
import { bootstrapAdmin } from './identity/index.ts'
import { readConfiguration } from './platform/configuration/configuration.ts'
import { showFirstPassword } from './platform/machine/first-password.ts'
import { followSupervisor } from './platform/machine/machine-state.ts'
import { type Sampler, startSampler } from './platform/metrics/sampler.ts'
import { createLog } from './platform/process/logging.ts'
import { notifySupervisor, startHeartbeat } from './platform/process/process-messages.ts'
import { StartupFailure, startupFailureExitCode } from './platform/process/startup-failure.ts'

const startRole = { gateway: startGatewayRole, api: startApiRole, worker: startWorkerRole } as const
const drainMs = 9_000

async function main(): Promise<void> {
  startHeartbeat()
  const machine = followSupervisor()
  const configuration = readConfiguration(process.env)
  const log = createLog({ level: configuration.logLevel, name: configuration.roles.join('+') })
  const shared = await openShared(configuration, log, machine)
  if (configuration.roles.includes('api')) {
    const admin = await bootstrapAdmin({ database: shared.database, ...configuration.admin })
    if (admin?.password) {
      const { username, password } = admin
      const sentence = showFirstPassword(
        { username, password },
        { dataDir: configuration.dataDir, terminal: process.stdout },
      )
      if (sentence) log.warn(sentence)
    }
  }
  const running: RunningRole[] = []
  let sampler: Sampler | null = null
  let ending: Promise<void> | null = null
  const end = () => {
    ending ??= (async () => {
      const giveUp = setTimeout(() => process.exit(1), drainMs)
      for (const role of [...running].reverse()) await role.drain()
      await sampler?.end()
      await closeShared(shared)
      clearTimeout(giveUp)
      process.exit(0)
    })()
    return ending
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
  process.on('disconnect', () => void end())
  for (const role of configuration.roles) running.push(await startRole[role](shared))
  sampler = await startSampler({ ...shared, roles: configuration.roles, directory: configuration.dataDir })
  await notifySupervisor({ ready: Object.assign({}, ...running.map((role) => role.ready)) })
}

main().catch(async (error: unknown) => {
  if (error instanceof StartupFailure) {
    await notifySupervisor({ failed: { sentence: error.message } })
    if (!process.send) process.stderr.write(`${error.message}\n`)
    process.exit(startupFailureExitCode)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
