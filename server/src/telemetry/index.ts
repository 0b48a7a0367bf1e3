export { findCard } from './cards/telemetry.cards.repository.ts'
export { isStillPresented } from './cards/telemetry.cards.rules.ts'
export { identifyDriver } from './cards/telemetry.cards.steps.ts'
export { compareCodes } from './codes/telemetry.codes.steps.ts'
export { findConditions } from './conditions/telemetry.conditions.steps.ts'
export type { FoundCondition } from './conditions/telemetry.conditions.ts'
export { judgeByRoads } from './conditions/telemetry.road-speeds.steps.ts'
export { createRoadSpeeds, type RoadSpeeds } from './conditions/telemetry.road-speeds.ts'
export { createRuleReplay, rulesHistory } from './custom/telemetry.custom.replay.ts'
export { judgeByRules } from './custom/telemetry.custom.steps.ts'
export type { CustomRuleInForce, CustomRulesInForce } from './custom/telemetry.custom.ts'
export type { NewClaim } from './devices/telemetry.claims.repository.ts'
export { createClaimRecorder } from './devices/telemetry.claims.ts'

export {
  type ConnectionRecorder,
  createConnectionRecorder,
} from './devices/telemetry.connections.ts'
export { findServerOf } from './devices/telemetry.onboarding.actions.ts'
export { createDeviceSecrets } from './devices/telemetry.secrets.ts'
export { createFenceReplay } from './fences/telemetry.fences.replay.ts'
export { evaluateFences } from './fences/telemetry.fences.steps.ts'
export type { FenceInForce, FenceOccurrence, FencesInForce } from './fences/telemetry.fences.ts'
export { variantsOf } from './fences/telemetry.fences.variants.ts'
export { exportHistoryWork, historyExportKind } from './history/telemetry.export.actions.ts'
export { recordedFixes } from './history/telemetry.history.actions.ts'
export { historyCrontab, historyTasks } from './history/telemetry.jobs.ts'
export {
  countPositions,
  type NewPosition,
  readNewPositions,
  readUsablePositions,
} from './history/telemetry.new-positions.repository.ts'
export { findOdometers } from './history/telemetry.odometers.repository.ts'
export { openDays } from './history/telemetry.partitions.repository.ts'
export { readPositions } from './history/telemetry.positions.repository.ts'
export {
  findTestedVehicles,
  requireTestPeriod,
  saveTestResult,
  testVehicles,
} from './history-test/telemetry.history-test.ts'
export { createMessageInspector } from './inspection/telemetry.inspector.ts'
export type { CommittedAlarm } from './intake/telemetry.commit.ts'
export { type DecodedAgain, decodeAgain } from './intake/telemetry.decode-again.actions.ts'
export {
  createIntake,
  type Intake,
} from './intake/telemetry.intake.ts'
export { insertPhoneFixes } from './intake/telemetry.phones.repository.ts'
export { watchPhones } from './intake/telemetry.phones.ts'
export type {
  PipelineStep,
  ReceivedAnswer,
  StatedCodes,
  VehicleState,
} from './intake/telemetry.state.ts'
export {
  applyTelemetry,
  classify,
  collectAnswers,
  identify,
  measureMovement,
  raiseAlarms,
  replaceState,
  storePosition,
  storeUnread,
} from './intake/telemetry.steps.ts'
export { createLiveState } from './live/telemetry.live-state.ts'
export type { PositionUpdate } from './live/telemetry.position-packets.ts'
export { createPositionPublisher } from './live/telemetry.publish.ts'
export { markSilentVehicles, watchSilence } from './live/telemetry.silence.ts'
export { keepReadings } from './readings/telemetry.reading-steps.ts'
export { telemetryEndpoints } from './telemetry.endpoints.ts'
export type { CardPresented } from './telemetry.facts.ts'
