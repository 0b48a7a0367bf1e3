import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { PipelineStep } from '../intake/telemetry.state.ts'
import { noteCard } from './telemetry.cards.rules.ts'

function cardIn({ telemetry, extras }: DeviceReport): string | null | undefined {
  if (telemetry.driverUniqueId !== undefined) return normalCard(telemetry.driverUniqueId)
  return extras.driverCard === 'removed' ? null : undefined
}

/** Collects cards that were presented or removed; those of late reports are outdated. After `applyTelemetry`. */
export const identifyDriver: PipelineStep = ({ report, vehicle, timing, isSuspect }, effects) => {
  if (!vehicle || report.isDecodedAgain || (timing !== 'live' && timing !== 'none')) return
  const card = cardIn(report)
  if (card === undefined && vehicle.driverCard === null) return
  const at = (report.fix?.time ?? report.receivedAt).getTime()
  const { state, isPresented } = noteCard(vehicle.driverCard, {
    at,
    card,
    ignition: vehicle.ignition,
    isPosition: report.fix !== null && !isSuspect,
  })
  vehicle.driverCard = state
  if (!isPresented || state === null) return
  const { vehicleId, companyId, fleetId } = vehicle
  effects.cards.push({ vehicleId, companyId, fleetId, card: state.card, at })
}
