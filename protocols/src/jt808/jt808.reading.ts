import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

/** What the readers of one message fill in. */
export type Jt808Reading = Pick<DeviceReport, 'fix' | 'telemetry' | 'alarm' | 'answer' | 'extras'>

export const emptyReading = (): Jt808Reading => ({
  fix: null,
  telemetry: {},
  alarm: null,
  answer: null,
  extras: {},
})
