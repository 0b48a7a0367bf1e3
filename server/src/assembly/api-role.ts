import { join } from 'node:path'
import { regionUploadsPath } from '@rumbo/contract/places.regions.contract'
import type { FastifyInstance } from 'fastify'
import { attachmentStore, sharedFiles } from '../communication/index.ts'
import { createAuthenticator, createPasswords, readFormerCodeKeys } from '../identity/index.ts'
import { registerInstallationMetrics } from '../monitoring/index.ts'
import { readInboxes, unsubscriptions } from '../notifications/index.ts'
import { assignments } from '../organisation/index.ts'
import {
  createPlaces,
  createRegionStore,
  createRegionUploads,
  createRoads,
  createTileSets,
} from '../places/index.ts'
import { asSystem } from '../platform/access/access.ts'
import { type Configuration, publicUrlOf } from '../platform/configuration/configuration.ts'
import { configuredChannels, configuredMethods } from '../platform/deliveries/channels.ts'
import { createVapidReader } from '../platform/deliveries/keys.ts'
import { recordHook } from '../platform/deliveries/receipts.ts'
import { smsHooks } from '../platform/deliveries/sms-hooks.ts'
import { countPending } from '../platform/facts/pending.ts'
import { createFileStore } from '../platform/files/files.ts'
import { uploadedFiles } from '../platform/files/uploads.ts'
import { mountDocs } from '../platform/http/docs.ts'
import { mountFiles } from '../platform/http/files.ts'
import { mountMailHook } from '../platform/http/mail-hook.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import { mountPages } from '../platform/http/pages.ts'
import { type Authenticator, buildHttp } from '../platform/http/server.ts'
import { mountSharedFiles } from '../platform/http/shared-files.ts'
import { mountSmsHook } from '../platform/http/sms-hook.ts'
import { mountTiles } from '../platform/http/tiles.ts'
import { mountUnsubscribe } from '../platform/http/unsubscribe.ts'
import { mountUploadParts } from '../platform/http/upload-parts.ts'
import { mailBytes } from '../platform/inbound/mail.ts'
import { storeHookMail } from '../platform/inbound/mail-hook.ts'
import { mountLive } from '../platform/live/endpoint.ts'
import { createLiveHub } from '../platform/live/hub.ts'
import { createCertificateReader, followCertificate } from '../platform/machine/certificate.ts'
import { refusesWrites } from '../platform/machine/machine-state.ts'
import { readTls } from '../platform/machine/preflight.ts'
import { samplesBy } from '../platform/metrics/definitions.ts'
import { mountMetrics } from '../platform/metrics/metrics.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { StartupFailure } from '../platform/process/startup-failure.ts'
import { createGuardedRequest } from '../platform/upstream/guarded-request.ts'
import { countOpenByStatus, followedServices } from '../services/index.ts'
import { createLiveState } from '../telemetry/index.ts'
import { findLiveVehicles } from '../vehicles/index.ts'
import { allAnswers } from './answers.ts'
import { factListenersOf } from './fact-listeners.ts'
import { showGatewayCounters } from './gateway-counters.ts'
import type { RunningRole, Shared } from './shared.ts'
import { showStorage } from './storage.ts'

/** The api role: HTTP API, pages and live stream. */
export async function startApiRole(shared: Shared): Promise<RunningRole> {
  const { configuration, secret, clock, log, database, bus, machine, metrics, reporting, figures } = shared
  let isServing = true
  let port = configuration.http.port
  const authenticator = noting(
    createAuthenticator({ database, secret, clock, bus, assignments }),
    figures.person,
  )
  const { allowedOrigins } = configuration.http
  const files = createFileStore({ database, clock, ...configuration.files })
  const onRegionFailure = (file: string, error: Error) =>
    log.error({ err: error, file }, 'could not read a region file')
  const regions = createRegionStore({
    directory: configuration.regionsFolder,
    onFailure: onRegionFailure,
  })
  // Also notifies open pages of regions changed from the command line.
  regions.onChange(() => {
    database
      .transaction(asSystem('regions changed'), async (tx) => {
        for (const domain of ['regions', 'places']) tx.stale({ domain })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'could not notify pages of changed regions'))
  })
  const uploads = createRegionUploads({
    directory: configuration.files.directory,
    limitBytes: configuration.regionUploadBytes,
  })
  const tiles = createTileSets({
    worldFile: join(projectRoot(), 'dist', 'world.pmtiles'),
    regions,
    onFailure: onRegionFailure,
  })
  const roads = createRoads({
    clock,
    routingUrl: configuration.routingUrl ?? null,
    regions,
    onFailure: (engine, error) =>
      log.warn({ err: error, engine }, 'a roads engine failed; using the next one'),
  })
  const geocoding = createPlaces({
    regions,
    gazetteerFile: join(projectRoot(), 'dist', 'gazetteer.bin'),
    geocoderUrl: configuration.geocoderUrl ?? null,
    clock,
    onFailure: onRegionFailure,
  })
  const readCertificate = createCertificateReader({
    certificateFile: configuration.http.tls?.certificateFile ?? null,
    publicUrl: configuration.publicUrl,
    clock,
  })
  const formerCodeKeys = await readFormerCodeKeys(database, secret)
  const answers = allAnswers({
    roads,
    database,
    files,
    clock,
    secret,
    formerCodeKeys,
    passwords: createPasswords(),
    dataDir: configuration.dataDir,
    trackerHost: configuration.gateway.publicHost,
    registration: configuration.registration,
    loginNotice: configuration.loginNotice ?? null,
    mapsUrlTemplate: configuration.mapsUrlTemplate,
    hasSecureCookies: configuration.publicUrl?.startsWith('https:') ?? false,
    publicUrl: () => publicUrlOf(configuration, port),
    linkAddress: configuration.publicUrl ?? null,
    channels: configuredChannels(configuration),
    guarded: createGuardedRequest({ allowedAddresses: configuration.webhookAddresses }),
    pushKeys: configuration.push && createVapidReader(configuration.push.pair, database, secret),
    certificate: readCertificate,
    isServing: () => isServing,
    machine,
    tiles,
    tilesUrl: configuration.tilesUrl ?? null,
    regions: { directory: configuration.regionsFolder, store: regions, uploads },
    geocoding,
  })
  const tls = readTls(configuration.http.tls)
  const app = await buildHttp({
    answers,
    database,
    authenticator,
    log,
    allowedOrigins,
    trustedProxies: configuration.http.trustedProxies,
    tls,
    observe(call) {
      metrics.observe(call)
      figures.call(call)
    },
    refusesWrites: () => refusesWrites(machine),
    onExtraFields: (endpoint, paths) =>
      log.warn(
        { endpoint, paths: paths.slice(0, 5) },
        'a response had members that its contract does not name; they were removed',
      ),
    tilesOrigin: configuration.tilesUrl ? new URL(configuration.tilesUrl).origin : null,
  })
  await mountFiles(app, { authenticator, files: uploadedFiles(files) })
  await mountFiles(app, { authenticator, files: attachmentStore({ database, files }) })
  await mountSharedFiles(app, sharedFiles({ database, files }))
  mountTiles(app, tiles)
  await mountUploadParts(app, {
    path: regionUploadsPath,
    endpointName: 'regions.uploadPart',
    authenticator,
    receive: uploads.receive,
  })
  await mountUnsubscribe(app, unsubscriptions(database, secret))
  await mountSmsHook(app, {
    token: configuration.sms.hookToken,
    receive: (given) =>
      database.transaction(asSystem('report of the SMS provider'), (tx) =>
        recordHook(tx, configuration.sms.provider, smsHooks[configuration.sms.provider](given)),
      ),
  })
  await mountMailHook(app, {
    token: configuration.replies?.hookToken ?? null,
    longestBody: 2 * mailBytes,
    receive: (given) => storeHookMail(database, given),
  })
  await mountDocs(app, () => openApiDocument(answers.map((answer) => answer.endpoint)))
  const live = createLiveState({ database, bus })
  const hub = createLiveHub({
    authenticator,
    bus,
    clock,
    log,
    source: {
      snapshot: live.snapshot,
      vehicles: (fleetId, ids) =>
        database.transaction(asSystem('live vehicles'), (tx) => findLiveVehicles(tx, [fleetId], ids), {
          readOnly: true,
        }),
      domains: ['vehicles'],
      services: followedServices(database),
      inboxes: readInboxes(database),
    },
  })
  const endLive = live.start(hub.apply)
  mountLive(app, { hub, allowedOrigins })
  mountMetrics(app, { metrics, token: configuration.metricsToken })
  showGatewayCounters({ bus, metrics, now: clock.now })
  showStorage({ machine, metrics })
  metrics.read('rumbo_live', () => {
    const { viewers, slow, fleets } = hub.counts()
    return samplesBy('what', { viewers, slow, fleets })
  })
  metrics.read('rumbo_live_encoded_total', () => [{ labels: {}, value: hub.counts().encoded }])
  metrics.read('rumbo_reporter', () => [{ labels: {}, value: Number(reporting.isHeld()) }])
  const listeners = factListenersOf({
    configured: configuredMethods(configuredChannels(configuration)),
    publicUrl: () => publicUrlOf(configuration, port),
    secret,
  })
  registerInstallationMetrics({
    metrics,
    database,
    clock,
    certificate: readCertificate,
    countServices: countOpenByStatus,
    countFacts: (tx) => countPending(tx, listeners),
  })
  reporting.start()
  figures.gauge('viewers', () => hub.counts().viewers)
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
      await reporting.stop()
      certificate?.stop()
      endLive()
      hub.close()
      await app.close()
      roads.close()
      regions.close()
      await tiles.close()
    },
  }
}

/** Counts each person as active whose token was accepted by a call or a live stream's check. */
const noting = (authenticator: Authenticator, onPerson: (userId: string) => void): Authenticator => ({
  async actorOf(token) {
    const actor = await authenticator.actorOf(token)
    onPerson(actor.userId)
    return actor
  },
})

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
        ? 'is in use by another program: stop it'
        : 'may not be opened by this user: start as another one'
    throw new StartupFailure(
      'port_in_use',
      `Port ${port} on ${host} ${what}, or set RUMBO_PORT to another port (0 takes a free one).`,
      cause,
    )
  }
}
