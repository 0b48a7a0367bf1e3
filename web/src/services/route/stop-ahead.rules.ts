import { lateAfterSeconds } from '@rumbo/contract/dispatch.lateness.contract'
import type { StopAhead } from '@rumbo/contract/planning.ahead.contract'

export const isStopLate = ({ lateSeconds }: Pick<StopAhead, 'lateSeconds'>): boolean =>
  lateSeconds > lateAfterSeconds
