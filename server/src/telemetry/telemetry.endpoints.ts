import {
  deviceModelList,
  deviceOnboarding,
  exportHistory,
  historyDates,
  historyPositions,
  historyRoute,
  historyStatistics,
  renewDeviceSecret,
} from '@rumbo/contract/telemetry.contract'
import {
  attachDevice,
  forgetDevice,
  gatewayOverview,
  listRejectedReports,
  listUnknownDevices,
} from '@rumbo/contract/telemetry.devices.contract'
import {
  addExpectedDevices,
  listExpectedDevices,
  removeExpectedDevices,
} from '@rumbo/contract/telemetry.expected.contract'
import {
  inspectDevice,
  listDeviceMessages,
  unreadDeviceBytes,
} from '@rumbo/contract/telemetry.inspection.contract'
import {
  readingCatalogueList,
  readingHistory,
  vehicleReadings,
} from '@rumbo/contract/telemetry.readings.contract'
import { signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import { renewDeviceSecretOf } from '../vehicles/index.ts'
import { addExpectedOf, listExpectedOf, removeExpectedOf } from './devices/telemetry.expected.actions.ts'
import {
  listDeviceModels,
  type OnboardingOptions,
  onboardDevice,
} from './devices/telemetry.onboarding.actions.ts'
import {
  attachUnknownDevice,
  forgetUnknownDevice,
  listRejectedReportsOf,
  listUnknownDevicesOf,
  readGatewayOverview,
} from './devices/telemetry.unknown.actions.ts'
import { startHistoryExport } from './history/telemetry.export.actions.ts'
import { listDates, listPositions, readRoute, readStatistics } from './history/telemetry.history.actions.ts'
import { inspectVehicle, listMessagesOf, readUnreadBytes } from './inspection/telemetry.inspection.actions.ts'
import { readingCatalogueItems } from './readings/telemetry.catalogue.rules.ts'
import { listReadings, readReadingHistory } from './readings/telemetry.readings.actions.ts'

/** Unknown and expected devices, rejected reports, gateways, and the configuration of trackers. */
const deviceEndpoints = (options: OnboardingOptions): Answer[] => [
  answerAsSystem(listUnknownDevices, ({ query }, { tx, actor }) => listUnknownDevicesOf(tx, actor, query)),
  answerAsSystem(listExpectedDevices, ({ query }, { tx, actor }) => listExpectedOf(tx, actor, query)),
  answerAsSystem(addExpectedDevices, ({ body }, { tx, actor }) => addExpectedOf(tx, actor, body)),
  answerAsSystem(removeExpectedDevices, ({ body }, { tx, actor }) => removeExpectedOf(tx, actor, body)),
  answerAsSystem(attachDevice, ({ body }, { tx, actor }) => attachUnknownDevice(tx, actor, body)),
  answerAsSystem(forgetDevice, ({ body }, { tx, actor }) => forgetUnknownDevice(tx, actor, body.identifier)),
  answerAsSystem(listRejectedReports, ({ query }, { tx, actor }) => listRejectedReportsOf(tx, actor, query)),
  answer(gatewayOverview, (_input, { tx }) => readGatewayOverview(tx, options.trackerHost)),
  answerAlone(deviceOnboarding, ({ params, query }, { actor }) =>
    onboardDevice(options, signedIn(actor), params.id, query),
  ),
  answer(renewDeviceSecret, ({ params, body }, { tx, actor }) =>
    renewDeviceSecretOf(tx, actor, params.id, body),
  ),
  answerAlone(deviceModelList, async () => listDeviceModels()),
]

/** Messages of a device, raw and decoded. */
const inspectionEndpoints = (database: Database): Answer[] => [
  answerAlone(inspectDevice, ({ params, body }, { actor }) =>
    inspectVehicle(database, signedIn(actor), params.id, body),
  ),
  answerAlone(listDeviceMessages, ({ params, query }, { actor }) =>
    listMessagesOf(database, signedIn(actor), params.id, query),
  ),
  answerAlone(unreadDeviceBytes, ({ params }, { actor }) =>
    readUnreadBytes(database, signedIn(actor), params),
  ),
]

/** History of positions. */
const historyEndpoints = (database: Database): Answer[] => [
  answerAlone(historyStatistics, ({ query }, { actor }) => readStatistics(database, signedIn(actor), query)),
  answerAlone(historyDates, ({ params, query }, { actor }) =>
    listDates(database, signedIn(actor), params.id, query),
  ),
  answerAlone(historyRoute, ({ params, query }, { actor }) =>
    readRoute(database, signedIn(actor), params.id, query),
  ),
  answerAlone(historyPositions, ({ params, query }, { actor }) =>
    listPositions(database, signedIn(actor), params.id, query),
  ),
  answer(exportHistory, ({ params, body }, { tx, actor }) => startHistoryExport(tx, actor, params.id, body)),
]

/** Readings beside the position. */
const readingEndpoints = (database: Database): Answer[] => [
  answerAlone(readingCatalogueList, async () => ({ items: readingCatalogueItems })),
  answerAlone(vehicleReadings, ({ params }, { actor }) => listReadings(database, signedIn(actor), params.id)),
  answerAlone(readingHistory, ({ params, query }, { actor }) =>
    readReadingHistory(database, signedIn(actor), params.id, query),
  ),
]

/** Every endpoint of this domain. */
export const telemetryEndpoints = (options: OnboardingOptions): Answer[] => [
  ...deviceEndpoints(options),
  ...inspectionEndpoints(options.database),
  ...historyEndpoints(options.database),
  ...readingEndpoints(options.database),
]
