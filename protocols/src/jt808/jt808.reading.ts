import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

/** The decoded fields of one message. */
export type Jt808Reading = Pick<DeviceReport, 'fix' | 'telemetry' | 'alarm' | 'answer' | 'extras'>

export const emptyReading = (): Jt808Reading => ({
  fix: null,
  telemetry: {},
  alarm: null,
  answer: null,
  extras: {},
})
