import { recordAlarms, recordCodes } from '../events/index.ts'
import { asSystem } from '../platform/access/access.ts'
import { createBus } from '../platform/bus.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/process/logging.ts'
import { createIntake, type DecodedAgain, decodeAgain } from '../telemetry/index.ts'
import { positionPipeline } from './position-pipeline.ts'

/** Decodes the stored unread frames of a database again. @param url connects as the application's role */
export async function decodeKeptFrames(url: string): Promise<DecodedAgain> {
  const log = createLog({ level: 'warn', name: 'decode-again' })
  const database = createDatabase({ url, clock: systemClock, connections: 2 })
  // Checked first, because the intake retries failures of the database, which would hide a wrong URL.
  await database
    .transaction(asSystem('decode again'), (tx) => tx.sql('select from telemetry.rejected_reports limit 1'))
    .catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  const bus = createBus({ url, log })
  const intake = createIntake({
    database,
    clock: systemClock,
    log,
    bus,
    commitAlarms: recordAlarms,
    commitCodes: recordCodes,
    pipeline: positionPipeline,
  })
  try {
    await bus.ready()
    await intake.start()
    return await decodeAgain(database, intake)
  } finally {
    await intake.drain()
    await bus.close()
    await database.close()
  }
}
