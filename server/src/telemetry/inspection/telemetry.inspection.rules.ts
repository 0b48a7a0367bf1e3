import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'
import { nameOfRaw } from '@rumbo/contract/telemetry.reading-bounds'

type DecodedReport = DeviceMessage['reports'][number]
/** What is stored of a message beside its bytes. */
export type MessageContent = Pick<
  DeviceMessage,
  'checksumHolds' | 'text' | 'reports' | 'reportCount' | 'lostBefore'
>

/** Of the reports of one message, as JSON. */
const maxReportsLength = 65_536

/** The first reports of a message as they are stored, and their length; one is kept however long it is. */
export function decodedReportsOf(reports: readonly DeviceReport[]): {
  decoded: DecodedReport[]
  length: number
} {
  const decoded: DecodedReport[] = []
  let length = 0
  for (const report of reports) {
    const one = decodedOf(report)
    const more = JSON.stringify(one).length
    if (decoded.length > 0 && length + more > maxReportsLength) break
    decoded.push(one)
    length += more
  }
  return { decoded, length }
}

/** What a report says, as it is stored with its message. Times as ISO text. */
function decodedOf({
  kind,
  fix,
  telemetry,
  alarm,
  answer,
  extras,
  unreadFrame,
}: DeviceReport): DecodedReport {
  const isLeftOut = (name: string) => nameOfRaw(name) !== null || name === 'badFix'
  const given = Object.entries(extras)
  return {
    kind,
    isUnread: unreadFrame !== undefined,
    fix: fix && { ...fix, time: fix.time.toISOString() },
    telemetry: { ...telemetry },
    alarm,
    answer: answer?.text ?? null,
    extras: Object.fromEntries(given.filter(([name]) => !isLeftOut(name))),
    leftOut: Object.fromEntries(
      given.filter(([name]) => isLeftOut(name)).map(([name, value]) => [nameOfRaw(name) ?? name, value]),
    ),
  }
}
