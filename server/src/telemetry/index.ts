export { type PositionNews, packPositions, unpackPositions } from './position-packets.ts'
export type { NewClaim } from './telemetry.claims.repository.ts'
export { type ClaimKeeper, createClaimKeeper } from './telemetry.claims.ts'
export type { CommitAlarms, CommitAnswers, CommittedAlarm } from './telemetry.commit.ts'
export type { ConnectionRecord, GatewayRecord } from './telemetry.connections.repository.ts'
export {
  type ConnectionKeeper,
  type ConnectionKeeperOptions,
  createConnectionKeeper,
} from './telemetry.connections.ts'
export { type DecodedAgain, decodeAgain } from './telemetry.decode-again.actions.ts'
export { telemetryEndpoints } from './telemetry.endpoints.ts'
export { exportHistoryWork, historyExportKind } from './telemetry.export.actions.ts'
export type { AlarmReported } from './telemetry.facts.ts'
export type { StoredPositions } from './telemetry.hours.rules.ts'
export { createIntake, type Intake, type IntakeCounters, type IntakeOptions } from './telemetry.intake.ts'
export { historyCrontab, historyTasks } from './telemetry.jobs.ts'
export { type ApplyLive, createLiveState, type LiveState } from './telemetry.live-state.ts'
export { openDays } from './telemetry.partitions.repository.ts'
export { type PositionKey, type PositionRange, readPositions } from './telemetry.positions.repository.ts'
export { createPositionPublisher, type PositionPublisher } from './telemetry.publish.ts'
export { createDeviceSecrets, type DeviceSecrets } from './telemetry.secrets.ts'
export { noticeSilence, watchSilence } from './telemetry.silence.ts'
export type { Effects, PipelineStep, ReceivedAnswer, Sighting, VehicleState } from './telemetry.state.ts'
export {
  classify,
  collectAnswers,
  identify,
  keepUnread,
  measureMovement,
  raiseAlarms,
  replaceState,
  storePosition,
  takeTelemetry,
} from './telemetry.steps.ts'
