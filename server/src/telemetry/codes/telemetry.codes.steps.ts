import { troubleCodesIn } from '@rumbo/contract/events.trouble-codes.rules'
import type { PipelineStep, VehicleState } from '../intake/telemetry.state.ts'
import { lastKnownPlaceOf } from '../intake/telemetry.steps.ts'
import { isUsableFix } from '../telemetry.rules.ts'

const codesOf = ({ troubleCodes }: VehicleState) => (troubleCodes ? troubleCodes.split(',') : [])

/**
 * Collects what a report that states trouble codes changes: new ones, and those no longer among them. Codes of late reports belong to the history only.
 */
export const compareCodes: PipelineStep = ({ report, vehicle, timing }, effects) => {
  const text = report.extras.troubleCodes
  if (!vehicle || typeof text !== 'string' || report.isDecodedAgain) return
  if (timing !== 'live' && timing !== 'none') return
  const stated = troubleCodesIn(text)
  // Words that are no codes say nothing about them.
  if (stated.length === 0 && text.trim() !== '') return
  const before = codesOf(vehicle)
  vehicle.troubleCodes = stated.join(',')
  const raised = stated.filter((code) => !before.includes(code))
  const cleared = before.filter((code) => !stated.includes(code))
  // Most devices state their codes in every report.
  if (raised.length === 0 && cleared.length === 0) return
  const fix = report.fix && isUsableFix(report.fix) ? report.fix : null
  effects.codes.push({
    vehicleId: vehicle.vehicleId,
    fixTime: fix?.time.toISOString() ?? null,
    receivedAt: report.receivedAt.toISOString(),
    latitude: fix?.latitude ?? null,
    longitude: fix?.longitude ?? null,
    speedKmh: fix?.speedKmh ?? null,
    heading: fix?.headingDegrees ?? null,
    lastKnown: fix ? null : lastKnownPlaceOf(vehicle),
    raised,
    cleared,
  })
}
