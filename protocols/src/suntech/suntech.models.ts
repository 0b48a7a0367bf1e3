import type { DeviceModel, ServerSetting } from '../device-model.ts'

/** One message sets the whole network of the ST300 family; the id is the device's own. */
const legacySteps =
  (header: string) =>
  ({ deviceIdentifier, apn, apnUser, apnPassword, host, port, intervalSeconds }: ServerSetting): string[] => {
    const isNamed = apnUser === '' && apnPassword === '' ? 0 : 1
    return [
      `${header}NTW;${deviceIdentifier};02;${isNamed};${apn};${apnUser};${apnPassword};${host};${port};;;;`,
      `${header}RPT;${deviceIdentifier};02;600;${intervalSeconds};60;3;0;0;0;0;0`,
    ]
  }

const universalSteps = ({
  deviceIdentifier,
  apn,
  apnUser,
  apnPassword,
  host,
  port,
}: ServerSetting): string[] => [
  `PRG;${deviceIdentifier};10;00#${apnUser === '' && apnPassword === '' ? '00' : '01'};01#${apn};02#${apnUser};03#${apnPassword}`,
  `PRG;${deviceIdentifier};10;05#${host};06#${port}`,
]

const model = (name: string, smsSteps: DeviceModel['smsSteps']): DeviceModel => ({
  maker: 'Suntech',
  model: name,
  protocol: 'suntech',
  smsSteps,
})

export const suntechModels: readonly DeviceModel[] = [
  ...['ST300', 'ST310U', 'ST340', 'ST340LC'].map((name) => model(name, legacySteps('ST300'))),
  model('ST200', legacySteps('SA200')),
  model('ST600', legacySteps('ST600')),
  ...['ST4300', 'ST4305', 'ST4315', 'ST4340'].map((name) => model(name, universalSteps)),
]
