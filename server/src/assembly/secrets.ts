import type { SealedElsewhere } from '../identity/index.ts'
import { removeAllDevicePasswords, resealDevicePasswords } from '../vehicles/index.ts'

/** What is encrypted with the installation's secret beside second factors: passwords of devices. */
export const sealedElsewhere: SealedElsewhere = {
  reseal: resealDevicePasswords,
  remove: removeAllDevicePasswords,
}
