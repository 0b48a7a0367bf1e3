import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { pino } from 'pino'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildReport } from '../telemetry.factory.ts'
import { createIntake, type Intake, type IntakeOptions } from './telemetry.intake.ts'

interface IntakeParts {
  database: Database
  clock: IntakeOptions['clock']
  bus: IntakeOptions['bus'] & { ready(): Promise<void> }
  build<Built>(work: (tx: Transaction) => Promise<Built>): Promise<Built>
}

export interface ReportingVehicle {
  id: string
  imei: string
  no: number
}

export interface IntakeFleet {
  companyId: string
  fleetId: string
  addVehicle(imei?: string): Promise<ReportingVehicle>
  startIntake(some?: Partial<IntakeOptions>): Promise<Intake>
  /** A fix of a moment, north by a metre a second. */
  fixAt(imei: string, time: number, given?: Partial<Parameters<typeof buildReport>[0]>): DeviceReport
}

let sequence = 0

/** A company and its fleet, whose vehicles report to an intake. */
export async function buildIntakeFleet(
  { database, clock, bus, build }: IntakeParts,
  pipeline: IntakeOptions['pipeline'],
  company: Parameters<typeof buildCompany>[1] = {},
): Promise<IntakeFleet> {
  const place = await build(async (tx) => {
    const { id: companyId } = await buildCompany(tx, company)
    return { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
  })
  return {
    ...place,
    addVehicle(imei = `86100000000${String(++sequence).padStart(4, '0')}`) {
      return build(async (tx) => {
        const { id } = await buildVehicle(tx, { ...place, imei })
        const [row] = await tx.sql<{ no: number }>(
          'select vehicle_no as no from vehicles.vehicles where id = $1',
          [id],
        )
        return { id, imei, no: row?.no ?? 0 }
      })
    },
    async startIntake(some = {}) {
      const log = pino({ level: 'silent' })
      const started = createIntake({ database, clock, log, bus, pipeline, ...some })
      await started.start()
      await bus.ready()
      return started
    },
    fixAt: (imei, time, given = {}) =>
      buildReport({
        deviceIdentifier: imei,
        receivedAt: clock.now(),
        ...given,
        fix: { time: new Date(time), latitude: 19 + (time % 100_000_000) / 1e10, ...given.fix },
      }),
  }
}
