export type { NewClaim } from './devices/telemetry.claims.repository.ts'
export { type ClaimRecorder, createClaimRecorder } from './devices/telemetry.claims.ts'
export type { ConnectionRecord, GatewayRecord } from './devices/telemetry.connections.repository.ts'
export {
  type ConnectionRecorder,
  type ConnectionRecorderOptions,
  createConnectionRecorder,
} from './devices/telemetry.connections.ts'
export { createDeviceSecrets, type DeviceSecrets } from './devices/telemetry.secrets.ts'
export { exportHistoryWork, historyExportKind } from './history/telemetry.export.actions.ts'
export type { StoredPositions } from './history/telemetry.hours.rules.ts'
export { historyCrontab, historyTasks } from './history/telemetry.jobs.ts'
export { openDays } from './history/telemetry.partitions.repository.ts'
export {
  type PositionKey,
  type PositionRange,
  readPositions,
} from './history/telemetry.positions.repository.ts'
export type { CommitAlarms, CommitAnswers, CommittedAlarm } from './intake/telemetry.commit.ts'
export { type DecodedAgain, decodeAgain } from './intake/telemetry.decode-again.actions.ts'
export {
  createIntake,
  type Intake,
  type IntakeCounters,
  type IntakeOptions,
} from './intake/telemetry.intake.ts'
export type {
  Effects,
  PipelineStep,
  ReceivedAnswer,
  ReportContext,
  VehicleState,
} from './intake/telemetry.state.ts'
export {
  applyTelemetry,
  classify,
  collectAnswers,
  identify,
  keepUnread,
  measureMovement,
  raiseAlarms,
  replaceState,
  storePosition,
} from './intake/telemetry.steps.ts'
export { type ApplyLive, createLiveState, type LiveState } from './live/telemetry.live-state.ts'
export { type PositionUpdate, packPositions, unpackPositions } from './live/telemetry.position-packets.ts'
export { createPositionPublisher, type PositionPublisher } from './live/telemetry.publish.ts'
export { markSilentVehicles, watchSilence } from './live/telemetry.silence.ts'
export { telemetryEndpoints } from './telemetry.endpoints.ts'
