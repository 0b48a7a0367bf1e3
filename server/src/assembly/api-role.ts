import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAuthenticator } from '../identity/index.ts'
import { assignments } from '../organisation/index.ts'
import { asSystem } from '../platform/access.ts'
import { createCertificateReader, followCertificate } from '../platform/certificate.ts'
import { type Configuration, publicUrlOf } from '../platform/configuration.ts'
import { createFileStore } from '../platform/files.ts'
import { mountDocs } from '../platform/http/docs.ts'
import { mountFiles } from '../platform/http/files.ts'
import { mountPages } from '../platform/http/pages.ts'
import { buildHttp } from '../platform/http/server.ts'
import { mountLive } from '../platform/live/endpoint.ts'
import { createLiveHub } from '../platform/live/hub.ts'
import { configuredChannels } from '../platform/message-job.ts'
import { mountMetrics } from '../platform/metrics.ts'
import { projectRoot } from '../platform/project-root.ts'
import { StartupFailure } from '../platform/startup-failure.ts'
import { createLiveState } from '../telemetry/index.ts'
import { findLiveVehicles } from '../vehicles/index.ts'
import { allAnswers } from './answers.ts'
import { showGatewayCounters } from './gateway-counters.ts'
import type { RunningRole, Shared } from './shared.ts'

/** HTTP with the pages, and the live stream. */
export async function startApiRole(shared: Shared): Promise<RunningRole> {
  const { configuration, secret, clock, log, database, bus, metrics } = shared
  let isServing = true
  let port = configuration.http.port
  const authenticator = createAuthenticator({ database, secret, clock, bus, assignments })
  const { allowedOrigins } = configuration.http
  const files = createFileStore({ database, clock, directory: join(configuration.dataDir, 'uploads') })
  const answers = allAnswers({
    database,
    files,
    clock,
    secret,
    dataDir: configuration.dataDir,
    trackerHost: configuration.gateway.publicHost,
    registration: configuration.registration,
    loginNotice: configuration.loginNotice ?? null,
    mapsUrlTemplate: configuration.mapsUrlTemplate,
    hasSecureCookies: configuration.publicUrl?.startsWith('https:') ?? false,
    publicUrl: () => publicUrlOf(configuration, port),
    channels: configuredChannels(configuration),
    certificate: createCertificateReader({
      certificateFile: configuration.http.tls?.certificateFile ?? null,
      publicUrl: configuration.publicUrl,
      clock,
    }),
    isServing: () => isServing,
    onRegionFailure: (file, error) => log.error({ err: error, file }, 'a region file cannot be read'),
  })
  const tls = readTls(configuration)
  const app = await buildHttp({
    answers,
    database,
    authenticator,
    log,
    allowedOrigins,
    trustedProxies: configuration.http.trustedProxies,
    tls,
    observe: metrics.observe,
  })
  await mountFiles(app, {
    authenticator,
    files,
  })
  await mountDocs(
    app,
    answers.map((answer) => answer.endpoint),
  )
  const live = createLiveState({ database, bus })
  const hub = createLiveHub({
    authenticator,
    bus,
    clock,
    log,
    source: {
      snapshot: live.snapshot,
      vehicles: (fleetId, ids) =>
        database.transaction(asSystem('live vehicles'), (tx) => findLiveVehicles(tx, fleetId, ids), {
          readOnly: true,
        }),
      domains: ['vehicles'],
    },
  })
  const endLive = live.start(hub.apply)
  mountLive(app, { hub, allowedOrigins })
  mountMetrics(app, { metrics, token: configuration.metricsToken })
  showGatewayCounters({ bus, metrics, now: clock.now })
  metrics.gauge('rumbo_live', 'Viewers of the live stream and what they watch', () => hub.counts())
  await mountPages(app, join(projectRoot(), 'dist', 'web'))
  const certificate =
    configuration.http.tls && tls
      ? followCertificate({ server: app.server, files: configuration.http.tls, inUse: tls, log })
      : null
  port = await listen(app, configuration)
  return {
    ready: { http: port },
    async drain() {
      isServing = false
      certificate?.stop()
      endLive()
      hub.close()
      await app.close()
    },
  }
}

function readTls({ http }: Configuration) {
  if (!http.tls) return undefined
  const read = (variable: string, file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch (cause) {
      throw new StartupFailure('configuration', `${variable} names ${file}, which cannot be read.`, cause)
    }
  }
  return {
    cert: read('RUMBO_TLS_CERT', http.tls.certificateFile),
    key: read('RUMBO_TLS_KEY', http.tls.keyFile),
  }
}

async function listen(app: FastifyInstance, configuration: Configuration): Promise<number> {
  const { host, port } = configuration.http
  try {
    const address = new URL(await app.listen({ host, port }))
    const chosen = Number(address.port || (configuration.http.tls ? 443 : 80))
    app.log.info({ address: publicUrlOf(configuration, chosen) }, 'listening')
    return chosen
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    const what =
      code === 'EADDRINUSE'
        ? 'is in use by another program: end that program'
        : 'may not be opened by this user: start as another one'
    throw new StartupFailure(
      'port_in_use',
      `Port ${port} on ${host} ${what}, or set RUMBO_PORT to another port (0 takes a free one).`,
      cause,
    )
  }
}
