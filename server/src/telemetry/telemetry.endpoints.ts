import {
  attachDevice,
  forgetDevice,
  gatewayOverview,
  listRejectedReports,
  listUnknownDevices,
} from '@rumbo/contract/devices.contract'
import { deviceModelList, deviceOnboarding, renewDeviceSecret } from '@rumbo/contract/telemetry.contract'
import { type Answer, answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import { renewDeviceSecretOf } from '../vehicles/index.ts'
import {
  listDeviceModels,
  type OnboardingOptions,
  onboardDevice,
  signedIn,
} from './telemetry.onboarding.actions.ts'
import {
  attachUnknownDevice,
  forgetUnknownDevice,
  listRejectedReportsOf,
  listUnknownDevicesOf,
  readGatewayOverview,
} from './telemetry.unknown.actions.ts'

/** Devices without a vehicle and with one: what is heard of them, and how they are pointed here. */
export const deviceEndpoints = (options: OnboardingOptions): Answer[] => [
  answer(listUnknownDevices, ({ query }, { tx }) => listUnknownDevicesOf(tx, query)),
  answerAsSystem(attachDevice, ({ body }, { tx, actor }) => attachUnknownDevice(tx, actor, body)),
  answerAsSystem(forgetDevice, ({ body }, { tx }) => forgetUnknownDevice(tx, body.identifier)),
  answer(listRejectedReports, ({ query }, { tx }) => listRejectedReportsOf(tx, query)),
  answer(gatewayOverview, (_input, { tx }) => readGatewayOverview(tx, options.trackerHost)),
  answerAlone(deviceOnboarding, ({ params, query }, { actor }) =>
    onboardDevice(options, signedIn(actor), params.id, query),
  ),
  answer(renewDeviceSecret, ({ params, body }, { tx, actor }) =>
    renewDeviceSecretOf(tx, actor, params.id, body),
  ),
  answerAlone(deviceModelList, async () => listDeviceModels()),
]

/** Every endpoint of this domain. */
export const telemetryEndpoints = (options: OnboardingOptions): Answer[] => [...deviceEndpoints(options)]
