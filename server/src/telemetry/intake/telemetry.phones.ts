import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import type { Intake } from './telemetry.intake.ts'
import { phoneIdentifierOf } from './telemetry.phone-identifiers.ts'
import {
  forgetPhoneFixes,
  lockPhoneFixes,
  notePhones,
  type WaitingFix,
} from './telemetry.phones.repository.ts'

type PhoneIntake = Pick<Intake, 'accept' | 'forget'>

const identity = asSystem('phones of drivers')
const passMs = 2_000
const fixesAtOnce = 500
/** A phone changes the state of its vehicle only while the tracker has been silent for this long. */
const silentSeconds = 60

const identifierOf = ({ imei, vehicleId }: WaitingFix) => imei ?? phoneIdentifierOf(vehicleId)

const reportOf = (fix: WaitingFix) => ({
  // Phones are known by their drivers' sessions, as devices of this protocol are by their secret.
  protocol: 'osmand' as const,
  deviceIdentifier: identifierOf(fix),
  kind: 'position' as const,
  fix: {
    time: fix.fixAt,
    isValid: true,
    latitude: fix.latitude,
    longitude: fix.longitude,
    speedKmh: fix.speedKmh ?? 0,
    headingDegrees: fix.heading,
    altitudeMetres: null,
    accuracyMetres: fix.accuracyMetres,
    satellites: null,
  },
  telemetry: {},
  alarm: null,
  answer: null,
  extras: { source: 'phone' },
  receivedAt: fix.receivedAt,
  reportHash: BigInt(fix.id),
})

/** Takes in what drivers' phones reported, oldest first; a fix is forgotten once the intake has committed it. */
export async function takeInPhones(
  database: Database,
  intake: PhoneIntake,
  options: { silentSeconds?: number } = {},
): Promise<number> {
  return database.transaction(identity, async (tx) => {
    const waiting = await lockPhoneFixes(tx, fixesAtOnce, options.silentSeconds ?? silentSeconds)
    if (waiting.length === 0) return 0
    const used = waiting.filter(({ isKnown, hasTrackerReported }) => isKnown && !hasTrackerReported)
    try {
      await Promise.all(used.map((fix) => intake.accept(reportOf(fix))))
    } finally {
      // Changes of vehicles are published with the identifiers of trackers only.
      intake.forget(used.flatMap((fix) => (fix.imei === null ? identifierOf(fix) : [])))
    }
    await forgetPhoneFixes(
      tx,
      waiting.map(({ id }) => id),
    )
    await notePhones(tx, used)
    return used.length
  })
}

/** Takes in phones' fixes every few seconds. Safe in many processes. @returns a function that ends it */
export function watchPhones({
  database,
  intake,
  log,
}: {
  database: Database
  intake: PhoneIntake
  log: Logger
}): () => Promise<void> {
  return repeatEvery(passMs, () => takeInPhones(database, intake), {
    log,
    failed: 'could not take in the positions of phones; retrying',
  })
}
