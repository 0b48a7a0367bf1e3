import type { ProblemCode } from '@rumbo/contract/problems.contract'
import type { TextParams } from './keys.ts'

export type ProblemParams = TextParams<`problems.${ProblemCode}`>

const none: ProblemParams = {
  address: '',
  tier: '',
  fenceName: '',
  usedBy: '',
  tariffName: '',
  until: '',
  amount: '',
  at: '',
  closeoutNumber: '',
  count: 0,
  driver: '',
  from: '',
  name: '',
  to: '',
  vehicleNumber: '',
  customerName: '',
  entries: '',
  serviceNumber: '',
  status: '',
  left: 0,
  reason: '',
}

/** The placeholders of the texts of problems; those that are not given stay empty. */
export const problemParams = (
  given: Readonly<Record<string, string | number | undefined>> = {},
): ProblemParams => ({
  ...none,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})
