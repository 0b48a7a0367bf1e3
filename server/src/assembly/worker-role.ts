import { join } from 'node:path'
import {
  communicationCrontab,
  communicationTasks,
  watchMessages,
  watchReplies,
} from '../communication/index.ts'
import {
  createDispatchEngine,
  figureCrontab,
  figureTasks,
  latenessCrontab,
  latenessTasks,
  repositioningCrontab,
  repositioningTasks,
} from '../dispatch/index.ts'
import { driverCrontab, driverTasks } from '../drivers/index.ts'
import { eventCrontab, eventTasks } from '../events/index.ts'
import { fenceCrontab, fenceTasks } from '../geofences/index.ts'
import { findActor, forgetOldSignIns } from '../identity/index.ts'
import {
  findUnwantedDeliveries,
  notificationCrontab,
  notificationTasks,
  pushTargets,
  watchDueNotifications,
  webhookTargets,
} from '../notifications/index.ts'
import { assignments } from '../organisation/index.ts'
import {
  addRegionWork,
  createPlaces,
  createRegionStore,
  createRegionUploads,
  createRoads,
  regionWorkKind,
  tidyRegions,
} from '../places/index.ts'
import {
  planRetentionCrontab,
  planRetentionTasks,
  scheduleCrontab,
  scheduleTasks,
  watchPlans,
} from '../planning/index.ts'
import { asSystem } from '../platform/access/access.ts'
import {
  configuredChannels,
  configuredMethods,
  sendersOf,
  targetedSenders,
} from '../platform/deliveries/channels.ts'
import { deliveryCrontab, deliveryTasks } from '../platform/deliveries/retention.ts'
import { createDeliveryRunner, deliveryCounters } from '../platform/deliveries/runner.ts'
import { createFactDelivery } from '../platform/facts/delivery.ts'
import { createFileStore } from '../platform/files/files.ts'
import { createMailbox, keepMailbox } from '../platform/inbound/mailbox.ts'
import { createJobs, platformCrontab, platformTasks } from '../platform/jobs/jobs.ts'
import { workJob } from '../platform/jobs/work.ts'
import { purgeTask, workCrontab, workTask } from '../platform/jobs/work-runner.ts'
import { refusesWrites } from '../platform/machine/machine-state.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import {
  chargeCrontab,
  chargeTasks,
  followDrivers,
  importServicesWork,
  proofCrontab,
  proofTasks,
  seriesCrontab,
  seriesTasks,
  watchStopsOfServices,
} from '../services/index.ts'
import { historyCrontab, historyTasks } from '../telemetry/index.ts'
import { countCrontab, countTasks } from '../vehicles/index.ts'
import { watchApproaches } from '../watchpoints/index.ts'
import { factListenersOf } from './fact-listeners.ts'
import { acknowledgers } from './push-links.ts'
import type { RunningRole, Shared } from './shared.ts'
import { workKinds } from './work-kinds.ts'

const crontab = [
  platformCrontab,
  deliveryCrontab,
  workCrontab,
  historyCrontab,
  eventCrontab,
  fenceCrontab,
  countCrontab,
  chargeCrontab,
  proofCrontab,
  seriesCrontab,
  scheduleCrontab,
  planRetentionCrontab,
  latenessCrontab,
  figureCrontab,
  repositioningCrontab,
  driverCrontab,
  notificationCrontab,
  communicationCrontab,
  '41 8 * * * identity:forget-sign-ins ?fill=1d',
].join('\n')

/** The worker role: mails and SMS, delivery of facts, and jobs. */
export async function startWorkerRole({
  configuration,
  databaseUrl,
  secret,
  clock,
  log,
  database,
  bus,
  machine,
  figures,
}: Shared): Promise<RunningRole> {
  const context = {
    configured: configuredMethods(configuredChannels(configuration)),
    publicUrl: () => configuration.publicUrl ?? null,
    secret,
  }
  const delivery = createFactDelivery({ database, bus, listeners: factListenersOf(context), log, clock })
  await delivery.start()
  const targeted = targetedSenders({
    configuration,
    database,
    secret,
    clock,
    pushTargets: pushTargets({
      database,
      secret,
      publicUrl: configuration.publicUrl ?? null,
      mayAcknowledge: acknowledgers(database),
    }),
    webhookTargets: webhookTargets(database, secret),
  })
  const files = createFileStore({ database, clock, ...configuration.files })
  const senders = sendersOf(configuration, clock, {
    ...targeted,
    readFile: async (id) => (await files.records.read(id)).content,
  })
  const runner = createDeliveryRunner({
    database,
    bus,
    clock,
    log,
    senders,
    findUnwanted: findUnwantedDeliveries,
  })
  for (const { name, channel, status } of deliveryCounters)
    figures.gauge(name, () => runner.count(channel, status))
  runner.start()
  const regions = configuration.regionsFolder
  const regionFiles = createRegionStore({
    directory: regions,
    onFailure: (file, error) => log.error({ err: error, file }, 'could not read a region file'),
  })
  const roads = createRoads({
    clock,
    routingUrl: configuration.routingUrl ?? null,
    regions: regionFiles,
    onFailure: (engine, error) =>
      log.warn({ err: error, engine }, 'a roads engine failed; using the next one'),
  })
  const geocoding = createPlaces({
    regions: regionFiles,
    gazetteerFile: join(projectRoot(), 'dist', 'gazetteer.bin'),
    geocoderUrl: configuration.geocoderUrl ?? null,
    clock,
    onFailure: (file, error) => log.error({ err: error, file }, 'could not read a region file'),
  })
  const uploads = createRegionUploads({
    directory: configuration.files.directory,
    limitBytes: configuration.regionUploadBytes,
  })
  tidyRegions(regions).catch((error: unknown) =>
    log.warn({ err: error }, 'could not clean up interrupted changes of regions'),
  )
  const jobs = createJobs({
    url: databaseUrl,
    log,
    crontab,
    // Large enough that long works, at most two imports and two others per company, do not delay short ones.
    concurrency: 8,
    tasks: {
      ...platformTasks({ database, log }),
      ...deliveryTasks(database),
      ...historyTasks({ database, databaseUrl, clock, log }),
      ...eventTasks({ database, log }),
      ...fenceTasks({ database }),
      ...countTasks({ database }),
      ...chargeTasks({ database }),
      ...proofTasks({ database }),
      ...seriesTasks({ database, log }),
      ...scheduleTasks({ database, log }),
      ...planRetentionTasks(database),
      ...latenessTasks({ database, roads, log }),
      ...figureTasks({ database, clock }),
      ...repositioningTasks({ database, roads, geocoding, log }),
      ...notificationTasks({ database }),
      ...communicationTasks(database),
      ...driverTasks({ database, clock, shiftLinks: { driversChanged: followDrivers } }),
      [workJob]: workTask({
        database,
        files,
        log,
        refusesWrites: () => refusesWrites(machine),
        kinds: {
          ...workKinds,
          'services.import': importServicesWork({ roads, geocoding }),
          [regionWorkKind]: addRegionWork({ directory: regions, uploads }),
        },
        actorOf: (userId) => findActor({ database, assignments }, userId),
      }),
      'work:purge': purgeTask({ database, files, log }),
      'identity:forget-sign-ins': () =>
        database.transaction(asSystem('forget old sign-ins'), forgetOldSignIns),
    },
  })
  await jobs.start()
  const endStops = watchStopsOfServices({ database, clock, log })
  const endDue = watchDueNotifications({ database, context, log })
  const endMessages = watchMessages({ database, log })
  const { replies } = configuration
  const addresses = { reply: replies?.address ?? configuration.mailFrom, sender: configuration.mailFrom }
  const endReplies = watchReplies({ database, files, addresses, log })
  await keepMailbox(database, replies?.mailboxUrl ?? null)
  const mailbox = replies?.mailboxUrl ? createMailbox({ url: replies.mailboxUrl, database, log }) : null
  mailbox?.start()
  const endApproaches = watchApproaches({ database, roads, log })
  const endPlans = watchPlans({ database, roads, log })
  const dispatch = createDispatchEngine({
    database,
    roads,
    clock,
    log,
    refusesWrites: () => refusesWrites(machine),
  })
  dispatch.start()
  return {
    ready: {},
    async drain() {
      const sent = runner.drain()
      await dispatch.stop()
      await endStops()
      await endApproaches()
      await endPlans()
      await endDue()
      await endMessages()
      await mailbox?.stop()
      await endReplies()
      await jobs.drain()
      await delivery.drain()
      await sent
    },
  }
}
