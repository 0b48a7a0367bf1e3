import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { decodeOsmand, keptRequestOf } from '@rumbo/protocols'
import { framedProtocols } from '@rumbo/protocols/registry'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { findKeptFrames, type KeptFrame, removeKeptFrames } from './telemetry.decode-again.repository.ts'
import type { Intake } from './telemetry.intake.ts'

export interface DecodedAgain {
  frames: number
  /** Frames that could be read and are no longer kept. */
  read: number
  reports: number
}

const framesAtOnce = 500

/** Decodes a stored frame with the current decoder; null if it is still not decoded completely. */
function read({ protocol, deviceIdentifier, receivedAt, frame }: KeptFrame): DeviceReport[] | null {
  const { bytes, transport, context } = frame
  if (protocol === 'osmand') {
    const decoding = decodeOsmand({ ...keptRequestOf(bytes), receivedAt })
    const isOwn = decoding.isAccepted && decoding.report.deviceIdentifier === deviceIdentifier
    return isOwn ? [decoding.report] : null
  }
  const framed = framedProtocols.find(({ name }) => name === protocol)
  if (!framed) return null
  const reports: DeviceReport[] = []
  const stream = framed.openStream({
    transport,
    maxFrameBytes: bytes.length,
    // The frame was accepted when it was received.
    acceptWrongChecksum: true,
    resumed: { deviceIdentifier, context },
  })
  stream.read(bytes, receivedAt, (message) => reports.push(...message.reports))
  const isWhole = stream.waitingBytes === 0 && reports.length > 0
  // A frame may name another device than that of its connection; only the latter's reports are accepted.
  const isOfDevice = reports.every((report) => report.deviceIdentifier === deviceIdentifier)
  return isWhole && isOfDevice && reports.every(({ unreadFrame }) => !unreadFrame) ? reports : null
}

/** As history only: its state and answers to commands are outdated. */
const asHistory = (report: DeviceReport): DeviceReport => ({
  ...report,
  telemetry: report.fix ? report.telemetry : {},
  answer: null,
  isDecodedAgain: true,
})

/**
 * Decodes every stored frame again, and passes the reports to the intake; the frame is deleted once they are committed.
 * Idempotent, even after an interruption, because positions and alarms get the same keys. Frames of unknown devices
 * stay.
 */
export async function decodeAgain(
  database: Database,
  intake: Pick<Intake, 'accept' | 'stateOf'>,
): Promise<DecodedAgain> {
  const done: DecodedAgain = { frames: 0, read: 0, reports: 0 }
  let last: KeptFrame | null = null
  for (;;) {
    const after: KeptFrame | null = last
    const kept: KeptFrame[] = await database.transaction(asSystem('decode again'), (tx) =>
      findKeptFrames(tx, after, framesAtOnce),
    )
    if (kept.length === 0) return done
    last = kept.at(-1) ?? null
    const ids: string[] = []
    const accepted: Promise<void>[] = []
    for (const one of kept) {
      const reports = intake.stateOf(one.deviceIdentifier) ? read(one) : null
      if (!reports) continue
      ids.push(one.id)
      for (const report of reports) {
        if (!report.fix && !report.alarm) continue
        done.reports += 1
        accepted.push(intake.accept(asHistory(report)))
      }
    }
    await Promise.all(accepted)
    await database.transaction(asSystem('decode again'), (tx) => removeKeptFrames(tx, ids))
    done.frames += kept.length
    done.read += ids.length
  }
}
