import { createGateway, GatewayListenError, type RefusalNotice } from '@rumbo/gateway'
import { portVariable } from '../platform/configuration.ts'
import type { Log } from '../platform/logging.ts'
import { StartupFailure } from '../platform/startup-failure.ts'
import { createIntake, createPositionPublisher, watchSilence } from '../telemetry/index.ts'
import { announceCounters } from './gateway-counters.ts'
import { positionPipeline } from './position-pipeline.ts'
import type { RunningRole, Shared } from './shared.ts'

/** Both within the nine seconds a process has to end. */
const drainSeconds = { sockets: 4, commits: 3 }

/** Device sockets, the position pipeline and the notice of silence. */
export async function startGatewayRole({
  configuration,
  clock,
  log,
  database,
  bus,
}: Shared): Promise<RunningRole> {
  const publisher = createPositionPublisher({ bus })
  const intake = createIntake({
    database,
    clock,
    log,
    bus,
    pipeline: positionPipeline,
    onCommitted: publisher.publish,
  })
  await intake.start()
  const { host, ports, addresses, connectionLimit } = configuration.gateway
  const gateway = createGateway({
    ...{ host, ports, addresses, intake, clock, log },
    limits: { drainSeconds: drainSeconds.sockets, maxConnections: connectionLimit },
    onSuspicion: (suspicion) => log.warn(suspicion, 'several connections claim to be one device'),
    onRefusals: (notice) => tellRefusals(log, notice, connectionLimit),
  })
  const listening = await gateway.start().catch(async (error: unknown) => {
    await intake.drain(0)
    throw error instanceof GatewayListenError ? portFailure(error) : error
  })
  const endSilence = watchSilence({ database, clock, log })
  const endCounters = announceCounters({
    bus,
    read: () => ({ gateway: gateway.counters, open: gateway.connections(), intake: intake.counters() }),
  })
  return {
    ready: {
      gateway: Object.fromEntries(
        Object.entries(listening).filter((entry): entry is [string, number] => entry[1] !== null),
      ),
    },
    async drain() {
      endCounters()
      await gateway.drain()
      await intake.drain(drainSeconds.commits * 1000)
      await endSilence()
      await publisher.close()
    },
  }
}

function tellRefusals(log: Log, notice: RefusalNotice, connectionLimit: number): void {
  const sentence =
    notice.reason === 'connection_limit'
      ? `The limit of ${connectionLimit} device connections is reached and more are refused: raise RUMBO_GATEWAY_CONNECTION_LIMIT or start another gateway`
      : 'Device connections were refused'
  log.warn(notice, sentence)
}

function portFailure({ code, protocol, host, port }: GatewayListenError): StartupFailure {
  const what = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on (${code})`
  return new StartupFailure(
    'port_in_use',
    `Port ${port} on ${host} ${what}: end that program, or set ${portVariable(protocol)} to another port (0 takes a free one).`,
  )
}
