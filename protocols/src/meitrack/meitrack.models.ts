import type { DeviceModel, ServerSetting } from '../device-model.ts'

/** Seconds of one step of the interval. */
const intervalStep = 10

/** Every text begins with the password; the maker's is 0000 (vendor's SMS protocol: A21, A12, B36). */
function smsSteps(setting: ServerSetting): string[] {
  const { host, port, apn, apnUser, apnPassword, intervalSeconds, devicePassword = '0000' } = setting
  const steps = Math.max(1, Math.round(intervalSeconds / intervalStep))
  return [
    `${devicePassword},A21,1,${host},${port},${apn},${apnUser},${apnPassword}`,
    `${devicePassword},B36,0`,
    `${devicePassword},A12,${steps}`,
  ]
}

const names =
  'MVT100 MVT340 MVT380 MVT600 MVT800 T1 T3 T311 T322X T333 T355 T366 T366G T622 T622G T633L TC68 TC68S MT90 P66 P99G'.split(
    ' ',
  )

export const meitrackModels: readonly DeviceModel[] = names.map((model) => ({
  maker: 'Meitrack',
  model,
  protocol: 'meitrack',
  smsSteps,
}))
